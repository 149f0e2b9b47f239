/** The sliding puzzle itself: which piece lies where, and what a push does. No clock, no network. */
import { PIECES } from "./pieces";

export type Way = "U" | "D" | "L" | "R";

/** Which of the fifteen pieces lies in each of the sixteen places; 15 is the gap. */
export type Cells = readonly number[];

export const GAP_ID = PIECES.length;
const SIDE = 4;

/** A way names where the piece goes; the piece comes from the other side of the gap. */
const SOURCE: Record<Way, { row: number; column: number }> = {
  U: { row: 1, column: 0 },
  D: { row: -1, column: 0 },
  L: { row: 0, column: 1 },
  R: { row: 0, column: -1 },
};

export const rowOf = (place: number) => Math.floor(place / SIDE);
export const columnOf = (place: number) => place % SIDE;
export const gapOf = (cells: Cells) => cells.indexOf(GAP_ID);
export const nameOf = (piece: number): string => PIECES[piece] ?? ".";

/** Numbers for the words of a controller: the same piece keeps its number, so that its picture stays the same one. */
export function cellsFrom(words: readonly string[]): number[] {
  const left = PIECES.map((name, id) => ({ name: name as string, id }));
  return words.map((word) => {
    const at = left.findIndex(({ name }) => name === word);
    return at < 0 ? GAP_ID : left.splice(at, 1)[0].id;
  });
}

export const wordsOf = (cells: Cells): string[] => cells.map(nameOf);

/** From which place a piece would slide this way into the gap; null: the gap lies at that edge. */
export function sourceOf(cells: Cells, way: Way): number | null {
  const gap = gapOf(cells);
  const row = rowOf(gap) + SOURCE[way].row;
  const column = columnOf(gap) + SOURCE[way].column;
  return row < 0 || row >= SIDE || column < 0 || column >= SIDE ? null : row * SIDE + column;
}

/** The cells after a slide; null if no piece can go that way. */
export function slide(cells: Cells, way: Way): number[] | null {
  const source = sourceOf(cells, way);
  if (source === null) return null;
  const after = [...cells];
  after[gapOf(cells)] = cells[source];
  after[source] = GAP_ID;
  return after;
}

export function slideAll(cells: Cells, ways: Iterable<string>): number[] {
  let after = [...cells];
  for (const way of ways) after = slide(after, way as Way) ?? after;
  return after;
}

/** The slides that push the piece at this place, and all between, toward the gap: none unless they share a line. */
export function pushesFrom(cells: Cells, place: number): Way[] {
  const gap = gapOf(cells);
  if (place === gap) return [];
  if (rowOf(place) === rowOf(gap)) return Array(Math.abs(place - gap)).fill(place > gap ? "L" : "R");
  if (columnOf(place) === columnOf(gap))
    return Array(Math.abs(rowOf(place) - rowOf(gap))).fill(place > gap ? "U" : "D");
  return [];
}

/** The places whose pieces a push from `place` would move. */
export function pushedBy(cells: Cells, place: number): number[] {
  const gap = gapOf(cells);
  const step = rowOf(place) === rowOf(gap) ? 1 : SIDE;
  const count = pushesFrom(cells, place).length;
  return Array.from({ length: count }, (_, i) => place + (place > gap ? -i : i) * step);
}
