import { describe, expect, it } from "vitest";
import type { RallyView } from "./view";
import { liftableCells, meaningOf, meaningOfDrag, type Situation } from "./tapping";

const VIEW = {
  turn: 0,
  phase: "drive",
  tiles: ["T????", "?????", "??*??", "?????", "????I"],
  open: { A1: "ESW", E5: "EW" },
  cars: ["A1", "E5"],
  swapped: ["B3", "D4"],
} as unknown as RallyView;

const SWAPS = ["B1-C1", "B1-A2", "C1-A2"];

function situation(change: Partial<Situation> = {}, view: Partial<RallyView> = {}): Situation {
  const legal = new Set(["E", "S", "W", ...SWAPS]);
  const liftable = liftableCells(SWAPS);
  return { view: { ...VIEW, ...view } as RallyView, seat: 0, legal, liftable, lifted: null, hand: false, ...change };
}

describe("with an empty hand", () => {
  it("drives where an arrow points, onto a tile or a start-finish tile", () => {
    expect(meaningOf("B1", situation())).toEqual({ do: "act", action: "E" });
    expect(meaningOf("NW", situation())).toEqual({ do: "act", action: "W" });
  });

  it("lifts any other tile that can be swapped, and with the hand chosen also those", () => {
    expect(meaningOf("C1", situation())).toEqual({ do: "lift", cell: "C1" });
    expect(meaningOf("B1", situation({ hand: true }))).toEqual({ do: "lift", cell: "B1" });
    expect(meaningOf("NW", situation({ hand: true }))).toEqual({ do: "act", action: "W" });
  });

  it("points at the arrows when the own car is tapped", () => {
    expect(meaningOf("A1", situation())).toEqual({ do: "point" });
  });

  it("asks the server why not", () => {
    expect(meaningOf("B3", situation())).toEqual({ do: "ask", action: "B1-B3" });
    expect(meaningOf("E5", situation())).toEqual({ do: "ask", action: "B1-E5" });
    expect(meaningOf("C3", situation())).toEqual({ do: "ask", action: "B1-C3" });
    expect(meaningOf("B1", situation({ legal: new Set(SWAPS), liftable: new Set() }))).toEqual({
      do: "ask",
      action: "E",
    });
  });

  it("says that a far corner is far", () => {
    expect(meaningOf("SE", situation())).toEqual({ do: "too_far" });
  });
});

describe("with a tile in the hand", () => {
  const holding = situation({ lifted: "C1" });

  it("swaps with a possible partner, even one that the car could drive onto", () => {
    expect(meaningOf("B1", holding)).toEqual({ do: "act", action: "B1-C1" });
  });

  it("puts it down where it was, or on a corner", () => {
    expect(meaningOf("C1", holding)).toEqual({ do: "put_down" });
    expect(meaningOf("NW", holding)).toEqual({ do: "put_down" });
  });

  it("asks the server about any other", () => {
    expect(meaningOf("D4", holding)).toEqual({ do: "ask", action: "C1-D4" });
    expect(meaningOf("C3", holding)).toEqual({ do: "ask", action: "C1-C3" });
  });
});

describe("a car that is dragged", () => {
  it("drives where it can, and never lifts a tile", () => {
    expect(meaningOfDrag("B1", situation({ hand: true }))).toEqual({ do: "act", action: "E" });
    expect(meaningOfDrag("C1", situation())).toEqual({ do: "too_far" });
  });

  it("asks the server where there is no road", () => {
    expect(meaningOfDrag("A2", situation({ legal: new Set(SWAPS) }))).toEqual({ do: "ask", action: "S" });
  });
});

describe("when there is nothing to drive or swap", () => {
  it("asks on another's turn, without anything that could be meant", () => {
    expect(meaningOf("B1", situation({ seat: 1, legal: new Set() }))).toEqual({ do: "ask", action: "A1-B1" });
  });

  it("points at the pictures while a tile waits to be laid", () => {
    const turning = situation({ legal: new Set(["NS", "EW"]), liftable: new Set() }, { phase: "turn", revealed: "B1" });
    expect(meaningOf("B1", turning)).toEqual({ do: "point" });
    expect(meaningOf("C1", turning)).toEqual({ do: "ask", action: "A1-B1" });
  });

  it("never asks with an action that is allowed", () => {
    for (const place of ["A1", "B1", "B3", "C1", "C3", "E5", "NW", "NE", "SE"])
      for (const hand of [true, false])
        for (const lifted of [null, "C1"]) {
          const now = situation({ hand, lifted });
          const meaning = meaningOf(place, now);
          if (meaning.do === "ask") expect(now.legal).not.toContain(meaning.action);
          if (meaning.do === "act") expect(now.legal).toContain(meaning.action);
        }
  });
});
