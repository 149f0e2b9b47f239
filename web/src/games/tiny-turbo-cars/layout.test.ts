import { describe, expect, it } from "vitest";
import { FINGER, layoutOf } from "./layout";

const PHONES: [width: number, height: number][] = [
  [344, 640],
  [374, 744],
];
const ROWS = 34;

describe("the track on a phone", () => {
  it.each(PHONES)("has starting spaces that a finger finds (%i × %i)", (width, height) => {
    for (const text of [1, 1.25, 1.5])
      expect(layoutOf("grid", width, height, ROWS, "near", text).cell).toBeGreaterThanOrEqual(FINGER);
  });

  it.each(PHONES)("leaves room for large words (%i × %i)", (width, height) => {
    const beside = (text: number) => {
      const { cell, edge } = layoutOf("grid", width, height, ROWS, "near", text);
      return width - 5 * cell - 2 * edge;
    };
    expect(beside(1.5)).toBeGreaterThan(beside(1));
  });

  it.each(PHONES)("can be looked at closely, and as a whole (%i × %i)", (width, height) => {
    const cell = (zoom: "near" | "large" | "whole") => layoutOf("program", width, height, ROWS, zoom).cell;
    expect(cell("large")).toBeGreaterThan(1.4 * FINGER);
    expect(cell("large") * 5).toBeLessThanOrEqual(width);
    expect(cell("near")).toBeGreaterThanOrEqual(cell("whole"));
    expect(cell("whole") * ROWS).toBeLessThanOrEqual(height);
  });
});
