/** What this client may do with a seat. The server decides; this only keeps useless buttons off the screen. */
import type { SeatInfo, Table } from "../protocol";

export type Power =
  /** Take an open seat oneself. */
  | "sit"
  /** Take the wheel back from whoever drives one's own seat. */
  | "wheel"
  /** Call oneself something else. */
  | "rename"
  /** Give one's own seat up. */
  | "stand"
  /** Let a house bot drive: of some level. */
  | "bot"
  /** Put another person of this device on it. */
  | "here"
  /** Leave it open for a guest. */
  | "open"
  /** Let a program of one's own drive. */
  | "outside";

/** After so many seconds everybody seated may ask a bot to drive for somebody who is away. */
export const PATIENCE = 30;

type Around = Pick<Table, "seats" | "host" | "stage">;

/** `away`: for how many seconds the seat's person has been away; `secrets`: is anything hidden in this game? */
export function powers(table: Around, number: number, away = table.seats[number].away ?? 0, secrets = false): Power[] {
  const held = withoutSecrets(table, number, away);
  const seat = table.seats[number];
  if (!secrets || table.stage !== "racing" || seat.mine || seat.kind === "outside") return held;
  return isSeated(table) && table.seats.some(isRivals) ? held.filter((power) => !LOOKS.includes(power)) : held;
}

/** With these one would see through one more seat: nobody does who races against others. */
const LOOKS: Power[] = ["here", "outside"];

function isRivals(seat: SeatInfo): boolean {
  return isPersons(seat) && !seat.mine;
}

function withoutSecrets(table: Around, number: number, away: number): Power[] {
  const seat = table.seats[number];
  if (seat.mine) return seat.kind === "person" ? ["rename", "bot", "outside", "stand"] : ["wheel", "bot", "stand"];
  if (isPersons(seat)) return powersOverAbsent(table, seat, away);
  const held: Power[] = [];
  if (seat.kind === "open") held.push(isSeated(table) ? "here" : "sit");
  if (table.host) held.push("bot", ...(held.includes("here") ? [] : (["here"] as const)), "outside");
  if (table.host && seat.kind !== "open") held.push("open");
  return held;
}

/** Nobody is pushed away who is there, and in a race the owner must find the seat when coming back. */
function powersOverAbsent(table: Around, seat: SeatInfo, away: number): Power[] {
  if (seat.present || away < PATIENCE || !(table.host || isSeated(table))) return [];
  const held: Power[] = seat.kind === "person" ? ["bot"] : [];
  return table.host && table.stage !== "racing" ? [...held, "open"] : held;
}

/** Does a person own the seat, even if a bot drives it now? */
function isPersons(seat: SeatInfo): boolean {
  return Boolean(seat.taken) && seat.kind !== "outside";
}

function isSeated(table: Around): boolean {
  return table.seats.some((seat) => seat.mine);
}

export function freeSeats(table: Around): number[] {
  return table.seats.flatMap((seat, number) => (seat.kind === "open" && !seat.taken ? [number] : []));
}

/** What the other people on this device are called: of two with one name nobody would know whose turn it is. */
export function namesOnDevice(table: Around, except: number | null = null): string[] {
  return seatsMine(table).flatMap((number) => (number === except ? [] : [table.seats[number].name]));
}

export function seatsMine(table: Around): number[] {
  return table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
}
