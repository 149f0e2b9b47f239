/** A few short hints for each game, each when its rule first matters. They are remembered on the device. */
import type { View } from "../games/game";
import { has, t } from "../i18n.svelte";
import { recall, remember } from "../settings.svelte";

interface Moment {
  view: View;
  legal: string[];
  seat: number;
  /** A piece of the controller has been slid in this round, of which the view may not know yet. */
  slid: boolean;
}

/** Events about others, shown meanwhile, take the legal actions away and leave the hands alone: the view tells. */
const isProgramming = ({ view, seat }: Moment): boolean =>
  view.phase === "program" && Boolean(view.controllers?.[seat]) && !view.done?.includes(seat);

/** For each game the moments of its hints; hint n stands in the locale files as `hint.<game>.<n>`, and keeps its number. */
const MOMENTS: Record<string, ((moment: Moment) => boolean)[]> = {
  "stich-rallye": [
    ({ view, legal }) => view.phase === "play" && legal.length > 0 && view.trick?.length > 0,
    ({ legal }) => legal.includes("turbo"),
    ({ view, legal, seat }) => view.phase === "play" && legal.length > 0 && view.motors?.[seat] > 0,
    ({ view, legal }) => view.phase === "play" && legal.length > 0 && view.trick?.length === 0,
  ],
  "rally-run": [
    ({ view, legal }) => view.phase === "drive" && legal.length > 0,
    ({ view, legal }) => view.phase === "turn" && legal.length > 0,
    ({ view, seat }) => Boolean(view.goals?.[seat]),
  ],
  "tiny-turbo-cars": [
    (moment) => isProgramming(moment) && !moment.slid && !moment.view.slides?.[moment.seat],
    (moment) => isProgramming(moment) && moment.view.done?.length > 0,
    (moment) => isProgramming(moment) && moment.view.cars?.[moment.seat]?.batteries < 3,
  ],
};

/** The number of the hint that is due, the first that has not been seen; null: none. */
export function dueHint(game: string, moment: Moment, seen: ReadonlySet<string>): number | null {
  const index = (MOMENTS[game] ?? []).findIndex(
    (matters, number) => !seen.has(hintName(game, number + 1)) && matters(moment),
  );
  return index < 0 ? null : index + 1;
}

/** What a hint says; some say one thing more for the way a game is played. */
export function hintText(game: string, number: number, view: View): string {
  const key = `table.hint.${game}.${number}`;
  const more = `${key}.${view.mode}`;
  return has(more) ? `${t(key)} ${t(more)}` : t(key);
}

export function hintName(game: string, number: number): string {
  return `${game}.${number}`;
}

const STORED = "karacho.hints";

export function readSeen(): Set<string> {
  try {
    const stored: unknown = JSON.parse(recall(STORED) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return new Set(); // damaged: the hints are shown once more
  }
}

export function writeSeen(seen: ReadonlySet<string>): void {
  remember(STORED, JSON.stringify([...seen]));
}
