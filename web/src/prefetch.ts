/** Fetches what a table will need while nothing else is to be done, so that a race can begin at once. */
import { fetchGame, fetchGames } from "./api";
import { GAMES, loadGame } from "./games";
import { loadNamespace } from "./i18n.svelte";

/** When the browser has nothing better to do; Safari does not tell, so there it is a little later. */
function idle(): Promise<unknown> {
  if (typeof requestIdleCallback === "undefined") return new Promise((resolve) => setTimeout(resolve, 1500));
  return new Promise((resolve) => requestIdleCallback(resolve));
}

export async function prefetchTables(): Promise<void> {
  const line = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (line?.saveData) return;
  const steps = [
    () => Promise.all([import("./pages/Table.svelte"), loadNamespace("table"), fetchGames()]),
    prefetchCarpet,
    ...GAMES.map((game) => () => prefetchGame(game)),
  ];
  for (const step of steps) {
    await idle();
    await step().catch(() => undefined); // it is asked for again when it is needed
  }
}

/** Free play is for places without a network, too, if there was one before. */
async function prefetchCarpet(): Promise<void> {
  const [{ keepMix }, game] = await Promise.all([import("./carpet/shelf"), fetchGame("rally-run")]);
  keepMix(game);
}

export async function prefetchGame(game: string): Promise<void> {
  await Promise.all([loadGame(game), loadNamespace(game)]);
}
