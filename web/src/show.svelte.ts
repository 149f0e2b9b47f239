/**
 * The show: plays what happened, event after event, so that nobody has to guess what the others did. It takes frames
 * from a table or, fed by hand, from a replay.
 *
 * Frames that have been shown are dropped and the log keeps sentences only: what a covered tile looked like is for the
 * players to remember, not for the page.
 */
import type { GameEvent, GameModule, Sound, View } from "./games/game";
import { events, originOf, type LogLine, type ShowTools, type Step } from "./steps";

export type { LogLine, ShowTools, Step };

const LOG_LENGTH = 200;
const LATE = 4000;

export class Show<S extends Step> {
  /** What to draw; null until the first frame. */
  view = $state.raw<View | null>(null);
  event = $state.raw<GameEvent | null>(null);
  duration = $state(0);
  log = $state.raw<LogLine[]>([]);
  /** For a screen reader: what has just happened. */
  live = $state("");
  paused = $state(false);
  /** The last frame that has been shown to its end, without its events. */
  frame = $state.raw<S | null>(null);
  /** So much is waiting to be shown that a player may want to skip it. */
  late = $state(false);
  /** Something is still being shown, or waits to be. */
  busy = $state(false);

  #tools: ShowTools<S>;
  #module: GameModule | null = null;
  #queue: S[] = [];
  #at = 0; // the next event of the first frame in the queue
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lines = 0;

  constructor(tools: ShowTools<S>) {
    this.#tools = tools;
  }

  /** The game that stages the events; frames wait until it is there. */
  use(module: GameModule | null): void {
    this.#module = module;
    if (!this.#timer) this.#run();
  }

  push(step: S): void {
    this.#queue.push(step);
    this.busy = true;
    if (step.reset) this.#cutShort();
    else if (!this.#timer && !this.paused) this.#run();
    this.#measure();
  }

  /** Straight to the end of everything received. */
  skip(): void {
    this.paused = false;
    this.#cutShort();
  }

  pause(): void {
    this.paused = true;
    this.#stopTimer();
  }

  resume(): void {
    this.paused = false;
    this.#run();
  }

  /** While paused: one event further. */
  step(): void {
    this.paused = true;
    this.#stopTimer();
    this.#run(true);
  }

  /** To the end of `steps[index]` without motion; the log tells what led there. */
  seek(steps: readonly S[], index: number): void {
    this.#stopTimer();
    this.#queue = [];
    this.log = [];
    for (const step of steps.slice(0, index + 1)) for (const event of events(step)) this.#note(step, event);
    this.#settle(steps[index]);
    this.busy = false;
    this.late = false;
    this.live = "";
  }

  clear(): void {
    this.#stopTimer();
    this.#queue = [];
    this.#at = 0;
    this.view = this.event = this.frame = null;
    this.duration = 0;
    this.log = [];
    this.live = "";
    this.paused = this.late = this.busy = false;
  }

  /** Shows events until one needs time, or everything has been shown. */
  #run(single = false): void {
    this.#timer = undefined;
    if (!this.#module) return;
    while (this.#queue.length > 0) {
      const step = this.#queue[0];
      if (this.#mustJump(step)) {
        this.#jump(step);
        continue;
      }
      const event = events(step)[this.#at];
      if (!event) {
        this.#settle(step);
        this.#queue.shift();
        continue;
      }
      this.#at++;
      const time = this.#perform(step, event);
      if (time === 0) continue;
      if (!single) this.#timer = setTimeout(() => this.#run(), time);
      this.#measure();
      return;
    }
    this.#rest();
  }

  #rest(): void {
    const wasBusy = this.busy;
    this.busy = false;
    this.late = false;
    if (wasBusy && this.frame) this.#tools.rested?.(this.frame);
  }

  #mustJump(step: S): boolean {
    const overtaken = this.#queue.some((later) => later.reset);
    return step.reset || overtaken || this.view === null || this.#tools.hidden() || this.#tools.slowness() === 0;
  }

  /** Stages an event and answers for how many milliseconds it is on. */
  #perform(step: S, event: GameEvent): number {
    const module = this.#module!;
    const time = module.pace(event) * this.#tools.slowness();
    try {
      const staged = module.stage(this.view!, event, this.#tools.seat(step));
      this.view = { ...staged, legal_actions: [] };
    } catch {
      this.#at = events(step).length; // an event that cannot be drawn must not stop the race: on to the frame's view
    }
    this.event = event;
    this.duration = this.#tools.still() ? 0 : time;
    const sound = module.sound(event);
    if (sound) this.#tools.play(sound);
    const line = this.#note(step, event);
    if (line) this.live = this.#tools.text(line.sentence);
    return time;
  }

  /** The rest of a frame at once: told, but not staged. */
  #jump(step: S): void {
    const told: string[] = [];
    let sound: Sound | null = null;
    // A reset says where things stand; what led there has been seen or missed.
    for (const event of step.reset ? [] : events(step).slice(this.#at)) {
      const line = this.#note(step, event);
      if (line) told.push(this.#tools.text(line.sentence));
      sound = this.#module!.sound(event) ?? sound;
    }
    if (told.length > 0) this.live = told.join(" ");
    if (sound && !this.#tools.hidden()) this.#tools.play(sound);
    this.#settle(step);
    this.#queue.shift();
  }

  /** The frame's own view is what counts, whatever its events drew. */
  #settle(step: S): void {
    if (this.frame && this.#tools.seat(step) !== this.#tools.seat(this.frame)) this.#forgetSecrets();
    this.view = step.view;
    this.event = null;
    this.duration = 0;
    this.frame = { ...step, events: [] };
    this.#at = 0;
  }

  /** Somebody else looks now: what only the one before was told is none of their business. */
  #forgetSecrets(): void {
    this.log = this.log.filter((line) => !line.sentence.secret);
    this.live = "";
  }

  #cutShort(): void {
    this.#stopTimer();
    if (!this.#module) return;
    while (this.#queue.length > 0) this.#jump(this.#queue[0]);
    this.#rest();
  }

  #note(step: S, event: GameEvent): LogLine | null {
    const sentence = this.#module?.tell(event, this.#tools.name);
    if (!sentence) return null;
    const { version, driver } = originOf(step, events(step).indexOf(event));
    // Who drove is said of the move itself; what follows from it happens to anybody.
    const follows = this.log.at(-1)?.version === version;
    const line: LogLine = {
      number: this.#lines++,
      version,
      sentence,
      clause: event.clause,
      driver: follows ? null : driver,
    };
    this.log = [...this.log, line].slice(-LOG_LENGTH);
    return line;
  }

  #measure(): void {
    if (!this.#module) return;
    let waiting = 0;
    for (const [index, step] of this.#queue.entries())
      for (const event of events(step).slice(index === 0 ? this.#at : 0)) waiting += this.#module.pace(event);
    this.late = waiting * this.#tools.slowness() > LATE;
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
