import { expect, it } from "vitest";
import { at, beyond, boxOf, CELLS, CORNERS, cornerSide, EXTENT, sideToward, swapOf } from "./places";

it("knows the neighbours of a cell", () => {
  expect(beyond("B2", "N")).toBe("B1");
  expect(beyond("B2", "E")).toBe("C2");
  expect(beyond("B2", "S")).toBe("B3");
  expect(beyond("B2", "W")).toBe("A2");
});

it("has a start-finish tile beyond one side of each corner cell, and nothing beyond the other", () => {
  expect([beyond("A1", "W"), beyond("E1", "N"), beyond("E5", "E"), beyond("A5", "S")]).toEqual(CORNERS);
  expect([beyond("A1", "N"), beyond("E1", "E"), beyond("E5", "S"), beyond("A5", "W")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it("draws the road of a start-finish tile toward its corner cell", () => {
  expect(CORNERS.map((corner) => beyond(corner, cornerSide(corner)))).toEqual(["A1", "E1", "E5", "A5"]);
});

it("knows on which side a neighbour lies", () => {
  expect(sideToward("NW", "A1")).toBe("E");
  expect(sideToward("A1", "NW")).toBe("W");
  expect(sideToward("A1", "C1")).toBeNull();
});

it("puts every place on a spot of its own, on the board", () => {
  const places = [...CELLS, ...CORNERS];
  expect(new Set(places.map((place) => at(place).join())).size).toBe(29);
  for (const place of places) {
    const { x, y, width, height } = boxOf(place);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(EXTENT + 1e-9);
  }
});

it("writes a swap with the smaller cell first", () => {
  expect(swapOf("E1", "A2")).toBe("E1-A2");
  expect(swapOf("A2", "E1")).toBe("E1-A2");
});
