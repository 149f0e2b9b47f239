/** Events as sentences, for the log and for screen readers. */
import type { GameEvent, Sentence } from "../game";
import { programOf } from "./name";
import { pieceWord, racecarWord, signed } from "./pieces";

type Values = Record<string, string | number>;
type Telling = (event: GameEvent) => Values;

const yes = (is: boolean) => (is ? "yes" : "no");

/** Did the carpet slow a command? A piece without a number does not say what its value would have been: no reason then. */
function carpetUnder({ piece, value, modifier, why }: GameEvent): "slows" | "lies" | "no" {
  if (!why.includes("carpet")) return "no";
  const own = Number(piece.slice(1));
  return !own ? "lies" : value - modifier < own ? "slows" : "no";
}

const because = (event: GameEvent): Values => ({
  sum: event.piece === "_" ? "0" : signed(event.modifier),
  carpet: carpetUnder(event),
  speeder: yes(event.why.includes("speeder")),
  ability: yes(event.why.includes("ability")),
});

const plain: Telling = () => ({});
const place: Telling = ({ row, lane }) => ({ row, lane });

const TELLING: Record<string, Telling> = {
  racecar_picked: ({ racecar }) => ({ racecar: racecarWord(racecar) }),
  car_placed: place,
  round_began: ({ round }) => ({ round }),
  programming_done: plain,
  time_ran_out: plain,
  smile_taken: ({ smile }) => ({ place: smile + 1 }),
  program_shown: ({ pieces }) => programOf(pieces).values!,
  turn_began: ({ slowest }) => ({ slowest: yes(slowest) }),
  command_began: (event) => ({
    step: event.cell + 1,
    piece: pieceWord(event.piece),
    value: event.value,
    ...because(event),
  }),
  modifier_set: ({ cell, piece, modifier, why }) => ({
    step: cell + 1,
    piece: pieceWord(piece),
    sum: signed(modifier),
    speeder: yes(why.includes("speeder")),
  }),
  command_ignored: ({ cell, piece }) => ({ step: cell + 1, piece: pieceWord(piece) }),
  car_stepped: place,
  car_jumped: ({ end, lane, target }) => ({ row: end, lane, short: yes(end !== target) }),
  car_blocked: plain,
  car_slipped: plain,
  missile_fired: ({ direction }) => ({ direction }),
  damage_averted: ({ by }) => ({ by: by.replaceAll(" ", "_") }),
  battery_down: ({ left }) => ({ left }),
  battery_up: ({ gained, now }) => ({ gained, now }),
  car_fell: plain,
  car_stood_up: plain,
  shield_used: ({ left }) => ({ left }),
  shield_gained: ({ gained, now }) => ({ gained, now }),
  shield_spent: ({ left }) => ({ left }),
  shields_dropped: ({ dropped }) => ({ dropped }),
  car_flew: ({ end }) => ({ lane: end }),
  round_ended: ({ round }) => ({ round }),
  car_finished: ({ place }) => ({ place: place + 1 }),
  race_ended: ({ reason }) => ({ reason }),
};

export function tell(event: GameEvent, name: (seat: number) => string): Sentence | null {
  const { kind, seat } = event;
  const who: Values = seat === undefined ? {} : { name: name(seat) };
  const key = (word: string) => `tiny-turbo-cars.tell.${word}`;
  if (kind === "car_stopped") {
    const into = event.into === null ? "" : name(event.into);
    return { key: key(into ? "car_ran_into" : kind), values: { ...who, into } };
  }
  if (kind === "car_hit") return { key: key(kind), values: { ...who, by: name(event.by) } };
  const telling = TELLING[kind];
  if (!telling) return null;
  const sentence: Sentence = { key: key(kind), values: { ...who, ...telling(event) } };
  return kind === "program_shown" ? { ...sentence, words: programOf(event.pieces).words } : sentence;
}
