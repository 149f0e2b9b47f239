import { expect, it } from "vitest";
import { DRAWN, KINDS, nearestAngle, quarters, turned } from "./roads";

it("turns open sides clockwise and keeps their order", () => {
  expect(turned("N", 1)).toBe("E");
  expect(turned("NE", 3)).toBe("NW");
  expect(turned("NES", 2)).toBe("NSW");
  expect(turned("NESW", 1)).toBe("NESW");
});

it("finds the quarter turns for every way a tile can lie", () => {
  for (const kind of KINDS)
    for (const turns of [0, 1, 2, 3]) {
      const sides = turned(DRAWN[kind], turns);
      expect(turned(DRAWN[kind], quarters(kind, sides))).toBe(sides);
    }
});

it("leaves a tile unturned that waits to be laid", () => {
  expect(quarters("T", null)).toBe(0);
});

it("goes the short way round", () => {
  expect(nearestAngle(270, 0)).toBe(360);
  expect(nearestAngle(0, 3)).toBe(-90);
  expect(nearestAngle(90, 2)).toBe(180);
});
