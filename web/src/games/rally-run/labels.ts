/** What a screen reader says about the table. Only what lies open now is ever named. */
import { language, t } from "../../i18n.svelte";
import { isCorner, PIT, type Side, SIDES } from "./places";
import type { Kind } from "./roads";
import { carsAt, faceAt, pile, type RallyView, seatBoundFor } from "./view";

export const kindName = (kind: Kind): string => t(`rally-run.kind.${kind}`);

export function placeName(place: string): string {
  return t("rally-run.place", { place });
}

const listed = (words: string[]): string => new Intl.ListFormat(language(), { type: "conjunction" }).format(words);

export function sidesText(sides: string): string {
  const open = SIDES.filter((side: Side) => sides.includes(side));
  return t("rally-run.open_to", { sides: listed(open.map((side) => t(`rally-run.side.${side}`))) });
}

/** A tile that lies face up in words: what it is and where its roads lead. */
export function faceText(kind: Kind, sides: string | null): string {
  return sides ? `${kindName(kind)}, ${sidesText(sides)}` : kindName(kind);
}

function whatLies(view: RallyView, place: string, names: string[]): string[] {
  if (isCorner(place)) {
    const bound = seatBoundFor(view, place);
    const words = [t("rally-run.color_name", { color: view.colors[place] })];
    return bound === null ? words : [...words, t("rally-run.goal_of", { name: names[bound] })];
  }
  if (place === PIT) return [t("rally-run.pit"), t("rally-run.canisters_left", { count: pile(view) })];
  const face = faceAt(view, place);
  if (face) return [faceText(face.kind, face.sides)];
  const ghost = view.ghosts?.[place];
  return [t("rally-run.face_down"), ...(ghost ? [t("rally-run.remembered", { kind: kindName(ghost) })] : [])];
}

export interface Possible {
  drive: boolean;
  liftable: boolean;
  lifted: boolean;
  partner: boolean;
}

/** "B2, face down", "C3, pit, 2 canisters left": a place with all that can be seen and done there. */
export function label(view: RallyView, place: string, names: string[], possible: Possible): string {
  const parts = [placeName(place), ...whatLies(view, place, names)];
  const cars = carsAt(view, place);
  if (cars.length)
    parts.push(t("rally-run.cars_here", { count: cars.length, names: listed(cars.map((i) => names[i])) }));
  if (view.swapped?.includes(place)) parts.push(t("rally-run.just_swapped"));
  if (possible.lifted) parts.push(t("rally-run.is_lifted"));
  else if (possible.partner) parts.push(t("rally-run.can_be_partner"));
  else if (possible.drive) parts.push(t("rally-run.can_drive"));
  else if (possible.liftable) parts.push(t("rally-run.can_be_lifted"));
  return parts.join(", ");
}
