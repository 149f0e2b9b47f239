/** Actions in a few words. */
import type { Sentence, View } from "../game";
import { sidesText } from "./labels";

export function name(action: string, view: View): Sentence {
  const [a, b] = action.split("-");
  if (b) return { key: "rally-run.act.swap", values: { a, b } };
  if (view.phase !== "turn") return { key: "rally-run.act.drive", values: { side: action } };
  return { key: "rally-run.act.lay", values: { open: sidesText(action) } };
}
