/**
 * The view after an event. A tile that is covered is forgotten here and everywhere (RR-13, RR-14): its kind leaves the
 * view with the event that covers it, and stays only where the server itself keeps it, as a ghost of open memory.
 */
import type { GameEvent, View } from "../game";
import { CELLS, sideToward } from "./places";
import type { Kind } from "./roads";
import { letterAt, pile, type RallyView, withLetter } from "./view";

type Change = (view: RallyView, event: GameEvent) => RallyView;

const CHANGES: Record<string, Change> = {
  race_began: (view, { seat }) => ({ ...view, turn: seat, actors: [seat] }),

  turn_began: (view, { seat, turn }) => ({ ...view, turn: seat, actors: [seat], turns: turn - 1, phase: "drive" }),

  tile_revealed: (view, { seat, cell, tile }) => ({
    ...view,
    phase: "turn",
    tiles: withLetter(view, cell, tile),
    revealed: cell,
    from: sideToward(cell, view.cars[seat]) ?? undefined,
    ...(view.ghosts && { ghosts: without(view.ghosts, cell) }),
  }),

  tile_laid: (view, { cell, sides }) => {
    const { revealed: _revealed, from: _from, ...rest } = view;
    return { ...rest, phase: "drive", open: { ...view.open, [cell]: sides } } as RallyView;
  },

  car_drove: (view, { seat, end }) => ({
    ...view,
    cars: view.cars.map((place, i) => (i === seat ? end : place)),
    swapped: null,
  }),

  tile_covered: (view, { cell }) => ({
    ...view,
    tiles: withLetter(view, cell, "?"),
    open: without(view.open, cell),
    ...(view.ghosts && { ghosts: { ...view.ghosts, [cell]: letterAt(view, cell) as Kind } }),
  }),

  tiles_swapped: (view, { a, b }) => ({
    ...view,
    swapped: [a, b].sort((one, other) => CELLS.indexOf(one) - CELLS.indexOf(other)),
    ...(view.ghosts && { ghosts: exchanged(view.ghosts, a, b) }),
  }),

  canister_taken: (view, { seat, color }) => ({
    ...view,
    goals: view.goals.map((goal, i) => (i === seat ? color : goal)),
    canisters: pile(view) - 1,
  }),

  race_ended: (view, { seat }) => ({ ...view, phase: "over", actors: [], turns: view.turns + 1, winner: seat }),
};

export function stage(view: View, event: GameEvent): View {
  const change = CHANGES[event.kind];
  return change ? { ...change(view as RallyView, event), legal_actions: [] } : view;
}

function without<T>(cells: Record<string, T>, cell: string): Record<string, T> {
  const { [cell]: _gone, ...rest } = cells;
  return rest;
}

function exchanged<T>(cells: Record<string, T>, a: string, b: string): Record<string, T> {
  const result = without(without(cells, a), b);
  if (a in cells) result[b] = cells[a];
  if (b in cells) result[a] = cells[b];
  return result;
}
