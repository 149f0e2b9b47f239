import { describe, expect, test } from "vitest";
import type { OptionInfo } from "../protocol";
import { fitToSeats, shownOptions, valueOf, wholeOf, withOption } from "./options";

const track: OptionInfo = { name: "track", kind: "choice", default: "volcano", choices: ["volcano", "beach"] };
const flag: OptionInfo = { name: "flag", kind: "seat", default: null };
const limit: OptionInfo = { name: "turn_limit", kind: "whole", default: 200, low: 1, high: 10000 };
const corners: OptionInfo = { name: "corners", kind: "other", default: null };
const length: OptionInfo = { name: "length", kind: "whole", default: 3, low: 3, high: 4 };
const boards: OptionInfo = { name: "boards", kind: "other", default: null };
const mix: OptionInfo = { name: "mix", kind: "choice", default: "standard", choices: ["standard"] };

describe("options of a game", () => {
  test("free-form ones and choices of one are not shown, rare ones stand apart", () => {
    const all = [track, flag, limit, corners, mix];
    expect(shownOptions(all, false, {}, {})).toEqual([track]);
    expect(shownOptions(all, true, {}, {})).toEqual([flag, limit]);
  });

  test("one of a shape of its own is shown if its game has a form for it, and may replace others", () => {
    const all = [length, boards, corners];
    const forms = { boards: { Field: null as never, replaces: ["length"] } };
    const chosen = withOption({ length: 4, flag: 1 }, boards, ["a", "b"], forms);
    expect(chosen).toEqual({ flag: 1, boards: ["a", "b"] });
    expect(shownOptions(all, false, forms, {})).toEqual([length, boards]);
    expect(shownOptions(all, false, forms, chosen)).toEqual([boards]);
    expect(withOption(chosen, boards, null, forms)).toEqual({ flag: 1 });
  });

  test("what is not chosen has its default, and a default is not sent", () => {
    expect(valueOf(track, {})).toBe("volcano");
    const beach = withOption({}, track, "beach");
    expect(beach).toEqual({ track: "beach" });
    expect(valueOf(track, beach)).toBe("beach");
    expect(withOption(beach, track, "volcano")).toEqual({});
  });

  test("numbers stay within what is allowed", () => {
    expect(wholeOf(limit, "50")).toBe(50);
    expect(wholeOf(limit, "0")).toBe(1);
    expect(wholeOf(limit, "99999")).toBe(10000);
    expect(wholeOf(limit, "")).toBeNull();
  });

  test("a seat that is gone is forgotten", () => {
    expect(fitToSeats([track, flag], { track: "beach", flag: 3 }, 3)).toEqual({ track: "beach" });
    expect(fitToSeats([track, flag], { flag: 2 }, 3)).toEqual({ flag: 2 });
    expect(fitToSeats([corners, flag], { corners: ["NW", "SE"], flag: 1 }, 3)).toEqual({ flag: 1 });
  });
});
