import { expect, test } from "vitest";
import { places, podium } from "./places";

test("equal places share a number and the next one skips", () => {
  expect(places([[2], [0, 3], [1]])).toEqual([
    { seat: 2, place: 1, shared: false },
    { seat: 0, place: 2, shared: true },
    { seat: 3, place: 2, shared: true },
    { seat: 1, place: 4, shared: false },
  ]);
});

test("the podium has the winner in the middle", () => {
  expect(podium([[2], [0], [1], [3]]).map((step) => step.seats)).toEqual([[0], [2], [1]]);
  expect(podium([[1], [0]]).map((step) => step.place)).toEqual([2, 1]);
});

test("those who share a place share a step", () => {
  expect(podium([[1], [0, 2]])).toEqual([
    { place: 2, seats: [0, 2] },
    { place: 1, seats: [1] },
  ]);
  expect(podium([[0, 1, 2]])).toEqual([{ place: 1, seats: [0, 1, 2] }]);
});
