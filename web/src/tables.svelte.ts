/** The tables this browser has been at, to come back to them. */
import { recall, remember } from "./settings.svelte";
import type { OwnTable, Stage, Table } from "./protocol";

export interface KnownTable {
  code: string;
  game: string;
  stage: Stage;
  names: string[];
  /** When it was last open here, in milliseconds since 1970. */
  at: number;
}

const GUEST = "karacho.tables";
const ACCOUNT = "karacho.tables.account";
const FORGOTTEN = "karacho.tables.forgotten";
const MOST = 12;
const MOST_FORGOTTEN = 60;

let key = GUEST;

function read(): KnownTable[] {
  try {
    const found = JSON.parse(recall(key) ?? "[]");
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
  remember(key, JSON.stringify(kept.tables));
}

/** An account has a list of its own, which leaves the device with it. */
export function useTables(whose: "account" | "guest"): void {
  key = whose === "account" ? ACCOUNT : GUEST;
  if (whose === "guest") for (const gone of [ACCOUNT, FORGOTTEN]) remember(gone, "");
  kept.tables = read();
}

/** The guest's tables have become the account's. */
export function handOverTables(): void {
  remember(GUEST, "");
}

/** What the server has kept for the account, from whichever device. */
export function mergeTables(tables: OwnTable[]): void {
  const forgotten = (recall(FORGOTTEN) ?? "").split(" ");
  const news = tables.filter((table) => !forgotten.includes(table.code));
  const others = kept.tables.filter((table) => !tables.some((found) => found.code === table.code));
  const merged = [...news.map((table) => ({ ...table, at: table.at * 1000 })), ...others];
  keep(merged.sort((one, other) => other.at - one.at));
}

export function rememberTable({ code, game, stage, seats }: Table): void {
  const names = seats.map((seat) => seat.name).filter(Boolean);
  keep([{ code, game, stage, names, at: Date.now() }, ...kept.tables.filter((table) => table.code !== code)]);
}

export function forgetTable(code: string): void {
  keep(kept.tables.filter((table) => table.code !== code));
  if (key === ACCOUNT)
    remember(FORGOTTEN, [code, ...(recall(FORGOTTEN) ?? "").split(" ")].slice(0, MOST_FORGOTTEN).join(" "));
}
