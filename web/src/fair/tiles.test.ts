import { describe, expect, it } from "vitest";
import type { Proven } from "../protocol";
import { unchain } from "./proof";
import samples from "./samples.jsonl?raw";
import { isProven, TileWatch } from "./tiles";

interface Shown {
  version: number;
  events: Record<string, any>[];
  proofs: Proven[];
}
const { proof, frames } = JSON.parse(samples)["rally-run"] as { proof: string; frames: Shown[] };
const { race, tiles: root } = unchain(proof)!.head;
const reveals = frames.flatMap(({ events, proofs }) => {
  const shown = events.filter(({ kind }) => kind === "tile_revealed");
  return shown.map(({ tile }, i) => ({ tile: tile as string, proof: proofs[i] }));
});

/** Somebody who sees the race from a version on; `cheat` may change what is sent. */
function watched(from = 0, cheat: (frame: Shown) => void = () => undefined): TileWatch {
  const watch = new TileWatch(race);
  watch.seal(root);
  if (from === 0) watch.begin();
  for (const frame of structuredClone(frames.slice(from))) {
    cheat(frame);
    watch.follow(frame.events, frame.proofs);
  }
  return watch;
}

const revealed = ({ events }: Shown) => events.find(({ kind }) => kind === "tile_revealed");

describe("tiles under seals", () => {
  it("are proven, each for itself", () => {
    expect(reveals.length).toBeGreaterThan(8);
    expect(reveals.some(({ proof }) => proof.cell !== proof.dealt)).toBe(true);
    for (const { tile, proof } of reveals) {
      expect(isProven(race, root!, tile, proof)).toBe(true);
      for (const other of [..."ILTXD"].filter((kind) => kind !== tile)) {
        expect(isProven(race, root!, other, proof)).toBe(false);
      }
      expect(isProven(race, root!, tile, { ...proof, path: proof.path.slice(1) })).toBe(false);
      expect(isProven(race, root!, tile, { ...proof, dealt: proof.dealt === "A1" ? "B1" : "A1" })).toBe(false);
      expect(isProven("another race", root!, tile, proof)).toBe(false);
    }
  });

  it("are all checked by whoever watches, from the start or later", () => {
    expect(watched()).toMatchObject({ checked: reveals.length, wrong: null });
    expect(watched(6).wrong).toBeNull();
    expect(watched(6).checked).toBeGreaterThan(3);
  });

  it("cannot be other tiles", () => {
    const cheat = (frame: Shown) => {
      const event = revealed(frame);
      if (event) event.tile = event.tile === "L" ? "I" : "L";
    };
    expect(watched(0, cheat).wrong).not.toBeNull();
  });

  it("cannot come without a proof", () => {
    expect(watched(0, (frame) => (frame.proofs = [])).wrong).not.toBeNull();
  });

  it("cannot have been exchanged in secret, though each of them is sealed", () => {
    // The server shows a tile that lies elsewhere, with the proof that belongs to it.
    const [first, second] = reveals;
    expect(first.proof.dealt).not.toBe(second.proof.dealt);
    const cheat = (frame: Shown) => {
      const event = revealed(frame);
      if (event?.cell !== first.proof.cell) return;
      event.tile = second.tile;
      frame.proofs = [{ ...second.proof, cell: event.cell }];
    };
    expect(watched(0, cheat).wrong).toBe(first.proof.cell);
  });

  it("of a race without seals are not checked", () => {
    const watch = new TileWatch(race);
    watch.begin();
    for (const { events } of frames) watch.follow(events, []);
    expect(watch).toMatchObject({ checked: 0, wrong: null });
  });
});
