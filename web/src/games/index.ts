/** The games this client can draw, each loaded when it is needed. */
import type { GameModule } from "./game";

export const GAMES = ["stich-rallye", "rally-run", "tiny-turbo-cars"] as const;
export type GameName = (typeof GAMES)[number];

const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");

/** A game's board and show; rejects if the game is unknown here or cannot be fetched. */
export async function loadGame(name: string): Promise<GameModule> {
  const load = modules[`./${name}/index.ts`];
  if (!load) throw new Error(`There is no game ${name}`);
  return (await load()).default;
}
