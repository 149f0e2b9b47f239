/** What the board reads: the view of `docs/games/stich-rallye.md`, the hints of the server and the game's data. */
import type { GameInfo } from "../../protocol";
import type { View } from "../game";

export type Color = "R" | "G" | "B";

/** Pairs of the first and the last space of a hill. */
export interface Track {
  spaces: number;
  downhill: [number, number][];
  uphill: [number, number][];
}

export interface RaceView {
  track: string | Track;
  seats: number;
  round: number;
  phase: "play" | "turbo" | "over";
  flag: number;
  /** Cards where they may be seen, else how many there are. */
  hands: (string[] | number)[];
  trick: string[];
  played: string[];
  motors: number[];
  distances: number[];
  actors: number[];
  winner?: number;
  show?: Show;
}

/** What staged events add for the drawing alone; a view from the server has none of it. */
export interface Show {
  /** How many cards each seat gets in the round that is being dealt. */
  dealt?: number;
  /** The distances that the next drive jumps over. */
  jumped?: number[];
  /** The trick on the table has been won. */
  won?: WonTrick;
  /** Whose motor is running, and what it gives. */
  running?: { seat: number; value: number };
  /** The round is over and the motors run, one after another. */
  release?: boolean;
}

export interface WonTrick {
  seat: number;
  card: string;
  color: Color;
  lowest: string;
}

export interface Landing {
  start: number;
  drove: number;
  end: number;
  jumped: number[];
  line: boolean;
  wins: boolean;
}

/** A landing to be drawn: a car that is not there yet. */
export interface Ghost {
  seat: number;
  way: "coast" | "turbo";
  landing: Landing;
  certain: boolean;
}

export interface CardHint {
  wins: boolean;
  lowest: string;
  coast: Landing | null;
  turbo: Landing | null;
}

export interface Hints {
  winning?: { card: string; seat: number } | null;
  lowest?: string | null;
  /** The last trick of this round: who led it, and who won it with which card. */
  last_trick?: { leader: number; seat: number; card: string; lowest: string };
  cards?: Record<string, CardHint>;
  last?: boolean;
  coast?: Landing;
  turbo?: Landing;
  discs?: { next: number[] };
}

export const raceView = (view: View): RaceView => view as RaceView;

export const handSize = (hand: string[] | number): number => (typeof hand === "number" ? hand : hand.length);

/** The track of a race: one of the game's own by name, or a user's own as data. */
export function trackOf(view: RaceView, game: GameInfo): Track {
  if (typeof view.track !== "string") return view.track;
  const tracks = game.data.tracks as Record<string, Track>;
  return tracks[view.track];
}

export const themeOf = (view: RaceView): string => (typeof view.track === "string" ? view.track : "carpet");

/** The values on the motor disc in winding order. */
export const discOf = (game: GameInfo): number[] => game.data.discs as number[];

/** Who is due at each place of the trick, from the seat with the flag on clockwise. */
export function trickOrder(view: RaceView): number[] {
  return Array.from({ length: view.seats }, (_, place) => (view.flag + place) % view.seats);
}

/** The number of the current trick and of all tricks in the round. */
export function trickCount(view: RaceView): { number: number; total: number } {
  const held = view.hands.reduce<number>((sum, hand) => sum + handSize(hand), 0);
  const inRound = (view.played.length + view.trick.length + held) / view.seats;
  const total = view.show?.dealt ?? Math.round(inRound);
  return { number: Math.min(total, Math.floor(view.played.length / view.seats) + 1), total };
}

/** The space 1 … L of a distance; 0 is the start space. */
export const spaceOf = (distance: number, spaces: number): number => (distance > 0 ? ((distance - 1) % spaces) + 1 : 0);

/** How often a car at this distance has crossed the finish line. */
export const lapsOf = (distance: number, spaces: number): number =>
  distance > 0 ? Math.floor((distance - 1) / spaces) : 0;
