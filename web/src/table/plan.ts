/** What the host decides before a race; the rest of a table is who sits where. */
import type { Configure, Table } from "../protocol";

export type Plan = Required<Pick<Configure, "seats" | "options" | "decision_seconds" | "free_chat">>;

export function planOf({ seats, options, decision_seconds = null, free_chat = false }: Table): Plan {
  return { seats: seats.length, options, decision_seconds, free_chat };
}
