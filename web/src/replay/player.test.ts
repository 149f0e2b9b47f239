import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameModule, View } from "../games/game";
import type { Shown } from "../protocol";
import { Player } from "./player.svelte";

const PACES: Record<string, number> = { a: 100, b: 200, quick: 0, c: 100 };
const happened = (...kinds: string[]) => kinds.map((kind) => ({ kind, clause: `X-${kind}` }));
const frames: Shown[] = [
  { version: 1, at: 0, view: { told: "" } },
  { version: 2, at: 1, view: { told: "a quick b" }, events: happened("a", "quick", "b") },
  { version: 5, at: 2, view: { told: "a quick b c" }, events: happened("c") },
];
const played: string[] = [];
const module = {
  stage: (view: View, event: { kind: string }) => ({ told: `${view.told} ${event.kind}`.trim() }),
  pace: (event: { kind: string }) => PACES[event.kind],
  tell: (event: { kind: string }) => (event.kind === "quick" ? null : { key: event.kind }),
  sound: () => "tap",
} as unknown as GameModule;

function player(version: number | null = null, slowness = 1): Player {
  const tools = { frames, module, seat: null, name: String, slowness: () => slowness, still: () => false };
  return new Player({ ...tools, play: (sound) => played.push(sound) }, version);
}

beforeEach(() => {
  vi.useFakeTimers();
  played.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a replay's player", () => {
  test("plays event after event, each for its time, and stops at the end", () => {
    const show = player();
    show.start();
    expect(show.event?.kind).toBe("a");
    expect(show.view).toEqual({ told: "a" });
    vi.advanceTimersByTime(100);
    expect(show.event?.kind).toBe("b"); // what takes no time goes by with it
    expect(show.view).toEqual({ told: "a quick b" });
    vi.advanceTimersByTime(199);
    expect(show.event?.kind).toBe("b");
    vi.advanceTimersByTime(1);
    expect(show.event?.kind).toBe("c");
    vi.advanceTimersByTime(100);
    expect(show.playing).toBe(false);
    expect(show.atEnd).toBe(true);
    expect(played).toHaveLength(4);
  });

  test("begins anew when started at the end", () => {
    const show = player();
    show.toEnd();
    show.start();
    expect(show.event?.kind).toBe("a");
    show.pause();
  });

  test("finds the frame of a moment's version", () => {
    expect(player(4).version).toBe(2);
    expect(player(5).version).toBe(5);
    expect(player(99).version).toBe(5);
    expect(player(0).version).toBe(1);
  });

  test("steps by events in both directions, past those that take no time", () => {
    const show = player();
    show.nextEvent();
    show.nextEvent();
    expect(show.at).toEqual({ frame: 1, event: 3 });
    show.previousEvent();
    expect(show.at).toEqual({ frame: 1, event: 1 });
    show.previousEvent();
    expect(show.at).toEqual({ frame: 0, event: 0 });
    show.previousEvent();
    expect(show.at).toEqual({ frame: 0, event: 0 });
  });

  test("tells the last thing worth saying", () => {
    const show = player();
    expect(show.sentence).toBeNull();
    show.nextEvent();
    expect(show.sentence).toEqual({ sentence: { key: "a" }, clause: "X-a" });
    show.seek(2);
    expect(show.sentence?.clause).toBe("X-c");
    expect(show.event).toBeNull(); // a jump moves nothing
  });

  test("a pause keeps the moment", () => {
    const show = player();
    show.toggle();
    show.toggle();
    vi.advanceTimersByTime(1000);
    expect(show.at).toEqual({ frame: 1, event: 1 });
    expect(show.duration).toBe(0);
  });
});
