import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import german from "../../../locales/de/tiny-turbo-cars.json";
import english from "../../../locales/en/tiny-turbo-cars.json";
import french from "../../../locales/fr/tiny-turbo-cars.json";
import type { GameEvent } from "../game";
import { RACECARS } from "./drawings/racecars";
import { pace, sound } from "./pace";
import { PIECES, pieceWord } from "./pieces";
import fourSeats from "./races/four-seats.json";
import relaxed from "./races/relaxed.json";
import { tell } from "./tell";

const LANGUAGES: [string, Record<string, string>][] = [
  ["en", english],
  ["de", german],
  ["fr", french],
];
const events = [...fourSeats.frames, ...relaxed.frames].flatMap(({ events }) => events as unknown as GameEvent[]);
const name = (seat: number) => ["Ada", "Ben", "Cleo", "Dan"][seat];
/** What says nothing by itself: the battery or the shield after a damage does, or the page. */
const SILENT = new Set(["controller_dealt", "piece_slid", "car_damaged", "turn_ended"]);

describe.each(LANGUAGES)("in %s", (language, texts) => {
  const known = new Map<string, IntlMessageFormat>();
  function format(text: string, values?: Record<string, string | number>): string {
    if (!known.has(text)) known.set(text, new IntlMessageFormat(text, language));
    return String(known.get(text)!.format(values));
  }

  it("everything that happens has a sentence that can be filled", () => {
    for (const event of events) {
      const sentence = tell(event, name);
      if (SILENT.has(event.kind)) expect(sentence).toBeNull();
      else {
        const text = texts[sentence!.key.replace("tiny-turbo-cars.", "")];
        expect(text, sentence!.key).toBeTypeOf("string");
        const told = format(text, sentence!.values);
        expect(told).not.toMatch(/undefined|NaN|[{}]/);
        if (event.seat !== undefined && sentence!.key.match(/car_|battery|shield/))
          expect(told).toContain(name(event.seat));
      }
    }
  });

  it("programs are read aloud in words, where signs are shown", () => {
    const sentence = tell({ kind: "program_shown", clause: "TTC-8", seat: 0, pieces: ["R2", "+", "_"] }, name)!;
    expect(sentence.values!.program).toBe("↗2 · + · ○");
    const words = sentence.words!.program.map((key) => texts[key.replace("tiny-turbo-cars.", "")]);
    expect(words).toEqual([texts["piece.R2"], texts["piece.plus"], texts["piece.blank"]]);
  });

  it("every piece and racecar has its name, every racecar its ability", () => {
    for (const piece of [...PIECES, "."]) expect(texts[`piece.${pieceWord(piece)}`]).toBeTruthy();
    for (const racecar of Object.keys(RACECARS)) {
      expect(texts[`racecar.${racecar}`]).toBeTruthy();
      for (const edition of racecar === "m1-furry" ? ["-fr", "-en"] : [""])
        expect(texts[`ability.${racecar}${edition}`]).toBeTruthy();
    }
  });
});

it("names as reasons only what made the value what it is", () => {
  const say = new IntlMessageFormat(english["tell.command_began"], "en");
  const began = (piece: string, value: number, modifier: number, ...why: string[]) =>
    say.format(
      tell({ kind: "command_began", clause: "TTC-12", seat: 0, cell: 0, piece, value, modifier, why }, name)!.values,
    );
  expect(began("F1", 1, 0, "carpet")).toBe("Command 1: forward 1, value 1.");
  expect(began("B1", 0, -1, "carpet")).toBe("Command 1: backward 1, value 0 (modified by −1).");
  expect(began("F2", 1, 0, "carpet")).toBe("Command 1: forward 2, value 1 – slowed by carpet.");
  expect(began("F2", 2, 1, "carpet")).toBe("Command 1: forward 2, value 2 (modified by +1) – slowed by carpet.");
  expect(began("F1", 2, 1, "speeder")).toBe("Command 1: forward 1, value 2 (modified by +1, with the crayon speeder).");
  expect(began("T", 1, 0, "carpet")).toBe("Command 1: turbo, value 1 – on carpet.");
  expect(began("_", 0, -1)).toBe("Command 1: blank, value 0.");
});

it("gives time to all that can be seen, and none to the player's own slides", () => {
  const kinds = new Set(events.map(({ kind }) => kind));
  expect(kinds.size).toBeGreaterThan(33);
  for (const kind of kinds) {
    const timeless = kind === "piece_slid" || kind === "controller_dealt" || kind === "car_damaged";
    expect(pace({ kind, clause: "" }) === 0, kind).toBe(timeless);
  }
});

it("makes a noise when something bangs", () => {
  expect(sound({ kind: "car_blocked", clause: "TTC-22" })).toBe("crash");
  expect(sound({ kind: "turn_ended", clause: "TTC-28" })).toBeNull();
});
