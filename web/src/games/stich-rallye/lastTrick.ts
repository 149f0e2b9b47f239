/** The last trick: as it was seen, or at least its cards. */
import { trickOrder, type Color, type Hints, type RaceView, type WonTrick } from "./view";

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

/** The remembered trick if it still is the last one, else the server's word; without it only the cards are known. */
export function lastTrick(view: RaceView, seen: LastTrick | null, told?: Hints["last_trick"]): LastTrick | null {
  if (view.played.length === 0) return seen;
  const cards = view.played.slice(-view.seats);
  if (seen?.cards.join() === cards.join()) return seen;
  if (!told || !cards.includes(told.card)) return { order: cards.map(() => null), cards, won: null };
  const { leader, ...won } = told;
  const order = cards.map((_, place) => (leader + place) % view.seats);
  return { order, cards, won: { ...won, color: won.card[0] as Color } };
}
