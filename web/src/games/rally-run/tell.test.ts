import { expect, it } from "vitest";
import type { GameEvent } from "../game";
import english from "../../../locales/en/rally-run.json";
import fourSeats from "./races/four-seats.json";
import { pace, sound, tell } from "./tell";

const events = (fourSeats as unknown as { events: GameEvent[] }[]).flatMap((frame) => frame.events);
const name = (seat: number) => `seat ${seat}`;

it("has a sentence of the locale files for all that is told", () => {
  for (const event of events) {
    const sentence = tell(event, name);
    if (sentence) expect(english).toHaveProperty([sentence.key.replace("rally-run.", "")]);
    else expect(event.kind).toBe("tile_laid");
  }
});

it("never tells the kind of a tile or how it lies: the log outlives the tile's being open", () => {
  for (const event of events) {
    const told = JSON.stringify(tell(event, name));
    const disguised = { ...event, tile: "?", sides: "?" };
    expect(JSON.stringify(tell(disguised, name))).toBe(told);
  }
});

it("gives every event its time, and no kind of tile more than another", () => {
  for (const event of events) expect(pace(event)).toBeGreaterThan(0);
  const times = new Set(events.filter((event) => event.kind === "tile_revealed").map(pace));
  expect(times.size).toBe(1);
});

it("sounds of victory only if somebody has won", () => {
  expect(sound({ kind: "race_ended", clause: "RR-10", seat: 1, reason: "GOAL" })).toBe("win");
  expect(sound({ kind: "race_ended", clause: "RR-11", seat: null, reason: "TURN_LIMIT" })).toBe("lose");
});
