/** The view as it looks after an event. Everything drawn here is said by the event; nothing is worked out. */
import type { GameEvent, View } from "../game";
import { type CarView, readController, racing, showOf, type Show, type TurboView, writeController } from "./view";

type Staging = (view: TurboView, event: GameEvent) => Partial<TurboView>;

const replaced = <T>(list: readonly T[], at: number, item: T): T[] => list.map((old, i) => (i === at ? item : old));

const car =
  (change: (event: GameEvent) => Partial<CarView>): Staging =>
  (view, event) => ({ cars: replaced(view.cars, event.seat, { ...view.cars[event.seat], ...change(event) }) });

/** Something of the show: the cars are driving, whatever was to be chosen before. */
const show =
  (change: (event: GameEvent, show: Show) => Partial<Show>): Staging =>
  (view, event) => {
    const before = showOf(view);
    return { phase: "race", show: { ...before, ...change(event, before) } };
  };

const both =
  (one: Staging, other: Staging): Staging =>
  (view, event) => {
    const first = one(view, event);
    return { ...first, ...other({ ...view, ...first } as TurboView, event) };
  };

const driving = (change: (event: GameEvent) => Partial<CarView>) =>
  both(
    car(change),
    show(() => ({})),
  );

const picked: Staging = (view, event) => {
  const { cars } = car(() => ({ racecar: event.racecar }))(view, event) as { cars: CarView[] };
  return { cars, phase: cars.every((one) => one.racecar) ? "grid" : "draft" };
};

const dealt: Staging = (view, event) => ({
  controllers: replaced(view.controllers, event.seat, event.pieces && writeController(event.pieces)),
  slides: replaced(view.slides, event.seat, event.pieces ? 0 : null),
});

const slid: Staging = (view, event) => {
  const text = view.controllers[event.seat];
  if (!text) return {};
  const pieces = readController(text);
  [pieces[event.start], pieces[event.end]] = [pieces[event.end], pieces[event.start]];
  return {
    controllers: replaced(view.controllers, event.seat, writeController(pieces)),
    slides: replaced(view.slides, event.seat, (view.slides[event.seat] ?? 0) + 1),
  };
};

const done: Staging = (view, event) => ({ done: [...view.done, event.seat] });

/** Against the clock smiles lie in the order of being done; a view lists them only once all have theirs. */
const smile: Staging = (view, event) => {
  if (view.done.length < racing(view).length) return {};
  if (view.mode === "realtime") return { smiles: [...view.done] };
  const smiles = [...view.smiles];
  smiles[event.smile] = event.seat;
  return { smiles };
};

const began: Staging = (view, event) => ({
  round: event.round,
  phase: "program",
  controllers: view.cars.map(() => null),
  slides: view.cars.map(() => null),
  done: [],
  smiles: [],
  turn: undefined,
  show: undefined,
});

const command = show((event) => ({
  command: {
    cell: event.cell,
    piece: event.piece,
    value: event.value ?? null,
    modifier: event.modifier ?? 0,
    why: event.why ?? [],
    ignored: event.kind === "command_ignored",
  },
  modifier: event.kind === "modifier_set" ? event.modifier : 0,
}));

const finished: Staging = (view, event) => ({
  finished: [...(view.finished ?? []), event.seat],
  ...car(() => ({ row: null, lane: null }))(view, event),
});

const STAGING: Record<string, Staging> = {
  racecar_picked: picked,
  car_placed: both(
    car(({ row, lane }) => ({ row, lane })),
    () => ({ phase: "grid" }),
  ),
  round_began: began,
  controller_dealt: dealt,
  piece_slid: slid,
  programming_done: done,
  time_ran_out: done,
  smile_taken: smile,
  program_shown: show((event, { programs }) => ({ programs: replaced(programs, event.seat, event.pieces) })),
  turn_began: both(
    show(({ seat, slowest }) => ({ turn: seat, slowest, spent: false, command: null, modifier: 0, slippery: false })),
    (_, { seat }) => ({ turn: seat }),
  ),
  command_began: command,
  modifier_set: command,
  command_ignored: command,
  car_stepped: driving(({ row, lane }) => ({ row, lane })),
  car_jumped: driving(({ end, lane }) => ({ row: end, lane })),
  car_slipped: show(() => ({ slippery: true })),
  battery_down: driving(({ left }) => ({ batteries: left })),
  battery_up: driving(({ now }) => ({ batteries: now })),
  car_fell: both(
    car(() => ({ lying: true })),
    show((event, { turn, modifier }) => ({ modifier: turn === event.seat ? 0 : modifier })),
  ),
  car_stood_up: driving(() => ({ lying: false })),
  shield_used: driving(({ left }) => ({ shields: left })),
  shield_gained: driving(({ now }) => ({ shields: now })),
  shield_spent: both(
    driving(({ left }) => ({ shields: left })),
    show(() => ({ spent: true, command: null })),
  ),
  shields_dropped: driving(() => ({ shields: 0 })),
  car_flew: both(
    driving(({ end }) => ({ lane: end })),
    show(() => ({ spent: true, command: null })),
  ),
  turn_ended: show(() => ({ spent: true, command: null, modifier: 0, slippery: false })),
  round_ended: both(
    show(() => ({ turn: null, ended: true, command: null, slowest: false })),
    () => ({ turn: undefined }),
  ),
  car_finished: finished,
  race_ended: (_, { seat }) => ({ phase: "over", winner: seat, turn: undefined }),
};

export function stage(view: View, event: GameEvent): View {
  const change = STAGING[event.kind]?.(view as TurboView, event) ?? {};
  return { ...view, ...change };
}
