/**
 * A carpet to play on (RR-17): road tiles lie on the cells as one likes, and cars stand where there is a road. Which way
 * a car can drive is asked of the server (see roads.svelte.ts).
 */
import { CELLS, CORNERS, isCorner, PIT } from "../games/rally-run/places";
import { DRAWN, type Kind, KINDS, turned } from "../games/rally-run/roads";

/** How many tiles of each kind there are. */
export type Mix = Record<Kind, number>;

export interface Carpet {
  /** The open sides of the tile on a cell; they tell its kind, too. */
  tiles: Record<string, string>;
  /** Where each car is; null: in the garage. */
  cars: (string | null)[];
}

const CARS = 4;

export const empty = (): Carpet => ({ tiles: {}, cars: Array(CARS).fill(null) });

/** What lies there at the very first visit: a road around, so that there is something to drive on. */
export const first = (): Carpet => ({
  tiles: { A1: "ESW", B1: "EW", C1: "SW", C2: "NS", B3: "EW", A3: "NE", A2: "NS" },
  cars: ["NW", "C3", null, null],
});

const KIND_OF = new Map(KINDS.flatMap((kind) => [0, 1, 2, 3].map((turns) => [turned(DRAWN[kind], turns), kind])));

/** The only kind of tile that can be open to exactly these sides; undefined: there is none. */
export const kindOf = (sides: string): Kind | undefined => KIND_OF.get(sides);

export const isRoadCell = (place: string): boolean => CELLS.includes(place) && place !== PIT;

/** How many tiles of a kind are still in the tray. */
export const left = (carpet: Carpet, mix: Mix, kind: Kind): number =>
  mix[kind] - Object.values(carpet.tiles).filter((sides) => kindOf(sides) === kind).length;

/** Is there anything a car can stand on? */
export const isDrivable = (carpet: Carpet, place: string): boolean =>
  isCorner(place) || place === PIT || place in carpet.tiles;

/** A tile on a cell, in place of the one that lies there. */
export const lay = (carpet: Carpet, cell: string, sides: string): Carpet => ({
  ...carpet,
  tiles: { ...carpet.tiles, [cell]: sides },
});

/** A quarter turn clockwise, whoever stands on it. */
export const turn = (carpet: Carpet, cell: string): Carpet => lay(carpet, cell, turned(carpet.tiles[cell], 1));

/** A tile off the carpet; cars that stood on it go to the garage. */
export function lift(carpet: Carpet, cell: string): Carpet {
  const { [cell]: _gone, ...tiles } = carpet.tiles;
  return { tiles, cars: carpet.cars.map((place) => (place === cell ? null : place)) };
}

/** A tile to another cell, with the cars on it; one that lies there comes back the same way. */
export function move(carpet: Carpet, from: string, to: string): Carpet {
  const { [from]: moved, [to]: met, ...tiles } = carpet.tiles;
  tiles[to] = moved;
  if (met) tiles[from] = met;
  const carry = (place: string | null) => (place === from ? to : place === to ? from : place);
  return { tiles, cars: carpet.cars.map(carry) };
}

/** A car somewhere else, or in the garage. */
export const put = (carpet: Carpet, car: number, place: string | null): Carpet => ({
  ...carpet,
  cars: carpet.cars.map((where, i) => (i === car ? place : where)),
});

/** A carpet out of anything (a file, the browser's storage); null if it is none. */
export function readCarpet(data: unknown, mix: Mix | null = null): Carpet | null {
  if (typeof data !== "object" || data === null) return null;
  const { tiles, cars } = data as Record<string, unknown>;
  if (typeof tiles !== "object" || tiles === null || !Array.isArray(cars) || cars.length !== CARS) return null;
  for (const [cell, sides] of Object.entries(tiles))
    if (!isRoadCell(cell) || typeof sides !== "string" || !kindOf(sides)) return null;
  const carpet: Carpet = { tiles: { ...tiles } as Record<string, string>, cars: [...cars] };
  const places = [...CELLS, ...CORNERS] as unknown[];
  if (!cars.every((place) => place === null || (places.includes(place) && isDrivable(carpet, place)))) return null;
  if (mix && KINDS.some((kind) => left(carpet, mix, kind) < 0)) return null;
  return carpet;
}
