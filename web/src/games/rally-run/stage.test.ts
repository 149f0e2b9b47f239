import { describe, expect, it } from "vitest";
import type { GameEvent, View } from "../game";
import fourSeats from "./races/four-seats.json";
import openMemory from "./races/open-memory.json";
import { stage } from "./stage";
import { faceAt, letterAt, type RallyView } from "./view";

interface Frame {
  events: GameEvent[];
  view: View;
}

/** What the board draws. Until the race is over nothing is drawn that is not here. */
const DRAWN = ["turn", "turns", "phase", "tiles", "open", "cars", "goals", "canisters", "swapped"];
const SOMETIMES = ["revealed", "from", "ghosts", "winner"];

const drawn = (view: View) => Object.fromEntries([...DRAWN, ...SOMETIMES].map((key) => [key, view[key] ?? null]));
const start = (frames: Frame[]): View => ({ ...frames[0].view });

/** Every view that is shown while a race is played, with the event that led to it. */
function* staged(frames: Frame[]): Generator<[GameEvent, RallyView]> {
  let view = start(frames);
  for (const frame of frames.slice(1)) {
    for (const event of frame.events) yield [event, (view = stage(view, event)) as RallyView];
  }
}

describe.each([
  ["a race of four", fourSeats as unknown as Frame[]],
  ["a race with open memory", openMemory as unknown as Frame[]],
])("%s", (_, frames) => {
  it("is drawn as the server sees it after every action", () => {
    let view = start(frames);
    for (const frame of frames.slice(1, -1)) {
      for (const event of frame.events) view = stage(view, event);
      expect(drawn(view)).toEqual(drawn(frame.view));
    }
  });

  it("ends as the server says, but for what only the end lays open", () => {
    const views = [...staged(frames)].map(([, view]) => view);
    const last = frames.at(-1)!.view;
    for (const key of ["turn", "turns", "phase", "open", "cars", "goals", "swapped", "winner"])
      expect(views.at(-1)![key]).toEqual(last[key]);
  });

  it("never changes the view it is given", () => {
    let view = start(frames);
    for (const event of frames.flatMap((frame) => frame.events)) {
      const before = JSON.stringify(view);
      const next = stage(view, event);
      expect(JSON.stringify(view)).toBe(before);
      view = next;
    }
  });
});

it("lets the page around know whose turn it is as soon as the board does", () => {
  for (const [, view] of staged(fourSeats as unknown as Frame[]))
    expect(view.actors).toEqual(view.phase === "over" ? [] : [view.turn]);
});

it("forgets a tile as soon as it is covered", () => {
  let covered = 0;
  for (const [event, view] of staged(fourSeats as unknown as Frame[])) {
    if (event.kind !== "tile_covered") continue;
    covered++;
    expect(letterAt(view, event.cell)).toBe("?");
    expect(faceAt(view, event.cell)).toBeNull();
    expect(view.open).not.toHaveProperty(event.cell);
    const standing = new Set(view.cars);
    for (const [row, text] of view.tiles.entries())
      for (const [column, letter] of [...text].entries())
        if (!"?*".includes(letter)) expect(standing).toContain("ABCDE"[column] + (row + 1));
  }
  expect(covered).toBeGreaterThan(10);
});

it("leaves the same view behind whatever the covered tile was", () => {
  const after = (tile: string, sides: string) =>
    [
      { kind: "tile_revealed", clause: "RR-3", seat: 0, cell: "A1", tile },
      { kind: "tile_laid", clause: "RR-3", seat: 0, cell: "A1", sides },
      { kind: "car_drove", clause: "RR-3", seat: 0, start: "NW", end: "A1" },
      { kind: "car_drove", clause: "RR-9", seat: 0, start: "A1", end: "NW" },
      { kind: "tile_covered", clause: "RR-6", cell: "A1" },
    ].reduce<View>((view, event) => stage(view, event), start(fourSeats as unknown as Frame[]));
  expect(JSON.stringify(after("X", "NESW"))).toBe(JSON.stringify(after("D", "W")));
});

it("moves ghosts with a swap", () => {
  const view = { ...start(openMemory as unknown as Frame[]), ghosts: { A1: "L", B2: "X" } };
  const swap = (a: string, b: string) => stage(view, { kind: "tiles_swapped", clause: "RR-7", seat: 0, a, b }).ghosts;
  expect(swap("A1", "C1")).toEqual({ C1: "L", B2: "X" });
  expect(swap("A1", "B2")).toEqual({ A1: "X", B2: "L" });
});

it("lets an unknown event pass", () => {
  const view = start(fourSeats as unknown as Frame[]);
  expect(stage(view, { kind: "something_new", clause: "RR-1" })).toBe(view);
});
