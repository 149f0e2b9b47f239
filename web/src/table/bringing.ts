/** Another person sits down on this device. */
import type { GameInfo, Table } from "../protocol";
import { session } from "../session.svelte";
import { optionsForOneDevice, type Room } from "./company";
import { fitToSeats } from "./options";

/** Will the race no longer be against the clock, because people share a device? Only the host decides that. */
export function relaxes(table: Table, game: GameInfo): boolean {
  const { mode } = optionsForOneDevice(game.options, table.options);
  return table.host && table.stage !== "racing" && mode !== table.options.mode;
}

export async function bring(table: Table, game: GameInfo, { kind, seat }: Room, name: string): Promise<void> {
  const relaxed = relaxes(table, game);
  if (kind === "more" || relaxed) {
    const configured = await session.configure((table) => {
      const seats = Math.max(table.seats.length, seat + 1);
      const chosen = relaxed ? optionsForOneDevice(game.options, table.options) : table.options;
      return { seats, options: fitToSeats(game.options, chosen, seats) };
    });
    if (!configured) return;
  }
  if (kind === "open") await session.sit(seat, name);
  else await session.assign(seat, "person", { name });
}
