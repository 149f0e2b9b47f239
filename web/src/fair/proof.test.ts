import { describe, expect, it } from "vitest";
import type { Shown } from "../protocol";
import { Chance, checkDeal } from "./deal";
import { seedOf, unchain, verify } from "./proof";
import samples from "./samples.jsonl?raw";
import { bytes, hashText, hex, hmac, sha256 } from "./sha256";

const races = Object.entries(JSON.parse(samples) as Record<string, { proof: string; frames: unknown }>);

describe("SHA-256", () => {
  it("agrees with the browser's own for texts of all lengths", async () => {
    for (let length = 0; length < 200; length++) {
      const data = bytes("x".repeat(length) + "ü");
      const key = await crypto.subtle.importKey("raw", data, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const digest = await crypto.subtle.digest("SHA-256", data);
      const signed = await crypto.subtle.sign("HMAC", key, bytes("message"));
      expect(hex(sha256(data))).toBe(hex(new Uint8Array(digest)));
      expect(hex(hmac(data, bytes("message")))).toBe(hex(new Uint8Array(signed)));
    }
  });
});

describe.each(races)("a sealed race: %s", (_, { proof, frames }) => {
  const shown = frames as Shown[];

  it("checks out, and was dealt as its seed says", () => {
    const verdict = verify(proof);
    expect(verdict).toMatchObject({ ok: true, mixed: 2, mine: "none" });
    expect(checkDeal(unchain(proof)!, shown)).toBe(true);
  });

  it("is bound to what this browser has noted", () => {
    const { head, tail, fingerprint } = unchain(proof)!;
    const notes = { commitment: head.commitment, fingerprint, value: tail.values[0]! };
    expect(verify(proof, notes)).toMatchObject({ ok: true, mine: "mixed" });
    expect(verify(proof, { commitment: "0".repeat(64) })).toEqual({ ok: false, failure: "noted" });
    expect(verify(proof, { fingerprint: "0".repeat(64) })).toEqual({ ok: false, failure: "noted" });
  });

  it("was dealt with what this browser gave, or says why not", () => {
    const value = "f".repeat(64);
    expect(verify(proof, { value, fate: "there" })).toEqual({ ok: false, failure: "ignored" });
    expect(verify(proof, { value, fate: "stood" })).toMatchObject({ ok: true, mine: "stood" });
    expect(verify(proof, { value, fate: "other" })).toMatchObject({ ok: true, mine: "other" });
    expect(verify(proof, { value })).toMatchObject({ ok: true, mine: "late" });
  });

  it("shows every altered letter", () => {
    for (let place = 0; place < proof.length; place += 61) {
      const other = proof[place] === "0" ? "1" : "0";
      expect(verify(proof.slice(0, place) + other + proof.slice(place + 1))).toEqual({ ok: false, failure: "chain" });
    }
  });

  it("from another seed would be another", () => {
    // A race that shows little of its deal may by chance fit one other seed, but not many.
    const { head, entries, tail, ...rest } = unchain(proof)!;
    const seeds = Array.from({ length: 10 }, (_, i) => String(BigInt(tail.seed) + BigInt(i + 1)));
    const fitting = seeds.filter((seed) => checkDeal({ ...rest, head, entries, tail: { ...tail, seed } }, shown));
    expect(fitting.length).toBeLessThan(4);
  });
});

it("draws every number below a limit equally often", () => {
  const chance = new Chance(BigInt(7));
  const counts = Array<number>(7).fill(0);
  for (let i = 0; i < 70_000; i++) counts[chance.below(7)]++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

/** A forger who writes all hashes anew. */
function forged(text: string, change: (head: any, tail: any) => void): string {
  const lines = text.trim().split("\n").slice(1).map((line) => line.slice(65)); // prettier-ignore
  const [head, tail] = [JSON.parse(lines[0]), JSON.parse(lines.at(-1)!)];
  change(head, tail);
  lines[0] = JSON.stringify(head);
  lines[lines.length - 1] = JSON.stringify(tail);
  let hash = "";
  const chained = lines.map((line) => `${(hash = hashText(`${hash}\n${line}\n`))} ${line}`);
  return ["karacho-race 1", ...chained, ""].join("\n");
}

it("was dealt without a value that came too late: the list has its pledge", () => {
  let value = "";
  const late = forged(races[0][1].proof, (head, tail) => {
    [value, tail.values[0]] = [tail.values[0], null];
    tail.seed = BigInt(`0x${seedOf(head, tail)}`).toString();
  });
  expect(verify(late, { value, fate: "there" })).toMatchObject({ ok: true, mixed: 1, mine: "late" });
});

it("catches a forger who knows the format", () => {
  const text = races[0][1].proof;
  const failure = (change: (head: any, tail: any) => void) => (verify(forged(text, change)) as any).failure;
  expect(failure(() => undefined)).toBeUndefined();
  expect(failure((_, tail) => (tail.secret = "00".repeat(32)))).toBe("seal");
  expect(failure((_, tail) => (tail.salt = "00".repeat(32)))).toBe("seal");
  expect(failure((_, tail) => (tail.values[0] = "00".repeat(31) + "09"))).toBe("players");
  expect(failure((_, tail) => (tail.values[0] = null))).toBe("seed");
  expect(failure((_, tail) => tail.values.pop())).toBe("players");
  expect(failure((_, tail) => (tail.seed = "1"))).toBe("seed");
  expect(failure((_, tail) => (tail.outcome = { reason: null, winner: null, standing: [] }))).toBe("result");
});
