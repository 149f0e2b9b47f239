/**
 * What is said, heard and how long it is seen. A log stays on the screen, so no sentence names the kind of a tile or how
 * it lies: what a covered tile looked like is for the players to remember (RR-13). While a tile lies face up, its own
 * label and the board's spoken line tell what it is.
 */
import type { GameEvent, Sentence, Sound } from "../game";

const PACE: Record<string, number> = {
  race_began: 700,
  turn_began: 450,
  tile_revealed: 950,
  tile_laid: 500,
  car_drove: 750,
  tile_covered: 650,
  tiles_swapped: 1300,
  canister_taken: 2000,
  race_ended: 2400,
};

export const pace = (event: GameEvent): number => PACE[event.kind] ?? 0;

export function tell(event: GameEvent, name: (seat: number) => string): Sentence | null {
  const key = `rally-run.${event.kind}`;
  switch (event.kind) {
    case "race_began":
    case "turn_began":
      return { key, values: { name: name(event.seat) } };
    case "tile_revealed":
      return { key, values: { name: name(event.seat), cell: event.cell } };
    case "car_drove":
      return { key, values: { name: name(event.seat), end: event.end } };
    case "tile_covered":
      return { key, values: { cell: event.cell } };
    case "tiles_swapped":
      return { key, values: { name: name(event.seat), a: event.a, b: event.b } };
    case "canister_taken":
      return { key, values: { name: name(event.seat), color: event.color, goal: event.goal } };
    case "race_ended":
      if (event.seat === null) return { key: "rally-run.race_ended_undecided" };
      return { key, values: { name: name(event.seat) } };
    default:
      return null;
  }
}

const SOUNDS: Record<string, Sound> = {
  race_began: "go",
  tile_revealed: "flip",
  tile_laid: "tap",
  car_drove: "drive",
  tile_covered: "cover",
  tiles_swapped: "swap",
  canister_taken: "canister",
};

export function sound(event: GameEvent): Sound | null {
  if (event.kind === "race_ended") return event.seat === null ? "lose" : "win";
  return SOUNDS[event.kind] ?? null;
}
