/** A board is drawn as a room: its floor, its rug, the things left lying about and the furniture. */
import type { Furniture } from "./drawings/furniture";
import type { Obstacle } from "./drawings/obstacles";
import { FACE_ROWS, LANES } from "./view";

export type Floor = "slabs" | "concrete" | "checks" | "tiles" | "planks" | "stone" | "mat" | "parquet";

export interface Room {
  floor: Floor;
  /** Two tones of the floor. */
  tones: readonly [string, string];
  rug: string;
  grass: boolean;
  obstacles: readonly Obstacle[];
  furniture: readonly Furniture[];
}

const room = (
  floor: Floor,
  tones: readonly [string, string],
  rug: string,
  obstacles: readonly Obstacle[],
  furniture: readonly Furniture[],
  grass = false,
): Room => ({ floor, tones, rug, obstacles, furniture, grass });

const GRASS = "#6aa84f";

const ROOMS: Record<string, Room> = {
  "front-garden": room("slabs", ["#e3d3b4", "#d5c29d"], GRASS, ["can"], ["hedge"], true),
  garage: room("concrete", ["#cfccc6", "#bfbbb4"], GRASS, ["spanner"], ["bench", "tools"], true),
  kitchen: room("checks", ["#f3ecdc", "#cfdcc8"], "#c9824b", ["spoon", "apple"], ["stool", "bin"]),
  bathroom: room("tiles", ["#dceaf0", "#c3d9e2"], "#e8b7a5", ["duck"], ["tub", "stool"]),
  "living-room": room("planks", ["#dcb27a", "#cfa064"], "#a9434b", ["remote", "cushion"], ["table", "armchair"]),
  hallway: room("stone", ["#e2c9a8", "#d4b68f"], "#8a6b4a", ["shoes"], ["rack", "umbrellas"]),
  "childrens-room": room("mat", ["#f6e3c0", "#dfe6d2"], "#4f9c98", ["bricks", "bear", "ball"], ["chest", "house"]),
  library: room("parquet", ["#b98a5c", "#a97a4d"], "#6a4a86", ["remote"], ["books", "tomes"]),
  "dining-room": room("planks", ["#e6c793", "#d9b67d"], "#3f6496", ["cutlery"], ["chair", "leg"]),
  laundry: room("tiles", ["#ece9e2", "#d8d6cf"], "#7e93b8", ["sock", "peg"], ["washer", "basket"]),
  "back-garden": room("slabs", ["#dfd2b6", "#cfbf9d"], GRASS, ["gnome", "ball"], ["hedge"], true),
  terrace: room("planks", ["#cdb49a", "#bfa488"], GRASS, ["pot"], ["deckchair"], true),
};

/** Boards that somebody else made look like one of ours. */
const LENT = ["living-room", "kitchen", "childrens-room", "dining-room", "hallway"];

export interface Face {
  /** Which board of the strip, counted from the start. */
  number: number;
  name: string | null;
  room: Room;
  rows: string[];
}

type Data = Record<string, unknown>;

function nameOf(rows: string[], data: Data): string | null {
  const faces = (data.faces ?? {}) as Record<string, { rows?: string[] }>;
  const text = rows.join();
  return Object.keys(faces).find((name) => faces[name].rows?.join() === text) ?? null;
}

/** The boards of a track, known by their spaces. */
export function facesOf(map: readonly string[], data: Data): Face[] {
  const count = Math.ceil(map.length / FACE_ROWS);
  return Array.from({ length: count }, (_, number) => {
    const rows = map.slice(number * FACE_ROWS, (number + 1) * FACE_ROWS);
    const name = nameOf(rows, data);
    const lent = number === 0 ? "front-garden" : number === count - 1 ? "back-garden" : LENT[number % LENT.length];
    return { number, name, room: ROOMS[name ?? ""] ?? ROOMS[lent], rows };
  });
}

export interface Space {
  row: number;
  lane: number;
  terrain: string;
}

/** The spaces of a face; rows count from 1 within it, the first nearest the start. */
export function spacesOf(face: Face): Space[] {
  return face.rows.flatMap((text, at) =>
    Array.from({ length: LANES }, (_, lane) => ({ row: at + 1, lane: lane + 1, terrain: text[lane] })),
  );
}

/** Things differ from space to space, always in the same way. */
export function pick<T>(choices: readonly T[], row: number, lane: number): T {
  return choices[(row * 7 + lane * 3 + ((row * lane) % 5)) % choices.length];
}

export type Sides = Record<"ahead" | "back" | "left" | "right", boolean>;

/** On which sides the same terrain goes on, so that rugs and furniture grow together. */
export function sidesOf(face: Face, { row, lane, terrain }: Space): Sides {
  const is = (r: number, l: number) => face.rows[r - 1]?.[l - 1] === terrain;
  return { ahead: is(row + 1, lane), back: is(row - 1, lane), left: is(row, lane - 1), right: is(row, lane + 1) };
}

const WORDS: Record<string, string> = {
  ".": "empty",
  S: "grid",
  c: "carpet",
  "^": "speeder",
  o: "obstacle",
  "~": "puddle",
  "#": "impassable",
};

/** The word of a terrain in the locale files; past the last board all is empty. */
export function terrainWord(map: readonly string[], row: number, lane: number): string {
  return WORDS[map[row - 1]?.[lane - 1] ?? "."];
}
