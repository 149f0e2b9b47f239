/** How long events are shown, and how they sound. */
import type { GameEvent, Sound } from "../game";

/** Longer drives take longer, but nobody wants to wait for a lap. */
const driving = (spaces: number): number => Math.min(2600, 420 + 130 * Math.abs(spaces));

const PACES: Record<string, (event: GameEvent) => number> = {
  round_began: () => 1300,
  hand_dealt: (event) => (event.cards ? 800 : 0),
  flag_taken: (event) => (event.clause === "SR-11" ? 650 : 800),
  card_played: () => 620,
  trick_won: () => 1700,
  motor_wound_up: () => 260,
  motor_used: (event) => (event.clause === "SR-12" ? 1000 : 800),
  car_jumped: () => 0,
  car_drove: (event) => driving(event.end - event.start),
  car_rolled: (event) => driving(event.end - event.start),
  line_crossed: () => 900,
  round_ended: () => 1500,
  race_ended: () => 1800,
};

export const pace = (event: GameEvent): number => PACES[event.kind]?.(event) ?? 0;

const SOUNDS: Record<string, Sound> = {
  card_played: "card",
  trick_won: "trick",
  motor_wound_up: "wind",
  motor_used: "go",
  car_jumped: "jump",
  car_drove: "drive",
  car_rolled: "roll",
  line_crossed: "done",
  race_ended: "win",
};

export function sound(event: GameEvent): Sound | null {
  if (event.kind === "hand_dealt") return event.cards ? "flip" : null;
  return SOUNDS[event.kind] ?? null;
}
