/** The view after an event. It draws what the event says and decides nothing. */
import type { GameEvent, View } from "../game";
import { raceView, type RaceView, type Show } from "./view";

type Change = (view: RaceView, event: GameEvent) => Partial<RaceView>;

const at = <T>(list: T[], index: number, item: T): T[] => list.map((old, place) => (place === index ? item : old));

const showing = (view: RaceView, more: Show): Show => ({ ...view.show, ...more });

const CHANGES: Record<string, Change> = {
  round_began: (view, event) => ({
    round: event.round,
    phase: "play",
    hands: view.hands.map(() => 0),
    trick: [],
    played: [],
    motors: view.motors.map(() => 0),
    show: { dealt: event.cards },
  }),

  hand_dealt: (view, event) => ({ hands: at(view.hands, event.seat, event.cards ?? view.show?.dealt ?? 0) }),

  /** A trick's winner takes its cards away together with the flag (SR-11); the other flags leave the cards alone. */
  flag_taken: (view, event) =>
    event.clause === "SR-11"
      ? { flag: event.seat, played: [...view.played, ...view.trick], trick: [], show: {} }
      : { flag: event.seat, show: {} },

  card_played: (view, event) => {
    const hand = view.hands[event.seat];
    const left = typeof hand === "number" ? hand - 1 : hand.filter((card) => card !== event.card);
    return { hands: at(view.hands, event.seat, left), trick: [...view.trick, event.card] };
  },

  trick_won: (view, event) => ({
    show: showing(view, {
      won: { seat: event.seat, card: event.card, color: event.winning_color, lowest: event.lowest },
    }),
  }),

  motor_wound_up: (view, event) => ({ motors: at(view.motors, event.seat, event.after) }),

  motor_used: (view, event) => ({
    motors: at(view.motors, event.seat, 0),
    show: showing(view, { running: { seat: event.seat, value: event.value }, jumped: [] }),
  }),

  car_jumped: (view, event) => ({
    show: showing(view, { jumped: [...(view.show?.jumped ?? []), event.distance] }),
  }),

  /** The jumps stay in `show` while the drive is being drawn; `car_rolled` and the next mover forget them. */
  car_drove: (view, event) => ({ distances: at(view.distances, event.seat, event.end) }),

  car_rolled: (view, event) => ({
    distances: at(view.distances, event.seat, event.end),
    show: showing(view, { jumped: [] }),
  }),

  line_crossed: () => ({}),

  round_ended: () => ({ show: { release: true } }),

  race_ended: (_, event) => ({ phase: "over", winner: event.seat }),
};

export function stage(before: View, event: GameEvent): View {
  const view = raceView(before);
  // Who is next is the server's to say: it comes with its view when all events have been shown.
  return { ...view, actors: [], legal_actions: [], ...CHANGES[event.kind]?.(view, event) };
}
