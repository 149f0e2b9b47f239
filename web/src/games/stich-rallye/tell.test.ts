import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import de from "../../../locales/de/stich-rallye.json";
import en from "../../../locales/en/stich-rallye.json";
import fr from "../../../locales/fr/stich-rallye.json";
import type { GameEvent } from "../game";
import race from "./race.fixture.json";
import { tell } from "./tell";

const LANGUAGES: Record<string, Record<string, string>> = { en, de, fr };
const NAMES = ["First", "Second", "Third"];
const name = (seat: number) => NAMES[seat];
const events = (race.frames as { events: GameEvent[] }[]).flatMap((frame) => frame.events);

function told(event: GameEvent, language: string): string | null {
  const sentence = tell(event, name);
  if (!sentence) return null;
  const text = LANGUAGES[language][sentence.key.replace("stich-rallye.", "")];
  return String(new IntlMessageFormat(text, language).format(sentence.values));
}

describe.each(Object.keys(LANGUAGES))("telling a race in %s", (language) => {
  it("has a whole sentence for everything but the hands of others", () => {
    for (const event of events) {
      const text = told(event, language);
      if (event.kind === "hand_dealt" && event.cards === null) expect(text).toBeNull();
      else expect(text).toMatch(/^\p{Lu}.*[.!]$/u);
    }
  });

  it("names who did it", () => {
    for (const event of events.filter(({ seat, kind }) => seat !== undefined && kind !== "hand_dealt"))
      expect(told(event, language)).toContain(name(event.seat));
  });
});

describe("what is told", () => {
  it("reads out one's own hand by color", () => {
    const dealt = { kind: "hand_dealt", clause: "SR-2", seat: 1, cards: ["B2", "B12", "R10"] };
    expect(told(dealt, "en")).toBe("Your hand: red 10; no green; blue 2, 12.");
    expect(told(dealt, "de")).toBe("Deine Handkarten: Rot 10; kein Grün; Blau 2, 12.");
    expect(told(dealt, "fr")).toBe("Ta main\u00a0: rouge 10\u202f; pas de vert\u202f; bleu 2, 12.");
  });

  it("says what wins a trick and what gives the distance", () => {
    const won = { kind: "trick_won", clause: "SR-4", seat: 2, card: "B7", winning_color: "B", lowest: "G3" };
    expect(told(won, "en")).toBe("Third wins the trick with blue 7. The lowest card is green 3.");
  });

  it("tells an overwound motor from a wound one", () => {
    const wound = { kind: "motor_wound_up", clause: "SR-5", seat: 0, before: 4, after: 0 };
    expect(told(wound, "en")).toBe("First overwinds the motor: back to 0.");
    expect(told({ ...wound, before: 0, after: 1 }, "en")).toBe("First winds up the motor to 1.");
  });

  it("names both cars of a jump", () => {
    const jump = { kind: "car_jumped", clause: "SR-8", seat: 0, over: 1, distance: 4 };
    expect(told(jump, "en")).toBe("First jumps over Second.");
  });

  it("tells a roll on from a roll back", () => {
    const roll = { kind: "car_rolled", clause: "SR-9", seat: 0, start: 8, end: 11 };
    expect(told(roll, "en")).toContain("rolls on");
    expect(told({ ...roll, start: 13, end: 11 }, "en")).toContain("rolls back");
  });
});
