/** How a car moves along the road: space by space, over other cars, and with weight. */
import { beside, type Spot } from "./loop";
import type { Road } from "./road";

export interface Moment extends Spot {
  /** 0 on the ground, 1 at the top of a jump. */
  lift: number;
}

type Course = (time: number) => number;

const smooth: Course = (time) => time * time * (3 - 2 * time);

/** A drive starts briskly and rolls out. */
const driving: Course = (time) => smooth(1 - (1 - time) ** 1.5);

/** A car on a slope hesitates, falls faster and faster, shoots a little over its place and comes back to it. */
function rolling(spaces: number): Course {
  const over = 0.3 / spaces;
  return (time) => {
    if (time < 0.12) return 0;
    if (time < 0.78) return (1 + over) * ((time - 0.12) / 0.66) ** 2;
    return 1 + over * (1 - smooth((time - 0.78) / 0.22));
  };
}

/** How high a car is above a space, when it jumps over some of them. */
export function liftAt(distance: number, jumped: number[]): number {
  const near = Math.min(...jumped.map((other) => Math.abs(distance - other)), Infinity);
  return near < 1 ? Math.cos((near * Math.PI) / 2) : 0;
}

export interface Move {
  road: Road;
  slot: number;
  start: number;
  end: number;
  jumped: number[];
}

/**
 * A move measured in lengths of spaces. That is the distance, except that the way out of the start space may be longer
 * than one space: it begins before 0, so that a car does not race through the start lane.
 */
function measured({ road, slot, start, jumped }: Move) {
  const lead = road.lead(slot);
  const from = start > 0 ? start : 1 - lead;
  const spot = (place: number): Spot => road.spot(place >= 1 ? place : 1 - (1 - place) / lead, slot);
  return { from, spot, lift: (place: number) => liftAt(place, jumped) };
}

/** The moments of a move at even times; angles never leap by a whole turn. */
export function moments(move: Move, rolls: boolean): Moment[] {
  const { from, spot, lift } = measured(move);
  const way = move.end - from;
  const course = rolls ? rolling(Math.abs(way)) : driving;
  const count = Math.max(16, Math.ceil(Math.abs(way) * 7));
  const list = Array.from({ length: count + 1 }, (_, step) => {
    const place = from + way * course(step / count);
    return { ...spot(place), lift: lift(place) };
  });
  for (let index = 1; index < list.length; index++) {
    const turn = list[index].angle - list[index - 1].angle;
    list[index].angle -= Math.round(turn / 360) * 360;
  }
  return list;
}

/** The way of a move as a line that swings out where it jumps. */
export function trail(move: Move): string {
  const { from, spot, lift } = measured(move);
  const way = move.end - from;
  const steps = Math.max(8, Math.ceil(Math.abs(way) * 6));
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const place = from + (way * step) / steps;
    const point = beside(spot(place), lift(place) * move.road.broad * 0.5);
    return `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
