/** The options of a game as a form: which are shown, where, and what is sent of them. */
import type { OptionForm } from "../games/game";
import type { OptionInfo } from "../protocol";

export type Options = Record<string, unknown>;

/** What most people never touch stands behind "More options". */
const RARELY = new Set(["flag", "first", "turn_limit", "round_limit", "edition", "same_scramble", "mix", "corners"]);

const PER_SEAT = new Set(["corners"]);

/** The forms that a game brings for its own options. */
export type Forms = Record<string, OptionForm>;

/** An option of a shape of its own is shown if its game has a form for it; others are for programs. */
export function shownOptions(options: OptionInfo[], rarely: boolean, forms: Forms, chosen: Options): OptionInfo[] {
  const replaced = new Set(Object.keys(forms).flatMap((name) => (chosen[name] ? (forms[name].replaces ?? []) : [])));
  return options.filter(
    (option) =>
      RARELY.has(option.name) === rarely &&
      !replaced.has(option.name) &&
      (option.kind === "other" ? option.name in forms : hasChoice(option)),
  );
}

/** A choice of one is none. */
function hasChoice(option: OptionInfo): boolean {
  return option.kind !== "choice" || (option.choices ?? []).length > 1;
}

export function valueOf(option: OptionInfo, chosen: Options): unknown {
  return option.name in chosen ? chosen[option.name] : option.default;
}

/** The options with one of them changed; those at their default, and those that it replaces, are left out. */
export function withOption(chosen: Options, option: OptionInfo, value: unknown, forms: Forms = {}): Options {
  const gone = [option.name, ...(forms[option.name]?.replaces ?? [])];
  const others = Object.fromEntries(Object.entries(chosen).filter(([name]) => !gone.includes(name)));
  return value === option.default ? others : { ...others, [option.name]: value };
}

/** A whole number from what was typed, held within what is allowed; null: not a number. */
export function wholeOf(option: OptionInfo, typed: string): number | null {
  const value = Number.parseInt(typed, 10);
  if (Number.isNaN(value)) return null;
  return Math.min(option.high ?? value, Math.max(option.low ?? value, value));
}

/** Options that name a seat, or something for every seat, lose it when the table changes its size. */
export function fitToSeats(options: OptionInfo[], chosen: Options, seats: number): Options {
  const lost = options.filter(
    ({ name, kind }) =>
      (kind === "seat" && Number(chosen[name] ?? 0) >= seats) || (PER_SEAT.has(name) && chosen[name] != null),
  );
  return lost.reduce((kept, option) => withOption(kept, option, option.default), chosen);
}
