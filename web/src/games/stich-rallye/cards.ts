/** Cards as text: a color letter and a value. */
import type { Color } from "./view";

/** The order of the colors in a hand. */
const COLORS: Color[] = ["R", "G", "B"];

export const colorOf = (card: string): Color => card[0] as Color;

export const valueOf = (card: string): number => Number(card.slice(1));

export function sorted(cards: string[]): string[] {
  const rank = (card: string) => COLORS.indexOf(colorOf(card)) * 100 + valueOf(card);
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/** What a sentence needs to name a card; the locale files turn the letter into a word. */
export const named = (card: string): { color: string; value: number } => ({
  color: colorOf(card),
  value: valueOf(card),
});

/** The values of each color for a sentence that reads out a hand; "none" where there is no card. */
export function byColor(cards: string[]): Record<Color, string> {
  const values = (color: Color) =>
    sorted(cards)
      .filter((card) => colorOf(card) === color)
      .map(valueOf)
      .join(", ") || "none";
  return { R: values("R"), G: values("G"), B: values("B") };
}
