/** Carpets that were kept, in this browser, and carpets as files. */
import { recall, remember } from "../settings.svelte";
import { KINDS } from "../games/rally-run/roads";
import type { GameInfo } from "../protocol";
import { type Carpet, type Mix, readCarpet } from "./carpet";

export interface Kept {
  /** Counts up; never used again. */
  number: number;
  name: string;
  carpet: Carpet;
}

export const MOST_KEPT = 60;
const MOST_NAME = 40;
const SHELF = "karacho.carpets";
const FLOOR = "karacho.carpet";
const MIX = "karacho.mix";
const FORMAT = "karacho-carpet";

const cleanName = (name: unknown): string => (typeof name === "string" ? name.trim().slice(0, MOST_NAME) : "");

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** What was kept; anything damaged is left out. */
export function readShelf(text: string | null): Kept[] {
  const found = parse(text);
  if (!Array.isArray(found)) return [];
  return found.slice(0, MOST_KEPT).flatMap((kept) => {
    const carpet = readCarpet(kept?.carpet);
    return carpet && Number.isInteger(kept.number) ? [{ number: kept.number, name: cleanName(kept.name), carpet }] : [];
  });
}

export const loadShelf = (): Kept[] => readShelf(recall(SHELF));
export const saveShelf = (shelf: Kept[]): void => remember(SHELF, JSON.stringify(shelf));

/** The shelf with one more carpet, newest first; the oldest makes room. */
export function keep(shelf: Kept[], name: string, carpet: Carpet): Kept[] {
  const number = Math.max(0, ...shelf.map((kept) => kept.number)) + 1;
  return [{ number, name: cleanName(name), carpet }, ...shelf].slice(0, MOST_KEPT);
}

export const rename = (shelf: Kept[], number: number, name: string): Kept[] =>
  shelf.map((kept) => (kept.number === number ? { ...kept, name: cleanName(name) } : kept));

/** What was lying on the floor when the page was left. */
export const loadFloor = (): Carpet | null => readCarpet(parse(recall(FLOOR)));
export const saveFloor = (carpet: Carpet): void => remember(FLOOR, JSON.stringify(carpet));

/** How many tiles of each kind the server had when it was last reached; null: it never was. */
export function loadMix(): Mix | null {
  const found = parse(recall(MIX)) as Mix | null;
  return found && KINDS.every((kind) => Number.isInteger(found[kind])) ? found : null;
}

/** How many tiles of each kind there are is the server's to say; it is kept for times without it. */
export function keepMix(game: GameInfo): Mix {
  const { standard } = (game.data as { mixes: Record<string, Mix> }).mixes;
  remember(MIX, JSON.stringify(standard));
  return standard;
}

export const writeFile = (name: string, { tiles, cars }: Carpet): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, name, tiles, cars }, null, 2)}\n`;

/** A carpet from the text of a file; null if it is none, or needs more tiles than there are. */
export function readFile(text: string, mix: Mix | null): { name: string; carpet: Carpet } | null {
  const data = parse(text) as Record<string, unknown> | null;
  if (data?.format !== FORMAT) return null;
  const carpet = readCarpet(data, mix);
  return carpet && { name: cleanName(data.name), carpet };
}

/** A name for a file that every system takes. */
export const fileName = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N} _-]+/gu, "").trim() || "carpet"}.carpet.json`;
