/** Actions in a few words, programs in signs. */
import type { Sentence } from "../game";
import { pieceSign, pieceWord } from "./pieces";

const KEYS: Record<string, string> = { stay: "stay", keep: "keep", shield: "use" };

export function name(action: string): Sentence {
  if (action in KEYS) return { key: `tiny-turbo-cars.choice.${KEYS[action]}` };
  if (action.startsWith("fly ")) return { key: "tiny-turbo-cars.choice.fly_lane", values: { lane: action.slice(4) } };
  return programOf(action.split(" "));
}

/** The pieces of a program in a row, to see and to hear. */
export function programOf(pieces: string[]): Sentence {
  return {
    key: "tiny-turbo-cars.act.program",
    values: { program: pieces.map(pieceSign).join(" · ") },
    words: { program: pieces.map((piece) => `tiny-turbo-cars.piece.${pieceWord(piece)}`) },
  };
}
