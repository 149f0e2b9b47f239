/** Events as sentences: who only hears the race knows from them what the others see. */
import type { GameEvent, Sentence } from "../game";
import { byColor, colorOf, named, valueOf } from "./cards";

type Naming = (seat: number) => string;
type Telling = (event: GameEvent, name: Naming) => [key: string, values: NonNullable<Sentence["values"]>] | null;

const FLAG_KEYS: Record<string, string> = { "SR-1": "flag_drawn", "SR-11": "flag_won", "SR-13": "flag_leader" };

const TELLINGS: Record<string, Telling> = {
  round_began: (event) => ["round_began", { round: event.round, cards: event.cards }],

  hand_dealt: (event) => (event.cards ? ["hand_dealt", byColor(event.cards)] : null),

  flag_taken: (event, name) => [FLAG_KEYS[event.clause], { name: name(event.seat) }],

  card_played: (event, name) => ["card_played", { name: name(event.seat), ...named(event.card) }],

  trick_won: (event, name) => [
    "trick_won",
    {
      name: name(event.seat),
      ...named(event.card),
      lowest_color: colorOf(event.lowest),
      lowest: valueOf(event.lowest),
    },
  ],

  motor_wound_up: (event, name) => [
    event.after === 0 ? "motor_overwound" : "motor_wound_up",
    { name: name(event.seat), value: event.after },
  ],

  motor_used: (event, name) => [
    event.clause === "SR-12" ? "motor_released" : "motor_used",
    { name: name(event.seat), value: event.value },
  ],

  car_jumped: (event, name) => ["car_jumped", { name: name(event.seat), other: name(event.over) }],

  car_drove: (event, name) => ["car_drove", { name: name(event.seat), spaces: event.spaces, distance: event.end }],

  car_rolled: (event, name) => [
    event.end > event.start ? "car_rolled_on" : "car_rolled_back",
    { name: name(event.seat), distance: event.end },
  ],

  line_crossed: (event, name) => ["line_crossed", { name: name(event.seat), lap: event.lap }],

  round_ended: (event) => ["round_ended", { round: event.round }],

  race_ended: (event, name) => [
    event.reason === "CROSSED_TWICE" ? "race_won_at_line" : "race_won",
    { name: name(event.seat) },
  ],
};

export function tell(event: GameEvent, name: Naming): Sentence | null {
  const told = TELLINGS[event.kind]?.(event, name);
  if (!told) return null;
  const [key, values] = told;
  return { key: `stich-rallye.told.${key}`, values, ...(event.kind === "hand_dealt" && { secret: true }) };
}
