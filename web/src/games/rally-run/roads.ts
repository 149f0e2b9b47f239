/** Road tiles as pictures: which ends a kind has when it is drawn unturned, and how far to turn it. */
import { SIDES } from "./places";

export type Kind = "I" | "L" | "T" | "X" | "D";

export const KINDS: Kind[] = ["I", "L", "T", "X", "D"];

/** The open sides of a kind as it is drawn. */
export const DRAWN: Record<Kind, string> = { I: "NS", L: "NE", T: "NES", X: "NESW", D: "N" };

/** Open sides after quarter turns clockwise, in the order N E S W. */
export function turned(sides: string, quarters: number): string {
  const open = new Set([...sides].map((side) => SIDES[(SIDES.indexOf(side as never) + quarters) % 4]));
  return SIDES.filter((side) => open.has(side)).join("");
}

/** How many quarter turns clockwise bring the drawing of a kind to these open sides. */
export function quarters(kind: Kind, sides: string | null): number {
  const found = [0, 1, 2, 3].find((turns) => turned(DRAWN[kind], turns) === sides);
  return found ?? 0;
}

/** The angle for some quarter turns that is nearest to the angle now, so that a tile never spins the long way. */
export function nearestAngle(now: number, quarterTurns: number): number {
  const goal = quarterTurns * 90;
  return goal + Math.round((now - goal) / 360) * 360;
}

/** What lies face up: its kind, and its open sides unless it still waits to be laid. */
export interface Face {
  kind: Kind;
  sides: string | null;
}
