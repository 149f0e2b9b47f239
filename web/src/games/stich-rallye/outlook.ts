/** What a choice would do, as the words of the locale files need it. */
import type { Sentence } from "../game";
import type { Ghost, Hints, Landing } from "./view";

type Values = NonNullable<Sentence["values"]>;

/** The spaces that a drive counts. */
export const driven = ({ start, drove, jumped }: Landing): number => drove - start - jumped.length;

export function landingValues(landing: Landing): Values {
  const roll = Math.sign(landing.end - landing.drove);
  return {
    spaces: driven(landing),
    drove: landing.drove,
    end: landing.end,
    jumps: landing.jumped.length,
    roll: roll > 0 ? "on" : roll < 0 ? "back" : "none",
    line: landing.line ? "yes" : "no",
    wins: landing.wins ? "yes" : "no",
  };
}

/** The ghosts of a card: both landings, or none if the card would not win. */
export function cardGhosts(hints: Hints | null, card: string | null, seat: number | null): Ghost[] {
  const hint = card === null ? undefined : hints?.cards?.[card];
  return hint ? ghosts(hint.coast, hint.turbo, seat, hints?.last ?? false) : [];
}

/** The ghosts of the turbo choice. */
export function turboGhosts(hints: Hints | null, seat: number | null): Ghost[] {
  return ghosts(hints?.coast, hints?.turbo, seat, true);
}

function ghosts(
  coast: Landing | null | undefined,
  turbo: Landing | null | undefined,
  seat: number | null,
  certain: boolean,
): Ghost[] {
  if (seat === null) return [];
  const list: Ghost[] = [];
  if (coast) list.push({ seat, way: "coast", landing: coast, certain });
  if (turbo) list.push({ seat, way: "turbo", landing: turbo, certain });
  return list;
}
