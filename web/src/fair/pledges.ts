/** What this browser mixes into the deals of races it sits in, and the commitments it has been shown before them. */
import type { Dealing, Sealed } from "../protocol";
import { recall, remember } from "../settings.svelte";
import { pledgeOf, type Notes } from "./proof";
import { hex } from "./sha256";

const KEY = "karacho.pledges";
const MOST = 20;

type Kept = [race: string, commitment: string, value: string][];

let memory = "[]"; // for browsers that keep nothing

function kept(): Kept {
  try {
    return JSON.parse(recall(KEY) ?? memory);
  } catch {
    return [];
  }
}

/** The hash that binds us for a race; the same one if it is asked for again. */
export function pledge({ race, commitment }: Sealed): string {
  const known = kept().find(([name]) => name === race);
  if (known) return pledgeOf(known[1], known[2]);
  const value = hex(crypto.getRandomValues(new Uint8Array(32)));
  memory = JSON.stringify([...kept(), [race, commitment, value]].slice(-MOST));
  remember(KEY, memory);
  return pledgeOf(commitment, value);
}

/** Our value, now that everybody is bound; null if this deal is not the one that we have pledged for. */
export function reveal({ race, commitment, pledges }: Dealing): string | null {
  const [, promised, value] = kept().find(([known]) => known === race) ?? [];
  if (promised !== commitment || !value) return null;
  return pledges.some(({ hash }) => hash === pledgeOf(commitment, value)) ? value : null;
}

export function notesOf(race: string): Notes {
  const [, commitment, value] = kept().find(([known]) => known === race) ?? [];
  return { commitment, value };
}
