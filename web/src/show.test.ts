import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameEvent, GameModule } from "./games/game";
import { Show, type Step } from "./show.svelte";

const module: GameModule = {
  Board: null as never,
  stage: (view, event) => {
    if (event.kind === "broken") throw new Error("cannot be drawn");
    return { ...view, drawn: [...(view.drawn ?? []), event.kind] };
  },
  pace: (event) => (event.kind === "quick" ? 0 : 1000),
  tell: (event) => (event.kind === "silent" ? null : { key: event.kind, secret: event.kind === "secret" }),
  sound: (event) => (event.kind === "loud" ? "crash" : null),
  name: (action) => ({ key: action }),
};

const event = (kind: string): GameEvent => ({ kind, clause: "X-1" });
const frame = (version: number, ...kinds: string[]): Step => ({
  version,
  view: { version, legal_actions: ["go"] },
  events: kinds.map(event),
});

let slowness: number;
let still: boolean;
let hidden: boolean;
let sounds: string[];
let rested: number[];
let eyes: (step: Step) => number;
let show: Show<Step>;

beforeEach(() => {
  vi.useFakeTimers();
  slowness = 1;
  still = hidden = false;
  sounds = [];
  rested = [];
  eyes = () => 0;
  show = new Show<Step>({
    name: (seat) => `seat ${seat}`,
    seat: (step) => eyes(step),
    slowness: () => slowness,
    still: () => still,
    hidden: () => hidden,
    play: (sound) => sounds.push(sound),
    text: ({ key }) => key,
    rested: (step) => rested.push(step.version),
  });
  show.use(module);
  show.push({ ...frame(1), reset: true });
});

afterEach(() => vi.useRealTimers());

const told = () => show.log.map((line) => line.sentence.key);

