/** Several people on one device: through whose eyes it shows the race, and when it has to be passed on. */
import type { View } from "../games/game";
import type { GameInfo, SeatInfo } from "../protocol";

export interface Device {
  /** The seats of people on this device, in order. */
  mine: number[];
  /** Who decides now, as the view says. */
  actors: number[];
  /** Through whose eyes the device shows the race now. */
  look: number | null;
  /** Who has last said to hold it; only that person is shown what is secret. */
  holder: number | null;
  /** Do seats see different things now? */
  secret: boolean;
}

export type Handover =
  /** Nothing to do. */
  | { kind: "keep" }
  /** Show the race through these eyes, no screen is needed. */
  | { kind: "look"; seat: number | null }
  /** The device has to be passed to this seat's person, who says so by a tap. */
  | { kind: "pass"; seat: number };

export const KEEP: Handover = { kind: "keep" };

/** Phases in which nobody has anything to hide, in games that have secrets otherwise. */
const OPEN_PHASES: Record<string, string[]> = { "tiny-turbo-cars": ["draft", "grid", "fly", "shield", "over"] };

export function isSecretNow(game: GameInfo, view: View): boolean {
  return game.secrets && !OPEN_PHASES[game.name]?.includes(view.phase);
}

/** The seats that this device's people drive themselves. */
export function seatsOfDevice(seats: SeatInfo[]): number[] {
  return seats.flatMap((seat, number) => (seat.mine && seat.kind === "person" ? [number] : []));
}

export function handover({ mine, actors, look, holder, secret }: Device): Handover {
  if (mine.length === 0) return look === null ? KEEP : { kind: "look", seat: null };
  if (mine.length === 1) return look === mine[0] ? KEEP : { kind: "look", seat: mine[0] };
  const asked = mine.filter((seat) => actors.includes(seat));
  const safe = !secret || look === null || look === holder;
  if (asked.length === 0) return safe ? KEEP : { kind: "look", seat: null };
  if (look !== null && asked.includes(look)) return safe ? KEEP : { kind: "pass", seat: look };
  const seat = nextOf(asked, look ?? holder);
  return secret ? { kind: "pass", seat } : { kind: "look", seat };
}

/** The one who has it already, or else the first clockwise from there. */
function nextOf(asked: number[], from: number | null): number {
  return asked.find((seat) => from !== null && seat >= from) ?? asked[0];
}
