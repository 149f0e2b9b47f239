import { expect, test } from "vitest";
import { correctionsOf, drawsOf, wasTimed } from "./report";

test("a draw that each of its seats reports is told once", () => {
  const draw = { draw: { seats: [0, 2], order: [2, 0] } };
  expect(drawsOf([draw, draw])).toEqual([{ order: [2, 0] }]);
  expect(drawsOf([draw, draw, draw, draw])).toHaveLength(2);
});

test("as the table tells it while racing, too", () => {
  const draw = { seats: [0, 1], order: [0, 1] };
  expect(drawsOf([draw, draw])).toEqual([{ order: [0, 1] }]);
});

test("what was not drawn is no draw", () => {
  expect(drawsOf([{ seat: 1, corrected_ms: 4 }, {}])).toEqual([]);
});

test("the largest correction of each seat is told, whether or not anything was drawn", () => {
  const reports = [
    { seat: 2, corrected_ms: 12 },
    { seat: 0, corrected_ms: 0, draw: { seats: [0, 2], order: [2, 0] } },
    { seat: 2, corrected_ms: 31 },
  ];
  expect(correctionsOf(reports)).toEqual([{ seat: 2, most: 31 }]);
  expect(correctionsOf([])).toEqual([]);
});

test("a race is timed also if nobody needed a correction", () => {
  expect(wasTimed([{ seat: 0, corrected_ms: 0 }])).toBe(true);
  expect(wasTimed([{ seat: 0 }])).toBe(false);
});
