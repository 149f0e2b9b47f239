/** The options of a game as a form: which are shown, where, and what is sent of them. */
import type { OptionInfo } from "../protocol";

export type Options = Record<string, unknown>;

/** What most people never touch stands behind "More options". */
const RARELY = new Set(["flag", "first", "turn_limit", "round_limit", "edition", "same_scramble", "mix"]);

/** Lists of faces or corners and the like have no form; they are for the command line and for programs. */
export function shownOptions(options: OptionInfo[], rarely: boolean): OptionInfo[] {
  return options.filter((option) => option.kind !== "other" && RARELY.has(option.name) === rarely && hasChoice(option));
}

/** A choice of one is none. */
function hasChoice(option: OptionInfo): boolean {
  return option.kind !== "choice" || (option.choices ?? []).length > 1;
}

export function valueOf(option: OptionInfo, chosen: Options): unknown {
  return option.name in chosen ? chosen[option.name] : option.default;
}

/** The options with one of them changed; those at their default are left out. */
export function withOption(chosen: Options, option: OptionInfo, value: unknown): Options {
  const { [option.name]: _, ...others } = chosen;
  return value === option.default ? others : { ...others, [option.name]: value };
}

/** A whole number from what was typed, held within what is allowed; null: not a number. */
export function wholeOf(option: OptionInfo, typed: string): number | null {
  const value = Number.parseInt(typed, 10);
  if (Number.isNaN(value)) return null;
  return Math.min(option.high ?? value, Math.max(option.low ?? value, value));
}

/** Options that name a seat lose it when the table gets smaller. */
export function fitToSeats(options: OptionInfo[], chosen: Options, seats: number): Options {
  const lost = options.filter((option) => option.kind === "seat" && Number(chosen[option.name] ?? 0) >= seats);
  return lost.reduce((kept, option) => withOption(kept, option, option.default), chosen);
}
