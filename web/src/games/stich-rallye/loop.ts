/** Smooth lines through some points, measured along their length. */

export interface Point {
  x: number;
  y: number;
}

/** A point on a line and where a car looks there, in degrees, 0 to the right and 90 down. */
export interface Spot extends Point {
  angle: number;
}

export interface Line {
  length: number;
  /** The spot after some length. A loop goes on after its end, a path stops there. */
  at: (along: number) => Spot;
}

const SAMPLES = 24;

const blend = (a: number, b: number, c: number, d: number, u: number): number =>
  0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u * u * u);

/** A Catmull-Rom curve: it goes through all the points, so a shape can be read off its list. */
function curve([a, b, c, d]: Point[]): Point[] {
  return Array.from({ length: SAMPLES }, (_, step) => ({
    x: blend(a.x, b.x, c.x, d.x, step / SAMPLES),
    y: blend(a.y, b.y, c.y, d.y, step / SAMPLES),
  }));
}

/** A closed line. */
export function makeLoop(points: Point[]): Line {
  const point = (index: number) => points[(index + points.length) % points.length];
  const samples = points.flatMap((_, index) => curve([index - 1, index, index + 1, index + 2].map(point)));
  const measured = measure([...samples, samples[0]]);
  const wrap = (along: number) => ((along % measured.length) + measured.length) % measured.length;
  return { length: measured.length, at: looking((along) => measured.at(wrap(along))) };
}

/** A line with two ends. */
export function makePath(points: Point[]): Line {
  const point = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)];
  const pieces = points.slice(1).flatMap((_, index) => curve([index - 1, index, index + 1, index + 2].map(point)));
  const measured = measure([...pieces, points[points.length - 1]]);
  return { length: measured.length, at: looking(measured.at) };
}

function measure(samples: Point[]): { length: number; at: (along: number) => Point } {
  const ends = [0];
  for (let index = 1; index < samples.length; index++) {
    const [from, to] = [samples[index - 1], samples[index]];
    ends.push(ends[index - 1] + Math.hypot(to.x - from.x, to.y - from.y));
  }
  const length = ends[ends.length - 1];

  const at = (along: number): Point => {
    const wanted = Math.min(Math.max(along, 0), length);
    let low = 1;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] >= wanted) high = middle;
      else low = middle + 1;
    }
    const [from, to] = [samples[low - 1], samples[low]];
    const part = (wanted - ends[low - 1]) / (ends[low] - ends[low - 1] || 1);
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  };
  return { length, at };
}

/** The direction is taken over a few units, so that a car does not twitch from sample to sample. */
function looking(at: (along: number) => Point): (along: number) => Spot {
  return (along) => {
    const [behind, ahead] = [at(along - 3), at(along + 3)];
    return { ...at(along), angle: (Math.atan2(ahead.y - behind.y, ahead.x - behind.x) * 180) / Math.PI };
  };
}

/** A spot moved sideways: to the left of where it looks for a positive distance. */
export function beside(spot: Spot, distance: number): Spot {
  const turned = ((spot.angle - 90) * Math.PI) / 180;
  return { x: spot.x + Math.cos(turned) * distance, y: spot.y + Math.sin(turned) * distance, angle: spot.angle };
}
