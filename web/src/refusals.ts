/** Why something was refused, in the player's language. Some reasons are told differently in a certain game. */
import { has, t } from "./i18n.svelte";
import type { Refused } from "./protocol";

export function refusalText({ code }: Refused, game: string | null = null): string {
  const special = `refusals.${code}@${game}`;
  return has(special) ? t(special) : t(`refusals.${code}`);
}
