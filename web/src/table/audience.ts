/** Who is around on other devices. */
import type { Table } from "../protocol";
import { seatsMine } from "./powers";

type Around = Pick<Table, "seats" | "host" | "stage" | "spectators">;

/** How many look on besides whoever looks at this screen. */
export function spectatorsBeside(table: Around): number {
  return (table.spectators ?? 0) - (seatsMine(table).length === 0 ? 1 : 0);
}

/** Would anybody hear what is said here? Not bots, nor those who share this device. */
export function isHeard(table: Around): boolean {
  return (
    spectatorsBeside(table) > 0 || table.seats.some(({ taken, mine, kind }) => taken && !mine && kind !== "outside")
  );
}
