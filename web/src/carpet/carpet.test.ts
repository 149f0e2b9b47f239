import { describe, expect, it } from "vitest";
import { CELLS, PIT } from "../games/rally-run/places";
import { KINDS } from "../games/rally-run/roads";
import { empty, first, isDrivable, kindOf, lay, left, lift, type Mix, move, put, readCarpet, turn } from "./carpet";

const MIX: Mix = { I: 6, L: 8, T: 4, X: 2, D: 4 };

describe("tiles", () => {
  it("are known by their open sides", () => {
    expect(["N", "EW", "NE", "NSW", "NESW"].map(kindOf)).toEqual(["D", "I", "L", "T", "X"]);
    expect(kindOf("SN")).toBeUndefined();
  });

  it("are taken from the tray and come back to it", () => {
    const carpet = lay(lay(empty(), "A1", "NESW"), "B1", "NESW");
    expect(left(carpet, MIX, "X")).toBe(0);
    expect(left(lift(carpet, "A1"), MIX, "X")).toBe(1);
  });

  it("turn clockwise, back to the start after four times", () => {
    let carpet = lay(empty(), "A1", "NES");
    const seen = [1, 2, 3, 4].map(() => (carpet = turn(carpet, "A1")).tiles.A1);
    expect(seen).toEqual(["ESW", "NSW", "NEW", "NES"]);
  });

  it("change places with a tile in their way, and carry their cars", () => {
    const carpet = put(put(lay(lay(empty(), "A1", "NS"), "B2", "N"), 0, "A1"), 1, "B2");
    expect(move(carpet, "A1", "B2")).toEqual({ tiles: { A1: "N", B2: "NS" }, cars: ["B2", "A1", null, null] });
    expect(move(carpet, "A1", "C1")).toEqual({ tiles: { B2: "N", C1: "NS" }, cars: ["C1", "B2", null, null] });
  });

  it("send the cars on them to the garage when they are taken away", () => {
    expect(lift(put(lay(empty(), "A1", "NS"), 2, "A1"), "A1")).toEqual(empty());
  });
});

it("lets cars stand on tiles, the pit and start-finish tiles", () => {
  const carpet = lay(empty(), "A1", "NS");
  expect(["A1", PIT, "NW"].every((place) => isDrivable(carpet, place))).toBe(true);
  expect(isDrivable(carpet, "A2")).toBe(false);
});

describe("a carpet that is read", () => {
  it("is the one that was written", () => {
    expect(readCarpet(JSON.parse(JSON.stringify(first())), MIX)).toEqual(first());
  });

  it("begins with no more tiles than there are", () => {
    for (const kind of KINDS) expect(left(first(), MIX, kind)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ["nothing", null],
    ["a text", "carpet"],
    ["no cars", { tiles: {} }],
    ["too few cars", { tiles: {}, cars: [null] }],
    ["a tile on the pit", { tiles: { C3: "NS" }, cars: [null, null, null, null] }],
    ["a tile beyond the edge", { tiles: { F1: "NS" }, cars: [null, null, null, null] }],
    ["a tile that does not exist", { tiles: { A1: "NN" }, cars: [null, null, null, null] }],
    ["a car on bare carpet", { tiles: {}, cars: ["A1", null, null, null] }],
    ["a car nowhere", { tiles: {}, cars: ["toString", null, null, null] }],
    ["three crossings", { tiles: { A1: "NESW", A2: "NESW", A3: "NESW" }, cars: [null, null, null, null] }],
  ])("is refused with %s", (_, data) => {
    expect(readCarpet(data, MIX)).toBeNull();
  });

  it("has a place for every tile of the mix", () => {
    expect(CELLS.length - 1).toBe(Object.values(MIX).reduce((sum, count) => sum + count));
  });
});
