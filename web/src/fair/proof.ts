/**
 * The page's own check of a finished race, written after docs/fair-dealing.md and not after the server: that the seed
 * follows from what was sealed before the deal and what players mixed in, and that no entry of the log was altered.
 */
import { bytes, hashText, hex, hmac, unhex } from "./sha256";

export interface Head {
  race: string;
  game: string;
  rules: number;
  seats: number;
  options: Record<string, unknown>;
  began: number;
  commitment: string;
  pledges: [number, string][];
  /** Rally Run: the root under which the tiles were sealed when the race began. */
  tiles?: string;
}

/** Number, version, seconds, kind, seat, action, driver, detail. */
export type Entry = [number, number, number, string, number | null, string | null, string | null, object];

export interface Tail {
  salt: string;
  secret: string;
  values: (string | null)[];
  seed: string;
  outcome: { reason: string | null };
}

export interface Proof {
  head: Head;
  entries: Entry[];
  tail: Tail;
  fingerprint: string;
}

/**
 * Where we were when a race was dealt for which we had pledged: `there`, with our pledge in the server's hands; `stood`
 * up before; or `other`, another device of our account spoke for us. None of these: away, or just a moment too late.
 */
export type Fate = "there" | "stood" | "other";

/** What this browser has noted while the race was on. */
export interface Notes {
  commitment?: string;
  value?: string;
  fate?: Fate;
  fingerprint?: string;
  tiles?: string;
}

export type Failure = "chain" | "noted" | "seal" | "players" | "seed" | "result" | "ignored";
/** Is our value among those mixed in? If not, why that is nobody's fault; `none`: we had pledged nothing. */
export type Mine = "mixed" | "late" | "stood" | "other" | "none";
export type Verdict = { ok: true; proof: Proof; mixed: number; mine: Mine } | { ok: false; failure: Failure };

export const commitmentOf = (race: string, salt: string, secret: string) =>
  hashText(`karacho-commitment-1\n${race}\n${salt}\n${secret}\n`);

export const pledgeOf = (commitment: string, value: string) => hashText(`karacho-pledge-1\n${commitment}\n${value}\n`);

export function seedOf({ race, commitment, pledges }: Head, { secret, values }: Tail): string {
  const lines = pledges.map(([seat, hash], i) => `${seat} ${hash} ${values[i] ?? "-"}\n`).join("");
  return hex(hmac(unhex(secret), bytes(`karacho-seed-1\n${race}\n${commitment}\n${lines}`)));
}

/** The lines of a race; null: one of them was altered. */
export function unchain(text: string): Proof | null {
  const [first, ...lines] = text.split("\n");
  if (first !== "karacho-race 1" || lines.pop() !== "" || lines.length < 3) return null;
  let hash = "";
  const contents: unknown[] = [];
  for (const line of lines) {
    const content = line.slice(65);
    hash = hashText(`${hash}\n${content}\n`);
    if (line.slice(0, 65) !== `${hash} `) return null;
    contents.push(JSON.parse(content));
  }
  const entries = contents.slice(1, -1) as Entry[];
  return { head: contents[0] as Head, entries, tail: contents.at(-1) as Tail, fingerprint: hash };
}

export function verify(text: string, notes: Notes = {}): Verdict {
  const proof = unchain(text);
  if (!proof) return { ok: false, failure: "chain" };
  const { head, entries, tail, fingerprint } = proof;
  const inOrder = entries.every(([number], i) => number === i + 1);
  if (!inOrder) return { ok: false, failure: "chain" };
  if ((notes.commitment ?? head.commitment) !== head.commitment) return { ok: false, failure: "noted" };
  if ((notes.fingerprint ?? fingerprint) !== fingerprint) return { ok: false, failure: "noted" };
  if ((notes.tiles ?? head.tiles) !== head.tiles) return { ok: false, failure: "noted" };
  if (commitmentOf(head.race, tail.salt, tail.secret) !== head.commitment) return { ok: false, failure: "seal" };
  const kept = head.pledges.every(([, hash], i) => {
    const value = tail.values[i];
    return value === null || pledgeOf(head.commitment, value) === hash;
  });
  if (!kept || tail.values.length !== head.pledges.length) return { ok: false, failure: "players" };
  if (BigInt(`0x${seedOf(head, tail)}`).toString() !== tail.seed) return { ok: false, failure: "seed" };
  if (typeof tail.outcome.reason !== "string") return { ok: false, failure: "result" }; // no race ends without one
  const mine = findOurs(proof, notes);
  if (mine === "ignored") return { ok: false, failure: "ignored" };
  return { ok: true, proof, mixed: tail.values.filter((value) => value !== null).length, mine };
}

function findOurs({ head, tail }: Proof, { value, fate }: Notes): Mine | "ignored" {
  if (value === undefined) return "none";
  if (tail.values.includes(value)) return "mixed";
  if (isListed(head.commitment, value, head.pledges)) return "late"; // the list was closed with it, it was not revealed
  return fate === "there" ? "ignored" : (fate ?? "late");
}

export const isListed = (commitment: string, value: string, pledges: [number, string][]) =>
  pledges.some(([, hash]) => hash === pledgeOf(commitment, value));
