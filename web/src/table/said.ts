/** What somebody said, in the player's language where it was a picture. */
import { has, t } from "../i18n.svelte";
import type { Chatter } from "../protocol";

export function said({ emote, text }: Chatter): string {
  if (text) return text;
  const key = `table.emote.${emote}`;
  return emote && has(key) ? t(key) : "";
}
