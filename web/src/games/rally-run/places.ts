/**
 * Where things lie on the table: the grid with its columns A–E and rows 1–5, and the four start-finish tiles outside its
 * corners. This is where to draw, not where a car may drive: that is for the server to say.
 */

export type Side = "N" | "E" | "S" | "W";
export type Corner = "NW" | "NE" | "SE" | "SW";

export const SIDES: Side[] = ["N", "E", "S", "W"];
export const CORNERS: Corner[] = ["NW", "NE", "SE", "SW"];
export const CELLS: string[] = [1, 2, 3, 4, 5].flatMap((row) => [..."ABCDE"].map((column) => `${column}${row}`));
export const PIT = "C3";

/** How wide the rim around the grid is, in cells: room for a start-finish tile that a finger finds on a phone. */
const RIM = 0.88;
/** The whole board, in cells. */
export const EXTENT = 5 + 2 * RIM;

const STEP: Record<Side, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const CORNER_AT: Record<Corner, [number, number]> = { NW: [-1, 0], NE: [4, -1], SE: [5, 4], SW: [0, 5] };
/** The free squares of the rim beside each start-finish tile: where its flag stands, and where its trophy waits. */
const FLAG_AT: Record<Corner, [number, number]> = { NW: [-1, -1], NE: [5, -1], SE: [5, 5], SW: [-1, 5] };
const TROPHY_AT: Record<Corner, [number, number]> = { NW: [0, -1], NE: [5, 0], SE: [4, 5], SW: [-1, 4] };
const CORNER_SIDE: Record<Corner, Side> = { NW: "E", NE: "S", SE: "W", SW: "N" };

export const isCorner = (place: string): place is Corner => place in CORNER_AT;

/** Column and row, both from 0; −1 and 5 are the rim. */
export function at(place: string): [column: number, row: number] {
  if (isCorner(place)) return CORNER_AT[place];
  return ["ABCDE".indexOf(place[0]), Number(place[1]) - 1];
}

const PLACE_AT = new Map([...CELLS, ...CORNERS].map((place) => [at(place).join(), place]));

/** The place next to this one on a side; null: the table's edge. */
export function beyond(place: string, side: Side): string | null {
  const [column, row] = at(place);
  return PLACE_AT.get([column + STEP[side][0], row + STEP[side][1]].join()) ?? null;
}

/** On which side of `place` its neighbour `other` lies; null if they are no neighbours. */
export const sideToward = (place: string, other: string): Side | null =>
  SIDES.find((side) => beyond(place, side) === other) ?? null;

/** Where the road of a start-finish tile leaves it. */
export const cornerSide = (corner: Corner): Side => CORNER_SIDE[corner];

const REACH = { N: "0 0 -8px", E: "0 0 0 -8px", S: "-8px 0 0", W: "0 -8px 0 0" };

/** How far taps are for a place, as an inset: a start-finish tile is smaller than a cell, and beyond it is nothing. */
export const reachOf = (place: string): string => (isCorner(place) ? REACH[CORNER_SIDE[place]] : "0");

/** A box on the board in cells from its north-western edge. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function span(index: number): [start: number, length: number] {
  if (index < 0) return [0, RIM];
  return [RIM + index, index > 4 ? RIM : 1];
}

function box([column, row]: [number, number]): Box {
  const [x, width] = span(column);
  const [y, height] = span(row);
  return { x, y, width, height };
}

export const boxOf = (place: string): Box => box(at(place));
export const flagBox = (corner: Corner): Box => box(FLAG_AT[corner]);
export const trophyBox = (corner: Corner): Box => box(TROPHY_AT[corner]);

export function middleOf(place: string): { x: number; y: number } {
  const { x, y, width, height } = boxOf(place);
  return { x: x + width / 2, y: y + height / 2 };
}

/** How a swap is written: the smaller cell first, by row and then by column. */
export const swapOf = (a: string, b: string): string =>
  (CELLS.indexOf(a) < CELLS.indexOf(b) ? [a, b] : [b, a]).join("-");
