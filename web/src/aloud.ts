/** A sentence as it is read aloud: signs give way to the words they stand for. */
import type { Sentence } from "./games/game";
import { t } from "./i18n.svelte";

export function aloud({ key, values, words = {} }: Sentence): string {
  const spelled = Object.entries(words).map(([name, keys]) => [name, keys.map((word) => t(word)).join(", ")]);
  return t(key, { ...values, ...Object.fromEntries(spelled) });
}
