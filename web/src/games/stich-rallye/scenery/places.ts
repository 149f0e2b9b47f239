/** Where the scenery finds room beside the road. */
import type { Shape } from "../shapes";

export type Place = [x: number, y: number];

/** The curves leave a bay at the top, the corners of the mat and, inside, two lobes free. */
export interface Places {
  bay: Place;
  corners: Place[];
  lobes: Place[];
  /** How large things are. */
  size: number;
}

export const PLACES: Record<Shape, Places> = {
  tall: {
    bay: [200, 60],
    size: 0.62,
    corners: [
      [26, 26],
      [374, 24],
      [378, 398],
      [22, 400],
    ],
    lobes: [
      [95, 118],
      [305, 118],
    ],
  },
  full: {
    bay: [420, 98],
    size: 1.05,
    corners: [
      [42, 42],
      [800, 40],
      [796, 578],
      [44, 578],
    ],
    lobes: [
      [166, 226],
      [674, 226],
    ],
  },
  wide: {
    bay: [420, 80],
    size: 0.92,
    corners: [
      [40, 40],
      [802, 38],
      [796, 440],
      [42, 440],
    ],
    lobes: [
      [160, 176],
      [680, 176],
    ],
  },
};
