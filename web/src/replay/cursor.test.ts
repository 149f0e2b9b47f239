import { describe, expect, test } from "vitest";
import type { GameEvent, View } from "../games/game";
import type { Shown } from "../protocol";
import { endOf, eventAt, isAtEnd, nextEvent, nextFrame, previousEvent, previousFrame, viewAt } from "./cursor";

const happened = (...names: string[]) => names.map((kind) => ({ kind, clause: "" }));
const frames: Shown[] = [
  { version: 1, at: 0, view: { told: "" }, events: happened("dealt") },
  { version: 2, at: 1, view: { told: "ab" }, events: happened("a", "b") },
  { version: 3, at: 2, view: { told: "ab" } },
  { version: 4, at: 3, view: { told: "abc" }, events: happened("c") },
];
const stage = (view: View, event: GameEvent) => ({ told: view.told + event.kind + "?" });

describe("a replay's cursor", () => {
  test("walks through every event and back again", () => {
    const there = [endOf(frames, 0)];
    while (!isAtEnd(frames, there.at(-1)!)) there.push(nextEvent(frames, there.at(-1)!));
    expect(there.map((at) => `${at.frame}.${at.event}`)).toEqual(["0.0", "1.1", "1.2", "2.0", "3.1"]);
    const back = [there.at(-1)!];
    while (back.at(-1)!.frame > 0) back.push(previousEvent(frames, back.at(-1)!));
    expect(back.reverse()).toEqual(there);
    expect(nextEvent(frames, there.at(-1)!)).toEqual(there.at(-1));
  });

  test("steps by whole frames, finishing a half-shown one first", () => {
    expect(nextFrame(frames, { frame: 0, event: 0 })).toEqual({ frame: 1, event: 2 });
    expect(nextFrame(frames, { frame: 1, event: 1 })).toEqual({ frame: 1, event: 2 });
    expect(nextFrame(frames, { frame: 3, event: 1 })).toEqual({ frame: 3, event: 1 });
    expect(previousFrame(frames, { frame: 1, event: 1 })).toEqual({ frame: 0, event: 0 });
    expect(previousFrame(frames, { frame: 0, event: 0 })).toEqual({ frame: 0, event: 0 });
  });

  test("draws the events so far into the view before, and ends with the frame's own", () => {
    expect(viewAt(frames, { frame: 1, event: 1 }, stage, null)).toEqual({ told: "a?" });
    expect(viewAt(frames, { frame: 1, event: 2 }, stage, null)).toEqual({ told: "ab" });
    expect(viewAt(frames, { frame: 2, event: 0 }, stage, null)).toEqual({ told: "ab" });
    expect(eventAt(frames, { frame: 1, event: 1 })?.kind).toBe("a");
    expect(eventAt(frames, { frame: 2, event: 0 })).toBeNull();
  });

  test("stays within the race", () => {
    expect(endOf(frames, -5)).toEqual({ frame: 0, event: 0 });
    expect(endOf(frames, 99)).toEqual({ frame: 3, event: 1 });
  });
});
