/**
 * What a game's folder gives to the rest of the client. There is no rule in it: views and legal actions come from the
 * server, events say what happened, and a board draws.
 */
import type { Component } from "svelte";
import type { GameInfo } from "../protocol";

/** A view as `docs/notation.md` and `docs/games/*.md` describe it; every game narrows it to its own shape. */
export type View = Record<string, any>;

/** Something that happened: its kind, the clause behind it, and its facts. */
export type GameEvent = { kind: string; clause: string } & Record<string, any>;

/** A sentence of the locale files with what goes into it. */
export interface Sentence {
  key: string;
  values?: Record<string, string | number>;
  /** Values that are signs, as keys of the words to read aloud in their place. */
  words?: Record<string, string[]>;
  /** The clause behind it, where something was refused: "Why?" is offered with it. */
  clause?: string;
  /** Only the seat that it is told to may know it: on a shared device it goes when the device is passed on. */
  secret?: boolean;
}

export type Sound =
  | "tap"
  | "refused"
  | "card"
  | "trick"
  | "wind"
  | "drive"
  | "roll"
  | "jump"
  | "flip"
  | "cover"
  | "swap"
  | "canister"
  | "slide"
  | "done"
  | "tick"
  | "go"
  | "missile"
  | "crash"
  | "splash"
  | "battery"
  | "shield"
  | "fall"
  | "turn"
  | "win"
  | "lose";

/** A clock of the server that runs; `until` on this page's own `performance.now()`. */
export interface Clock {
  kind: "start" | "countdown" | "decision";
  seat: number | null;
  until: number;
}

export interface BoardProps {
  game: GameInfo;
  /** What to draw: the view after the events shown so far. */
  view: View;
  /** The event that is being shown, already staged in `view`; null when all is at rest. */
  event: GameEvent | null;
  /** How many milliseconds the event has; 0 means without motion. */
  duration: number;
  /** Through whose eyes; null: a spectator. */
  seat: number | null;
  names: string[];
  /** What `seat` may do now; empty while events are still being shown. */
  legal: string[];
  /** What the server offers to preview, see the game's page in `docs/protocol.md`. */
  hints: Record<string, any> | null;
  clock: Clock | null;
  /** Do an action of `seat`. A refusal is told by the page around the board. Resolves to whether it was accepted. */
  act: (action: string) => Promise<boolean>;
  /** Only for programming: slides in a row, then perhaps the end of programming. */
  program: (first: number, slides: string, done: boolean, hints: boolean) => Promise<ProgramAnswer>;
  /** Tell the player something at once: on the screen and for a screen reader. */
  say: (sentence: Sentence) => void;
  play: (sound: Sound) => void;
}

export interface ProgramAnswer {
  accepted: boolean;
  /** How many slides the server has seen in this round. */
  slides: number;
  hints: Record<string, any> | null;
}

export interface OptionFieldProps {
  game: GameInfo;
  /** Of all seats, in their order. */
  names: string[];
  label: string;
  help: string;
  value: unknown;
  /** Null: it is only looked at. */
  onchange: ((value: unknown) => void) | null;
}

/** An option that is no number, word or switch, such as a list of boards: only its game knows how to show it. */
export interface OptionForm {
  Field: Component<OptionFieldProps>;
  /** Options that mean nothing while this one is chosen. */
  replaces?: string[];
}

export interface GameModule {
  Board: Component<BoardProps>;
  /** The view as it looks after an event: a drawing of what the event says, never a decision. Returns a new object. */
  stage: (view: View, event: GameEvent, seat: number | null) => View;
  /** How long an event is shown at normal speed, in milliseconds; 0: it goes by with the next one. */
  pace: (event: GameEvent) => number;
  /** The event as a sentence for the log and screen readers; null: nothing worth saying. */
  tell: (event: GameEvent, name: (seat: number) => string) => Sentence | null;
  sound: (event: GameEvent) => Sound | null;
  /** An action in a few words, or a program in signs, for somebody who looks back at the view it was chosen in. */
  name: (action: string, view: View) => Sentence;
  /** A program in pictures: the signs of `name` are for those who know them. */
  Program?: Component<{ program: string }>;
  options?: Record<string, OptionForm>;
}
