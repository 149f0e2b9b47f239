/** What a show is made of: steps with their events, and the lines of its log. */
import type { GameEvent, Sentence, Sound } from "./games/game";
import type { Driver } from "./protocol";

/** What a table's frame and a replay's step have in common. */
export interface Step {
  version: number;
  view: Record<string, unknown>;
  events?: Record<string, unknown>[];
  reset?: boolean;
  driver?: Driver | null;
  /** Where several versions come at once: how many of the events each of them brought, and who drove. */
  parts?: [events: number, driver: Driver | null][];
}

export interface LogLine {
  /** Counts up; a key for lists. */
  number: number;
  version: number;
  sentence: Sentence;
  clause: string;
  driver: Driver | null;
}

export interface ShowTools<S extends Step> {
  name: (seat: number) => string;
  /** Through whose eyes a frame is seen. */
  seat: (step: S) => number | null;
  /** How much longer than at normal speed events take; 0: straight to the end of every frame. */
  slowness: () => number;
  still: () => boolean;
  hidden: () => boolean;
  play: (sound: Sound) => void;
  /** A sentence as it is read aloud. */
  text: (sentence: Sentence) => string;
  /** Everything received has been shown, the last of it in `step`. */
  rested?: (step: S) => void;
}

/** The events of a step. */
export function events(step: Step): GameEvent[] {
  return (step.events ?? []) as GameEvent[];
}

/** Which version brought the event at `index`, and who drove. */
export function originOf(step: Step, index: number): { version: number; driver: Driver | null } {
  const parts = step.parts ?? [];
  let before = 0;
  for (const [at, [count, driver]] of parts.entries()) {
    before += count;
    if (index < before) return { version: step.version - parts.length + 1 + at, driver };
  }
  return { version: step.version, driver: step.driver ?? null };
}
