/** How long an event of Tiny Turbo Cars is shown at normal speed, and how it sounds. */
import type { GameEvent, Sound } from "../game";

const PACE: Record<string, number> = {
  racecar_picked: 600,
  car_placed: 450,
  round_began: 700,
  programming_done: 150,
  time_ran_out: 900,
  smile_taken: 200,
  program_shown: 220,
  turn_began: 850,
  command_began: 460,
  modifier_set: 520,
  command_ignored: 420,
  car_stepped: 250,
  car_jumped: 560,
  car_blocked: 320,
  car_stopped: 300,
  car_slipped: 360,
  missile_fired: 560,
  car_hit: 340,
  damage_averted: 360,
  battery_down: 340,
  battery_up: 320,
  car_fell: 620,
  car_stood_up: 480,
  shield_used: 380,
  shield_gained: 340,
  shield_spent: 340,
  shields_dropped: 340,
  car_flew: 800,
  turn_ended: 200,
  round_ended: 600,
  car_finished: 1100,
  race_ended: 900,
};

const SOUNDS: Record<string, Sound> = {
  racecar_picked: "tap",
  car_placed: "drive",
  round_began: "turn",
  programming_done: "done",
  time_ran_out: "refused",
  program_shown: "flip",
  turn_began: "wind",
  modifier_set: "tap",
  command_ignored: "refused",
  car_stepped: "drive",
  car_jumped: "jump",
  car_blocked: "crash",
  car_stopped: "crash",
  car_slipped: "splash",
  missile_fired: "missile",
  car_hit: "crash",
  damage_averted: "tap",
  battery_down: "lose",
  battery_up: "battery",
  car_fell: "fall",
  car_stood_up: "battery",
  shield_used: "shield",
  shield_gained: "shield",
  shield_spent: "shield",
  shields_dropped: "cover",
  car_flew: "jump",
  car_finished: "win",
  race_ended: "win",
};

export function pace(event: GameEvent): number {
  return PACE[event.kind] ?? 0;
}

export function sound(event: GameEvent): Sound | null {
  return SOUNDS[event.kind] ?? null;
}
