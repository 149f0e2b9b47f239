/** Where another person on this device can sit, and what it takes. */
import type { GameInfo, Table } from "../protocol";
import { freeSeats } from "./powers";

export type Room =
  /** An open seat. */
  | { kind: "open"; seat: number }
  /** A bot makes room; only the host can ask that. */
  | { kind: "bot"; seat: number }
  /** The table gets one seat more; only the host can ask that. */
  | { kind: "more"; seat: number };

export function roomForOneMore(table: Table, game: GameInfo): Room | null {
  const [open] = freeSeats(table);
  if (open !== undefined) return { kind: "open", seat: open };
  if (!table.host) return null;
  const bot = table.seats.findIndex((seat) => seat.kind === "bot" && !seat.taken);
  if (bot >= 0) return { kind: "bot", seat: bot };
  const more = game.seats.includes(table.seats.length + 1) && table.stage !== "racing";
  return more ? { kind: "more", seat: table.seats.length } : null;
}
