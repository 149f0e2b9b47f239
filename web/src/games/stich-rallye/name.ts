/** Actions in a few words. */
import type { Sentence } from "../game";
import { named } from "./cards";

export function name(action: string): Sentence {
  if (action === "turbo" || action === "coast") return { key: `stich-rallye.${action}` };
  return { key: "stich-rallye.act.card", values: named(action) };
}
