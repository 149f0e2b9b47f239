/** Where another person on this device can sit, and what it takes. */
import type { GameInfo, OptionInfo, Table } from "../protocol";
import { withOption, type Options } from "./options";
import { freeSeats } from "./powers";

export type Room =
  /** An open seat. */
  | { kind: "open"; seat: number }
  /** A bot makes room; only the host can ask that. */
  | { kind: "bot"; seat: number }
  /** The table gets one seat more; only the host can ask that. */
  | { kind: "more"; seat: number };

/** On one device people program one after the other: whoever comes second would find the countdown running. */
export function optionsForOneDevice(options: OptionInfo[], chosen: Options): Options {
  const mode = options.find(({ name, choices }) => name === "mode" && choices?.includes("relaxed"));
  return mode ? withOption(chosen, mode, "relaxed") : chosen;
}

export function roomForOneMore(table: Table, game: GameInfo): Room | null {
  const [open] = freeSeats(table);
  if (open !== undefined) return { kind: "open", seat: open };
  if (!table.host) return null;
  const bot = table.seats.findIndex((seat) => seat.kind === "bot" && !seat.taken);
  if (bot >= 0) return { kind: "bot", seat: bot };
  const more = game.seats.includes(table.seats.length + 1) && table.stage !== "racing";
  return more ? { kind: "more", seat: table.seats.length } : null;
}
