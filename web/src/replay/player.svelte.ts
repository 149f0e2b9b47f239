/**
 * Plays a finished race back. The show of a table only goes on; a replay also goes back, so it has a cursor of its own
 * and draws every moment from the frame before it.
 */
import type { GameEvent, GameModule, Sentence, Sound, View } from "../games/game";
import type { Shown } from "../protocol";
import * as cursor from "./cursor";

export interface PlayerTools {
  frames: Shown[];
  module: GameModule;
  seat: number | null;
  name: (seat: number) => string;
  /** How much longer than at normal speed an event is shown. */
  slowness: () => number;
  still: () => boolean;
  play: (sound: Sound) => void;
}

export class Player {
  at = $state.raw<cursor.Cursor>({ frame: 0, event: 0 });
  playing = $state(false);
  /** How long the event at the cursor is shown; 0 after a jump: nothing moves then. */
  duration = $state(0);

  #tools: PlayerTools;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tools: PlayerTools, version: number | null) {
    this.#tools = tools;
    const frame = version === null ? 0 : tools.frames.findLastIndex((shown) => shown.version <= version);
    this.at = cursor.endOf(tools.frames, frame);
  }

  get frames(): Shown[] {
    return this.#tools.frames;
  }

  get version(): number {
    return this.frames[this.at.frame].version;
  }

  get atEnd(): boolean {
    return cursor.isAtEnd(this.frames, this.at);
  }

  get view(): View {
    return cursor.viewAt(this.frames, this.at, this.#tools.module.stage, this.#tools.seat);
  }

  /** The event being shown; at rest there is none. */
  get event(): GameEvent | null {
    return this.duration > 0 || this.playing ? cursor.eventAt(this.frames, this.at) : null;
  }

  /** What has just happened, in words: the last event up to here that is worth saying. */
  get sentence(): { sentence: Sentence; clause: string } | null {
    const events = cursor.eventsOf(this.frames, this.at.frame).slice(0, this.at.event);
    for (const event of events.reverse()) {
      const sentence = this.#tools.module.tell(event, this.#tools.name);
      if (sentence) return { sentence, clause: event.clause };
    }
    return null;
  }

  seek(frame: number): void {
    this.#jump(cursor.endOf(this.frames, frame));
  }

  toStart(): void {
    this.seek(0);
  }

  toEnd(): void {
    this.seek(this.frames.length - 1);
  }

  nextFrame(): void {
    this.#jump(cursor.nextFrame(this.frames, this.at));
  }

  previousFrame(): void {
    this.#jump(cursor.previousFrame(this.frames, this.at));
  }

  previousEvent(): void {
    let at = cursor.previousEvent(this.frames, this.at);
    // What takes no time went by together with what came after it.
    while (at.frame > 0 && this.#goesBy(at)) at = cursor.previousEvent(this.frames, at);
    this.#jump(at);
  }

  nextEvent(): void {
    this.pause();
    this.#advance();
    this.#timer = setTimeout(() => (this.duration = 0), this.duration);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.start();
  }

  start(): void {
    clearTimeout(this.#timer);
    if (this.atEnd) this.toStart();
    this.playing = true;
    this.#run();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
    this.duration = 0;
  }

  #run(): void {
    if (this.atEnd) return this.pause();
    const time = this.#advance();
    this.#timer = setTimeout(() => this.#run(), time);
  }

  /** One event further, with all those before it that take no time; answers for how long it is shown. */
  #advance(): number {
    do {
      this.at = cursor.nextEvent(this.frames, this.at);
      const passed = cursor.eventAt(this.frames, this.at);
      const sound = passed && this.#tools.module.sound(passed);
      if (sound) this.#tools.play(sound);
    } while (!this.atEnd && this.#goesBy(this.at));
    const event = cursor.eventAt(this.frames, this.at);
    const time = event ? this.#tools.module.pace(event) * this.#tools.slowness() : 0;
    this.duration = this.#tools.still() ? 0 : time;
    return time;
  }

  #goesBy(at: cursor.Cursor): boolean {
    const event = cursor.eventAt(this.frames, at);
    return !event || this.#tools.module.pace(event) === 0;
  }

  #jump(at: cursor.Cursor): void {
    this.pause();
    this.at = at;
  }
}
