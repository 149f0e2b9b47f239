/** The view of a race as `docs/games/rally-run.md` describes it, and what a board reads from it. */
import type { View } from "../game";
import { at, type Corner, CORNERS, type Side } from "./places";
import type { Face, Kind } from "./roads";

export type Color = "red" | "blue" | "green" | "yellow";

export interface RallyView extends View {
  seats: number;
  turn: number;
  turns: number;
  phase: "drive" | "turn" | "over";
  /** Five rows of kinds; `?` lies face down, `*` is the pit. */
  tiles: string[];
  open: Record<string, string>;
  cars: string[];
  colors: Record<Corner, Color>;
  goals: (Color | null)[];
  /** How many are left; their colors when the race is over. */
  canisters: number | Color[];
  swapped: string[] | null;
  revealed?: string;
  from?: Side;
  /** Only with open memory: covered tiles that have been face up. */
  ghosts?: Record<string, Kind>;
  winner?: number | null;
}

export function letterAt(view: RallyView, cell: string): string {
  const [column, row] = at(cell);
  return view.tiles[row][column];
}

/** The rows of kinds with another letter at one cell. */
export function withLetter(view: RallyView, cell: string, letter: string): string[] {
  const [column, row] = at(cell);
  return view.tiles.map((text, i) => (i === row ? text.slice(0, column) + letter + text.slice(column + 1) : text));
}

/** What lies face up on a cell; null for a face-down tile and for the pit. */
export function faceAt(view: RallyView, cell: string): Face | null {
  const letter = letterAt(view, cell);
  return letter === "?" || letter === "*" ? null : { kind: letter as Kind, sides: view.open[cell] ?? null };
}

export const pile = (view: RallyView): number =>
  typeof view.canisters === "number" ? view.canisters : view.canisters.length;

/** The start-finish tile of a color. */
export const cornerOf = (view: RallyView, color: Color): Corner | null =>
  CORNERS.find((corner) => view.colors[corner] === color) ?? null;

/** Which seat has to reach this start-finish tile; null: nobody, as far as is known. */
export function seatBoundFor(view: RallyView, corner: Corner): number | null {
  const seat = view.goals.indexOf(view.colors[corner]);
  return seat < 0 ? null : seat;
}

export const carsAt = (view: RallyView, place: string): number[] =>
  view.cars.flatMap((where, seat) => (where === place ? [seat] : []));
