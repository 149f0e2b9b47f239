/** What seats are called on the screen. */
import { has, t } from "../i18n.svelte";
import type { GameInfo, Level, SeatInfo } from "../protocol";

/** A seat without a name has no person on it: a bot drives. */
export function seatName(name: string, seat: number): string {
  return name || t("table.seat.unnamed", { number: seat + 1 });
}

export function seatNames(names: string[]): string[] {
  return names.map(seatName);
}

/** A game by the name it has in the player's language. */
export function gameTitle(game: GameInfo): string {
  const key = `common.game.${game.name}`;
  return has(key) ? t(key) : game.title;
}

export function levelName(level: Level): string {
  const key = `table.level.${level.name}`;
  return has(key) ? t(key) : level.name;
}

/** A bot by its spec; a spec that is no level of the game is called by itself. */
export function botName(game: GameInfo | null, spec: string): string {
  const level = game?.levels.find((known) => known.spec === spec);
  return level ? levelName(level) : spec;
}

/** Who drives a seat, in a few words. */
export function driverOf(seat: SeatInfo, game: GameInfo | null, racing: boolean): string {
  if (seat.kind === "open") return t(racing ? "table.seat.open_racing" : "table.seat.open");
  if (seat.kind === "outside") return t(seat.present ? "table.seat.outside" : "table.seat.outside_waiting");
  if (seat.kind === "bot" && seat.taken) return t("table.seat.bot_for", { name: seat.name });
  if (seat.kind === "bot") return t("table.seat.bot_level", { level: botName(game, seat.bot ?? "") });
  return t(seat.mine ? "table.seat.this_device" : "table.seat.person");
}
