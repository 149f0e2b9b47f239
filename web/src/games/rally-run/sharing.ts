/** Where cars stand, in cells, so that several fit on one place. */
import { middleOf } from "./places";

type Offset = [right: number, down: number];

const TOGETHER: Offset[][] = [
  [],
  [[0, 0]],
  [
    [-0.2, -0.2],
    [0.2, 0.2],
  ],
  [
    [-0.22, -0.22],
    [0.22, -0.2],
    [0, 0.24],
  ],
  [
    [-0.23, -0.22],
    [0.23, -0.22],
    [-0.23, 0.22],
    [0.23, 0.22],
  ],
];

export interface Spot {
  x: number;
  y: number;
  scale: number;
}

/** The spot of a car among all cars, each on its place; null: it is on none. */
export function spotOf(cars: (string | null)[], car: number): Spot | null {
  const place = cars[car];
  if (place === null) return null;
  const here = cars.flatMap((where, i) => (where === place ? [i] : []));
  const [right, down] = TOGETHER[here.length][here.indexOf(car)];
  const { x, y } = middleOf(place);
  return { x: x + right, y: y + down, scale: here.length > 1 ? 0.72 : 1 };
}
