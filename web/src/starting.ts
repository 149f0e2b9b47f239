/** From a tap to a table: who sits where in a race that begins at once, and at a table that is being set up. */
import type { GameName } from "./games";
import { t } from "./i18n.svelte";
import { prefetchGame } from "./prefetch";
import type { SeatChoice } from "./protocol";
import { go } from "./router.svelte";
import { me, session } from "./session.svelte";
import { recall, remember } from "./settings.svelte";

/** Enough opponents for the game to be itself, few enough that a first race is easy to follow. */
const RACE_SEATS: Record<GameName, number> = { "stich-rallye": 4, "rally-run": 2, "tiny-turbo-cars": 3 };
const TABLE_SEATS: Record<GameName, number> = { "stich-rallye": 4, "rally-run": 3, "tiny-turbo-cars": 4 };

/** In a first race nobody waits for bots: one's own seat begins. Later it is drawn, as the rules have it. */
const BEGIN: Partial<Record<GameName, Record<string, unknown>>> = {
  "stich-rallye": { flag: 0 },
  "rally-run": { first: 0 },
};

const RACED = "karacho.raced";
const MODE = "karacho.mode";
export const MODES = ["relaxed", "realtime"] as const;

/** How programming was done in the last race; the first one with sliding puzzles is friendlier without a clock. */
export function lastMode(): string {
  return recall(MODE) ?? MODES[0];
}

function hasRaced(game: GameName): boolean {
  return (recall(RACED) ?? "").split(" ").includes(game);
}

function noteRace(game: GameName): void {
  if (!hasRaced(game)) remember(RACED, `${recall(RACED) ?? ""} ${game}`.trim());
}

function seats(count: number, others: "bot" | "open"): SeatChoice[] {
  const mine: SeatChoice = { kind: "person", name: me.nickname || t("common.default_name") };
  return [mine, ...Array.from({ length: count - 1 }, (): SeatChoice => ({ kind: others }))];
}

/** A race against bots, dealt as soon as we are at the table, so that we can mix into the deal. False: refused, and the session tells why. */
export async function playNow(game: GameName, options: Record<string, unknown> = {}): Promise<boolean> {
  void prefetchGame(game).catch(() => undefined); // while the server deals
  const created = await session.send({
    type: "create",
    game,
    seats: seats(RACE_SEATS[game], "bot"),
    options: { ...(hasRaced(game) ? {} : BEGIN[game]), ...options },
  });
  if (!created?.table) return false;
  noteRace(game);
  if (typeof options.mode === "string") remember(MODE, options.mode);
  session.eager = created.table;
  go(`/t/${created.table}`);
  return true;
}

/** A table with open seats to invite others to. */
export async function setUpTable(game: GameName): Promise<boolean> {
  const created = await session.send({ type: "create", game, seats: seats(TABLE_SEATS[game], "open") });
  if (!created?.table) return false;
  go(`/t/${created.table}`);
  return true;
}
