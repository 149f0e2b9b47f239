import { expect, it } from "vitest";
import type { GameEvent } from "../game";
import { pathOf } from "./path";

const clause = "TTC-12";
const command = (cell: number): GameEvent => ({ kind: "command_began", clause, seat: 1, cell, piece: "F1", value: 1 });
const step = (row: number, lane: number, seat = 1): GameEvent => ({ kind: "car_stepped", clause, seat, row, lane });

it("draws the way, where each command ends, and what stops it", () => {
  const path = pathOf(
    [
      command(0),
      step(2, 3),
      command(1),
      { kind: "car_jumped", clause, seat: 1, start: 2, end: 4, lane: 3, target: 4 },
      command(2),
      { kind: "car_blocked", clause, seat: 1, row: 5, lane: 3 },
      step(9, 9, 0),
      command(3),
      step(5, 4),
    ],
    1,
    3,
    1,
  );
  expect(path.legs.map(({ to, jump }) => [to.row, to.lane, jump])).toEqual([
    [2, 3, false],
    [4, 3, true],
    [5, 4, false],
  ]);
  expect(path.stops.map(({ row, label }) => [row, label])).toEqual([
    [2, "1"],
    [4, "2–3"],
    [5, "4"],
  ]);
  expect(path.bumps).toEqual([{ row: 5, lane: 3 }]);
});

it("marks nothing where the car has not moved yet", () => {
  expect(pathOf([command(0), command(1)], 1, 3, 1)).toEqual({ legs: [], bumps: [], stops: [] });
});
