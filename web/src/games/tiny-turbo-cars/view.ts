/** What the server shows of a race of Tiny Turbo Cars, and what the show of a round adds to it while it runs. */
import type { View } from "../game";

export const LANES = 5;
export const FACE_ROWS = 6;

export interface CarView {
  racecar: string | null;
  row: number | null;
  lane: number | null;
  batteries: number;
  shields: number;
  lying: boolean;
}

/** The command that runs: `value` is null for a modifier, and for a command that was ignored. */
export interface Command {
  cell: number;
  piece: string;
  value: number | null;
  modifier: number;
  why: string[];
  ignored: boolean;
}

/** Drawn, never sent: where the show of a round stands. */
export interface Show {
  programs: (string[] | null)[];
  turn: number | null;
  /** All programs have run. */
  ended: boolean;
  slowest: boolean;
  /** The driver's commands have all run; what is left is flying and shields. */
  spent: boolean;
  command: Command | null;
  /** The sum of modifiers that waits for the next command. */
  modifier: number;
  slippery: boolean;
}

export type Phase = "draft" | "grid" | "program" | "race" | "fly" | "shield" | "over";

export interface TurboView extends View {
  seats: number;
  mode: "realtime" | "relaxed";
  edition: "fr" | "en";
  round: number;
  phase: Phase;
  map: string[];
  finish_row: number;
  cars: CarView[];
  controllers: (string | null)[];
  slides: (number | null)[];
  done: number[];
  smiles: number[];
  turn?: number;
  finished?: number[];
  winner?: number;
  show?: Show;
}

/** The words of a controller, line by line. */
export function readController(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** As the server writes it: two blanks between lines. */
export function writeController(pieces: readonly string[]): string {
  return [0, 4, 8, 12].map((at) => pieces.slice(at, at + 4).join(" ")).join("  ");
}

const program = (text: string | null) => (text === null ? null : readController(text).slice(4, 12));

/** The show as it stands, or, where a view came fresh from the server, as that view tells it. */
export function showOf(view: TurboView): Show {
  if (view.show) return view.show;
  const open = view.phase === "fly" || view.phase === "shield" || view.phase === "over";
  return {
    programs: view.cars.map((_, seat) => (open ? program(view.controllers[seat] ?? null) : null)),
    turn: view.turn ?? null,
    ended: view.phase === "over",
    slowest: view.turn !== undefined && view.smiles.at(-1) === view.turn,
    spent: view.phase === "fly" || view.phase === "shield",
    command: null,
    modifier: 0,
    slippery: false,
  };
}

/** The seats that still race. */
export function racing(view: TurboView): number[] {
  return view.cars.map((_, seat) => seat).filter((seat) => !view.finished?.includes(seat));
}

/** Who has which smile, the happiest first: against the clock by being done, else once all are done. */
export function smilePile(view: TurboView): number[] {
  if (view.smiles.length > 0) return view.smiles;
  return view.mode === "realtime" ? view.done : [];
}

export function isShow(view: TurboView): boolean {
  return view.phase === "race" || view.phase === "fly" || view.phase === "shield" || view.phase === "over";
}
