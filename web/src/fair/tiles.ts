/**
 * Rally Run: is every tile that is turned up the one that was sealed when the race began? Checked at once, by the way
 * of hashes from the tile to the root that the table was shown, and by the swaps this browser has seen.
 */
import type { Proven } from "../protocol";
import { bytes, hashText, hex, hmac, unhex } from "./sha256";

type Event = Record<string, any>;

const LEVELS = 5; // of the tree, for up to 32 cells
const PADDING = "0".repeat(64);
export const CELLS = [..."12345"].flatMap((row) => [..."ABCDE"].map((column) => column + row));
export const PIT = "C3";

export const leafOf = (race: string, cell: string, tile: string, salt: string) =>
  hashText(`karacho-tile-1\n${race}\n${cell}\n${tile}\n${salt}\n`);
export const saltOf = (race: string, cell: string, secret: string) =>
  hex(hmac(unhex(secret), bytes(`karacho-tile-salt-1\n${race}\n${cell}\n`)));
const nodeOf = (left: string, right: string) => hashText(`karacho-node-1\n${left}\n${right}\n`);

/** The root over the leaves of all cells; the pit has none. */
export function rootOf(leaf: (cell: string) => string): string {
  let level = Array.from({ length: 2 ** LEVELS }, (_, i) => (CELLS[i] && CELLS[i] !== PIT ? leaf(CELLS[i]) : PADDING));
  while (level.length > 1) level = level.filter((_, i) => i % 2 === 0).map((left, i) => nodeOf(left, level[2 * i + 1]));
  return level[0];
}

export function isProven(race: string, root: string, tile: string, { dealt, salt, path }: Proven): boolean {
  let place = CELLS.indexOf(dealt);
  let hash = leafOf(race, dealt, tile, salt);
  for (const beside of path) {
    hash = place & 1 ? nodeOf(beside, hash) : nodeOf(hash, beside);
    place >>= 1;
  }
  return path.length === LEVELS && place === 0 && hash === root;
}

export class TileWatch {
  /** How many tiles were as sealed, and the cell of the first one that was not. */
  checked = 0;
  wrong: string | null = null;

  #race: string;
  #root: string | null = null;
  #dealt = new Map<string, string>(); // by cell: where its tile was dealt to, as far as we know

  constructor(race: string) {
    this.#race = race;
  }

  /** The root that the table shows; the first one counts. */
  seal(root: string | null | undefined): void {
    this.#root ??= root ?? null;
  }

  /** We are here from the start, and every tile lies where it was dealt. */
  begin(): void {
    this.#dealt = new Map(CELLS.map((cell) => [cell, cell]));
  }

  /** Something was missed: from now on it counts what the next proofs say, as long as they agree with each other. */
  lose(): void {
    this.#dealt.clear();
  }

  follow(events: Event[], proofs: Proven[]): void {
    const left = [...proofs];
    for (const { kind, cell, tile, a, b } of events) {
      if (kind === "tile_revealed") this.#reveal(cell, tile, left.shift());
      if (kind === "tiles_swapped") this.#swap(a, b);
    }
  }

  #reveal(cell: string, tile: string, proof: Proven | undefined): void {
    if (this.#root === null) return; // a race of an earlier server
    if (
      proof &&
      proof.cell === cell &&
      this.#mayLie(cell, proof.dealt) &&
      isProven(this.#race, this.#root, tile, proof)
    ) {
      this.#dealt.set(cell, proof.dealt);
      this.checked++;
    } else {
      this.wrong ??= cell;
    }
  }

  #mayLie(cell: string, dealt: string): boolean {
    const known = this.#dealt.get(cell);
    return known === undefined ? ![...this.#dealt.values()].includes(dealt) : known === dealt;
  }

  #swap(a: string, b: string): void {
    const [first, second] = [this.#dealt.get(a), this.#dealt.get(b)];
    for (const [cell, dealt] of [
      [a, second],
      [b, first],
    ] as const) {
      if (dealt === undefined) this.#dealt.delete(cell);
      else this.#dealt.set(cell, dealt);
    }
  }
}