describe("the show", () => {
  it("plays events in order, each for its time, and lights nothing meanwhile", () => {
    show.push(frame(2, "a", "b"));
    show.push(frame(3, "c"));
    expect(show.event?.kind).toBe("a");
    expect(show.view).toMatchObject({ version: 1, drawn: ["a"], legal_actions: [] });
    expect(show.duration).toBe(1000);
    expect(show.busy).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(show.event?.kind).toBe("b");
    expect(show.live).toBe("b");
    vi.advanceTimersByTime(1000);
    expect(show.event?.kind).toBe("c");
    expect(show.view).toMatchObject({ version: 2, drawn: ["c"] });
    expect(rested).toEqual([1]);
    vi.advanceTimersByTime(1000);
    expect(show.event).toBeNull();
    expect(show.busy).toBe(false);
    expect(rested).toEqual([1, 3]);
    expect(told()).toEqual(["a", "b", "c"]);
  });

  it("ends every frame with the frame's own view", () => {
    show.push(frame(2, "a"));
    vi.advanceTimersByTime(1000);
    expect(show.view).toEqual({ version: 2, legal_actions: ["go"] });
    expect(show.frame).toMatchObject({ version: 2, events: [] });
  });

  it("lets events without a time go by with the next one", () => {
    show.push(frame(2, "quick", "a"));
    expect(show.event?.kind).toBe("a");
    expect(show.view!.drawn).toEqual(["quick", "a"]);
  });

  it("goes on if an event cannot be drawn", () => {
    show.push(frame(2, "broken", "a"));
    vi.advanceTimersByTime(1000);
    expect(show.view).toMatchObject({ version: 2 });
    expect(show.busy).toBe(false);
  });

  it("takes as long as the player likes", () => {
    slowness = 2;
    show.push(frame(2, "a"));
    expect(show.duration).toBe(2000);
    vi.advanceTimersByTime(1999);
    expect(show.busy).toBe(true);
    vi.advanceTimersByTime(1);
    expect(show.busy).toBe(false);
  });

  it("shows events one after another without motion where motion is not wanted", () => {
    still = true;
    show.push(frame(2, "a", "b"));
    expect([show.event?.kind, show.duration]).toEqual(["a", 0]);
    vi.advanceTimersByTime(1000);
    expect([show.event?.kind, show.duration]).toEqual(["b", 0]);
  });

  it("jumps to the end when it is switched off, and tells everything in one go", () => {
    slowness = 0;
    show.push(frame(2, "a", "silent", "loud"));
    expect(show.view).toEqual({ version: 2, legal_actions: ["go"] });
    expect(show.live).toBe("a loud");
    expect(sounds).toEqual(["crash"]);
    expect(rested).toEqual([1, 2]);
  });

  it("jumps to the end in a hidden tab, silently", () => {
    hidden = true;
    show.push(frame(2, "a", "loud"));
    expect(show.view).toMatchObject({ version: 2 });
    expect(sounds).toEqual([]);
    expect(told()).toEqual(["a", "loud"]);
  });

  it("jumps to the end when the player skips, once it is worth skipping", () => {
    show.push(frame(2, "a"));
    expect(show.late).toBe(false);
    show.push(frame(3, "b", "c", "d", "e", "f"));
    expect(show.late).toBe(true);
    show.skip();
    expect(show.view).toMatchObject({ version: 3 });
    expect([show.busy, show.late]).toEqual([false, false]);
    expect(told()).toEqual(["a", "b", "c", "d", "e", "f"]);
    vi.advanceTimersByTime(10_000);
    expect(rested).toEqual([1, 3]);
  });

  it("shows a reset at once, whatever was going on", () => {
    show.push(frame(2, "a", "b"));
    show.push({ ...frame(9, "x"), reset: true });
    expect(show.view).toMatchObject({ version: 9 });
    expect(show.busy).toBe(false);
    expect(told()).toEqual(["a", "b"]);
  });

  it("forgets what only one seat was told as soon as another one looks", () => {
    eyes = ({ version }) => (version < 3 ? 0 : 1);
    slowness = 0;
    show.push(frame(2, "a", "secret"));
    expect(show.live).toBe("a secret");
    show.push({ ...frame(3), reset: true });
    expect(told()).toEqual(["a"]);
    expect(show.live).toBe("");
  });

  it("pauses, steps and goes on", () => {
    show.push(frame(2, "a", "b", "c"));
    show.pause();
    vi.advanceTimersByTime(5000);
    expect(show.event?.kind).toBe("a");
    show.step();
    expect(show.event?.kind).toBe("b");
    vi.advanceTimersByTime(5000);
    expect(show.event?.kind).toBe("b");
    show.resume();
    expect(show.event?.kind).toBe("c");
    vi.advanceTimersByTime(1000);
    expect(show.busy).toBe(false);
  });

  it("waits for its game", () => {
    show.clear();
    show.use(null);
    show.push(frame(1, "a"));
    expect(show.view).toBeNull();
    show.use(module);
    expect(show.view).toMatchObject({ version: 1 });
    expect(told()).toEqual(["a"]);
  });

  it("seeks in a replay, and the log follows", () => {
    const steps = [frame(1, "a"), frame(2, "b"), frame(3, "c")];
    show.seek(steps, 2);
    expect(told()).toEqual(["a", "b", "c"]);
    expect(show.view).toMatchObject({ version: 3 });
    show.seek(steps, 0);
    expect(told()).toEqual(["a"]);
    show.push(steps[1]);
    expect(show.event?.kind).toBe("b");
  });

  it("says of a move who drove it, and not of what followed from it", () => {
    slowness = 0;
    show.push({ ...frame(2, "a", "b"), parts: [[2, "bot"]] });
    show.push({ ...frame(3, "c"), driver: "clock" });
    expect(show.log.map((line) => line.driver)).toEqual(["bot", null, "clock"]);
  });

  it("marks each of several moves that come at once", () => {
    slowness = 0;
    show.push({
      ...frame(5, "a", "b", "c", "d"),
      parts: [
        [1, "person"],
        [2, "bot"],
        [0, null],
        [1, "bot"],
      ],
    });
    expect(show.log.map((line) => [line.version, line.driver])).toEqual([
      [2, "person"],
      [3, "bot"],
      [3, null],
      [5, "bot"],
    ]);
  });

  it("keeps the last 200 sentences", () => {
    slowness = 0;
    for (let version = 2; version < 300; version++) show.push(frame(version, `event ${version}`));
    expect(show.log).toHaveLength(200);
    expect(show.log[199].sentence.key).toBe("event 299");
  });
});
