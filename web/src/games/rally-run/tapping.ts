/**
 * What a tap on a place means. It only reads the legal actions that came with the view; anything else it hands to the
 * server, which says in the player's language why it cannot be.
 */
import { CELLS, isCorner, sideToward, swapOf } from "./places";
import type { RallyView } from "./view";

export type Meaning =
  | { do: "act"; action: string }
  | { do: "lift"; cell: string }
  | { do: "put_down" }
  /** Not possible: `action` is sent so that the server tells the reason. */
  | { do: "ask"; action: string }
  /** The choice lies elsewhere: show it (the arrows around the car, the pictures of the ways to lie). */
  | { do: "point" }
  | { do: "too_far" };

export interface Situation {
  view: RallyView;
  seat: number;
  legal: Set<string>;
  /** Cells whose tile can be swapped with some other. */
  liftable: Set<string>;
  lifted: string | null;
  /** The hand was chosen: tiles are to be swapped, even those the car could drive onto. */
  hand: boolean;
}

/** The cells that appear in a legal swap. */
export const liftableCells = (legal: string[]): Set<string> =>
  new Set(legal.filter((action) => action.includes("-")).flatMap((action) => action.split("-")));

export function meaningOf(place: string, situation: Situation): Meaning {
  const { view, seat, legal, lifted } = situation;
  if (view.turn !== seat || view.phase === "over") return ask("A1-B1", legal);
  if (view.phase === "turn") return place === view.revealed ? { do: "point" } : ask("A1-B1", legal);
  return lifted === null ? firstTap(place, situation) : secondTap(place, lifted, legal);
}

/** The own car is dragged to a place. */
export function meaningOfDrag(place: string, { view, seat, legal }: Situation): Meaning {
  const side = sideToward(view.cars[seat], place);
  if (!side) return { do: "too_far" };
  return legal.has(side) ? { do: "act", action: side } : ask(side, legal);
}

function firstTap(place: string, { view, seat, legal, liftable, hand }: Situation): Meaning {
  const side = sideToward(view.cars[seat], place);
  if (side && legal.has(side) && !(hand && liftable.has(place))) return { do: "act", action: side };
  if (liftable.has(place)) return { do: "lift", cell: place };
  if (place === view.cars[seat]) return { do: "point" };
  if (side && !view.swapped?.includes(place)) return ask(side, legal);
  if (isCorner(place)) return { do: "too_far" };
  const partner = CELLS.find((cell) => cell !== place && liftable.has(cell)) ?? "A1";
  return ask(swapOf(place, partner), legal);
}

function secondTap(place: string, lifted: string, legal: Set<string>): Meaning {
  if (place === lifted || isCorner(place)) return { do: "put_down" };
  const action = swapOf(lifted, place);
  return legal.has(action) ? { do: "act", action } : ask(action, legal);
}

/** Never by accident something that is allowed: asking must not act. */
const ask = (action: string, legal: Set<string>): Meaning =>
  legal.has(action) ? { do: "point" } : { do: "ask", action };
