/** The tables this browser has been at, to come back to them. */
import { recall, remember } from "./settings.svelte";
import type { Stage, Table } from "./protocol";

export interface KnownTable {
  code: string;
  game: string;
  stage: Stage;
  names: string[];
  /** When it was last open here, in milliseconds since 1970. */
  at: number;
}

const KEY = "karacho.tables";
const MOST = 12;

function read(): KnownTable[] {
  try {
    const found = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found)
      ? found.filter((table) => typeof table?.code === "string" && Array.isArray(table.names))
      : [];
  } catch {
    return [];
  }
}

const kept = $state<{ tables: KnownTable[] }>({ tables: read() });

/** Newest first. */
export function knownTables(): KnownTable[] {
  return kept.tables;
}

function keep(tables: KnownTable[]): void {
  kept.tables = tables.slice(0, MOST);
  remember(KEY, JSON.stringify(kept.tables));
}

export function rememberTable({ code, game, stage, seats }: Table): void {
  const names = seats.map((seat) => seat.name).filter(Boolean);
  keep([{ code, game, stage, names, at: Date.now() }, ...kept.tables.filter((table) => table.code !== code)]);
}

export function forgetTable(code: string): void {
  keep(kept.tables.filter((table) => table.code !== code));
}
