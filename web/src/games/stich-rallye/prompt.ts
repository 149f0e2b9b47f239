/** What is asked of the player, or whom everybody waits for. */
import type { Sentence } from "../game";
import { colorOf } from "./cards";
import type { RaceView } from "./view";

export function promptFor(view: RaceView, legal: string[], names: string[]): Sentence | null {
  const asked = (key: string, values?: Sentence["values"]) => ({ key: `stich-rallye.prompt.${key}`, values });
  if (view.phase === "over") return asked("over", { name: names[view.winner ?? 0] });
  if (legal.includes("turbo")) return asked("turbo");
  if (legal.length > 0) {
    if (view.trick.length === 0) return asked("lead");
    const color = colorOf(view.trick[0]);
    return asked(legal.every((card) => colorOf(card) === color) ? "follow" : "free", { color });
  }
  if (view.actors.length === 0) return null;
  return asked(view.phase === "turbo" ? "wait_turbo" : "wait", { name: names[view.actors[0]] });
}
