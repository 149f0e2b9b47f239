/** The floor in these pictures: it is driven from left to right and goes on beyond the edges of the stage. */
import type { Face, Room } from "../../games/tiny-turbo-cars/rooms";
import { HEIGHT } from "../stage";

export const SPACE = 45;
const MIDDLE_LANE = 3;

/** The middle of a space on the stage; driving right, lane 1 lies on the left hand and so on top. */
export const spot = (row: number, lane: number) => ({
  x: (row - 0.5) * SPACE,
  y: HEIGHT / 2 + (lane - MIDDLE_LANE) * SPACE,
});

/** How a part gets here from another space. */
export const from = (here: [number, number], there: [number, number]): [number, number] => [
  (there[0] - here[0]) * SPACE,
  (there[1] - here[1]) * SPACE,
];

const room: Room = {
  floor: "planks",
  tones: ["#e6c793", "#d9b67d"],
  rug: "#3f6496",
  grass: false,
  obstacles: ["bricks", "ball", "bear"],
  furniture: ["books", "chest"],
};

/** A floor written as seen on the stage: five lines of eight signs, the left lane on top. */
export function faceOf(lanes: string[]): Face {
  const rows = Array.from({ length: lanes[0].length }, (_, row) => lanes.map((lane) => lane[row]).join(""));
  return { number: 0, name: null, room, rows };
}
