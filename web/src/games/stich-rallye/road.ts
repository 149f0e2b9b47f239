/** Where the spaces of a track lie in the picture, for any number of them. */
import { beside, makeLoop, makePath, type Line, type Point, type Spot } from "./loop";
import { LINES, type Shape } from "./shapes";

export interface Road {
  width: number;
  height: number;
  spaces: number;
  /** How wide the road is and how long one space. */
  broad: number;
  space: number;
  carLength: number;
  /** The middle of the road so many spaces behind the finish line; the space n lies between n − 1 and n. */
  along: (spaces: number) => Spot;
  /** Where a car stands at a distance, also between two spaces; `slot` is its place on the start space. */
  spot: (distance: number, slot: number) => Spot;
  /** How many spaces long the way from a place on the start space to the space 1 is. */
  lead: (slot: number) => number;
  /** The start lane up to its last car, as a line to be drawn. */
  lane: (seats: number) => string;
}

const asPoints = (places: [number, number][]): Point[] => places.map(([x, y]) => ({ x, y }));

export function makeRoad(shape: Shape, spaces: number): Road {
  const { width, height, broad, ...lines } = LINES[shape];
  const loop = makeLoop(asPoints(lines.road));
  const space = loop.length / spaces;
  const along = (count: number) => loop.at(count * space);
  const lane = makePath([...asPoints(lines.lane), along(0.5)]);
  const front = nearest(lane, { x: lines.front[0], y: lines.front[1] });

  const toRoad = (slot: number) => lane.length - front + slot * broad;
  const spot = (distance: number, slot: number): Spot => {
    if (distance >= 1) return along(distance - 0.5);
    return lane.at(lane.length - toRoad(slot) * (1 - Math.max(0, distance)));
  };
  const laneLine = (seats: number) => through(lane, front - (seats - 0.6) * broad, lane.length);
  const carLength = Math.min(broad, space * 1.02);
  return {
    width,
    height,
    spaces,
    broad,
    space,
    carLength,
    along,
    spot,
    lead: (slot) => toRoad(slot) / space,
    lane: laneLine,
  };
}

/** How far along a line the place next to a point is. */
function nearest(line: Line, point: Point): number {
  const steps = Array.from({ length: Math.ceil(line.length) }, (_, along) => along);
  const far = (along: number) => Math.hypot(line.at(along).x - point.x, line.at(along).y - point.y);
  return steps.reduce((best, along) => (far(along) < far(best) ? along : best), 0);
}

const mark = (point: Point): string => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;

function through(line: Line, from: number, to: number): string {
  const steps = Math.ceil((to - from) / 8);
  return `M${Array.from({ length: steps + 1 }, (_, step) => mark(line.at(from + ((to - from) * step) / steps))).join("L")}`;
}

function spotsBetween(road: Road, from: number, to: number): Spot[] {
  const steps = Math.max(3, Math.ceil((to - from) * 6));
  return Array.from({ length: steps + 1 }, (_, step) => road.along(from + ((to - from) * step) / steps));
}

/** The outline of a piece of road, `half` to each side of its middle. */
export function strip(road: Road, from: number, to: number, half: number): string {
  const spots = spotsBetween(road, from, to);
  const left = spots.map((spot) => mark(beside(spot, half)));
  const right = spots.map((spot) => mark(beside(spot, -half))).reverse();
  return `M${[...left, ...right].join("L")}Z`;
}

/** A line along the road, `offset` to the left of its middle. */
export function line(road: Road, from: number, to: number, offset = 0): string {
  return `M${spotsBetween(road, from, to)
    .map((spot) => mark(beside(spot, offset)))
    .join("L")}`;
}
