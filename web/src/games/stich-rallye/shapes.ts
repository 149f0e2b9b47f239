/** The lines of the road, drawn by hand for narrow screens, for wide ones and for those between. */

export type Shape = "tall" | "full" | "wide";

type Place = [x: number, y: number];

interface Lines {
  width: number;
  height: number;
  /** How wide the road is. */
  broad: number;
  /** The road against the clock, from the finish line on. The bay at the top is for the scenery. */
  road: Place[];
  /** The start lane from its end to where it meets the road; the first car stands at `front`. */
  lane: Place[];
  front: Place;
}

export const LINES: Record<Shape, Lines> = {
  tall: {
    width: 400,
    height: 424,
    broad: 37,
    road: [
      [290, 389],
      [346, 366],
      [363, 310],
      [356, 236],
      [364, 160],
      [358, 80],
      [312, 38],
      [264, 66],
      [242, 106],
      [200, 121],
      [158, 106],
      [136, 66],
      [88, 38],
      [42, 80],
      [36, 160],
      [44, 236],
      [37, 310],
      [54, 366],
      [110, 389],
      [200, 391],
    ],
    lane: [
      [84, 344],
      [110, 351],
      [190, 353],
      [262, 352],
      [288, 362],
    ],
    front: [256, 352],
  },
  full: {
    width: 840,
    height: 620,
    broad: 58,
    road: [
      [560, 566],
      [694, 556],
      [772, 486],
      [784, 370],
      [774, 256],
      [786, 146],
      [728, 62],
      [622, 70],
      [544, 146],
      [420, 180],
      [296, 146],
      [218, 70],
      [112, 62],
      [54, 146],
      [66, 256],
      [56, 370],
      [68, 486],
      [146, 556],
      [280, 566],
      [420, 568],
    ],
    lane: [
      [206, 500],
      [250, 507],
      [380, 508],
      [500, 507],
      [556, 528],
    ],
    front: [494, 507],
  },
  wide: {
    width: 840,
    height: 480,
    broad: 54,
    road: [
      [560, 431],
      [690, 424],
      [774, 366],
      [786, 280],
      [776, 196],
      [786, 118],
      [728, 54],
      [622, 60],
      [540, 124],
      [420, 150],
      [300, 124],
      [218, 60],
      [112, 54],
      [54, 118],
      [64, 196],
      [54, 280],
      [66, 366],
      [150, 424],
      [280, 431],
      [420, 432],
    ],
    lane: [
      [206, 370],
      [250, 377],
      [380, 378],
      [500, 377],
      [556, 396],
    ],
    front: [494, 377],
  },
};
