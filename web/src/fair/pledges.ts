/** What this browser mixes into the deals of races it sits in, and the commitments it has been shown before them. */
import type { Dealing, Pledged, Sealed } from "../protocol";
import { recall, remember } from "../settings.svelte";
import { isListed, pledgeOf, type Fate, type Notes } from "./proof";
import { hex } from "./sha256";

const KEY = "karacho.pledges";
const MOST = 20;

type Kept = [race: string, commitment: string, value: string, fate?: Fate][];

let memory = "[]"; // for browsers that keep nothing

function kept(): Kept {
  try {
    return JSON.parse(recall(KEY) ?? memory);
  } catch {
    return [];
  }
}

function keep(all: Kept): void {
  memory = JSON.stringify(all.slice(-MOST));
  remember(KEY, memory);
}

/** The hash that binds us for a race; the same one if it is asked for again. */
export function pledge({ race, commitment }: Sealed): string {
  const known = kept().find(([name]) => name === race);
  if (known) {
    noteFate(race); // whoever had stood up sits again
    return pledgeOf(known[1], known[2]);
  }
  const value = hex(crypto.getRandomValues(new Uint8Array(32)));
  keep([...kept(), [race, commitment, value]]);
  return pledgeOf(commitment, value);
}

/** Where we were when a race was dealt: the proof is read with that in mind. */
export function noteFate(race: string, fate?: Fate): void {
  keep(kept().map(([name, commitment, value, before]) => [name, commitment, value, name === race ? fate : before]));
}

/** Our value, now that everybody is bound; null if this deal is not the one that we have pledged for. */
export function reveal({ race, commitment, pledges }: Dealing): string | null {
  const [, promised, value] = kept().find(([known]) => known === race) ?? [];
  if (promised !== commitment || !value) return null;
  return isListed(commitment, value, listed(pledges)) ? value : null;
}

/** Was a race dealt without us, though we were there? */
export function isIgnored(seal: Sealed): boolean {
  return notesOf(seal.race).fate === "there" && !isOursListed(seal);
}

/** Has somebody else pledged for one of our seats? */
export function isSpokenFor(seal: Sealed, mine: number[]): boolean {
  return !isOursListed(seal) && (seal.pledges ?? []).some(({ seat }) => mine.includes(seat));
}

function isOursListed({ race, commitment, pledges = [] }: Sealed): boolean {
  const { value } = notesOf(race);
  return value !== undefined && isListed(commitment, value, listed(pledges));
}

const listed = (pledges: Pledged[]) => pledges.map(({ seat, hash }): [number, string] => [seat, hash]);

export function notesOf(race: string): Notes {
  const [, commitment, value, fate] = kept().find(([known]) => known === race) ?? [];
  return { commitment, value, fate: fate ?? undefined };
}
