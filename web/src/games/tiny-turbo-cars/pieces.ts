/** The pieces of a controller: what they are called in the locale files, and how a controller of them is numbered. */

export const PIECES = ["F1", "F1", "F2", "B1", "L1", "R1", "L2", "R2", "J", "M", "T", "b", "_", "+", "-"] as const;

export const GAP = ".";

/** Signs are no good as keys or in messages, so every piece has a word there. */
const WORDS: Record<string, string> = { b: "battery", _: "blank", "+": "plus", "-": "minus", ".": "gap" };

export function pieceWord(piece: string): string {
  return WORDS[piece] ?? piece;
}

const SIGNS: Record<string, string> = { F: "↑", B: "↓", L: "↖", R: "↗", b: "B", _: "○", "-": "−", ".": "–" };

/** A piece in a line of text, the same in every language. */
export function pieceSign(piece: string): string {
  return (SIGNS[piece[0]] ?? piece[0]) + piece.slice(1);
}

/** Hyphens cannot stand in a message's choices. */
export function racecarWord(racecar: string): string {
  return racecar.replaceAll("-", "_");
}

/** A sum of modifiers as it is read: +1, −2, 0. */
export function signed(sum: number): string {
  return sum > 0 ? `+${sum}` : sum < 0 ? `−${-sum}` : "0";
}
