/** The last trick: as it was seen, or at least its cards. */
import { trickOrder, type RaceView, type WonTrick } from "./view";

export interface LastTrick {
  order: (number | null)[];
  cards: string[];
  won: WonTrick | null;
}

/** The trick that has just been won, to be remembered. */
export function seenTrick(view: RaceView): LastTrick | null {
  const won = view.show?.won;
  return won ? { order: trickOrder(view), cards: view.trick, won } : null;
}

/** The remembered trick if it still is the last one. After a reload nobody has seen it: then only its cards are known. */
export function lastTrick(view: RaceView, seen: LastTrick | null): LastTrick | null {
  if (view.played.length === 0) return seen;
  const cards = view.played.slice(-view.seats);
  if (seen?.cards.join() === cards.join()) return seen;
  return { order: cards.map(() => null), cards, won: null };
}
