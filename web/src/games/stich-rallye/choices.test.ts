import { describe, expect, it } from "vitest";
import { byColor, sorted } from "./cards";
import { lastTrick, seenTrick } from "./lastTrick";
import { cardGhosts, landingValues, turboGhosts } from "./outlook";
import { promptFor } from "./prompt";
import type { Hints, Landing, RaceView } from "./view";

const NAMES = ["First", "Second", "Third"];
const VIEW: RaceView = {
  track: "volcano",
  seats: 3,
  round: 1,
  phase: "play",
  flag: 2,
  hands: [["R5"], 1, 1],
  trick: [],
  played: ["G3", "G9", "G4"],
  motors: [0, 1, 1],
  distances: [3, 0, 0],
  actors: [0],
};
const LANDING: Landing = { start: 3, drove: 9, end: 6, jumped: [4], line: false, wins: false };

describe("a hand", () => {
  it("is sorted by color, then by value", () => {
    expect(sorted(["B3", "G13", "G2", "R11", "R5"])).toEqual(["R5", "R11", "G2", "G13", "B3"]);
  });
  it("is read out by color", () => {
    expect(byColor(["G13", "G2", "R5"])).toEqual({ R: "5", G: "2, 13", B: "none" });
  });
});

describe("the prompt", () => {
  const key = (view: RaceView, legal: string[]) =>
    promptFor(view, legal, NAMES)?.key.replace("stich-rallye.prompt.", "");
  it("asks for what the legal actions allow", () => {
    expect(key(VIEW, ["R5"])).toBe("lead");
    expect(key({ ...VIEW, trick: ["R9"] }, ["R5"])).toBe("follow");
    expect(key({ ...VIEW, trick: ["G9"] }, ["R5"])).toBe("free");
    expect(key({ ...VIEW, phase: "turbo" }, ["coast", "turbo"])).toBe("turbo");
  });
  it("names whom everybody waits for, and the winner", () => {
    expect(promptFor({ ...VIEW, actors: [1] }, [], NAMES)).toMatchObject({ values: { name: "Second" } });
    expect(key({ ...VIEW, actors: [1], phase: "turbo" }, [])).toBe("wait_turbo");
    expect(promptFor({ ...VIEW, phase: "over", winner: 2 }, [], NAMES)).toMatchObject({ values: { name: "Third" } });
  });
  it("says nothing while events are shown", () => {
    expect(promptFor({ ...VIEW, actors: [] }, [], NAMES)).toBeNull();
  });
});

describe("the ghosts", () => {
  const hints: Hints = { cards: { R5: { wins: true, lowest: "R5", coast: LANDING, turbo: null } }, last: true };
  it("show the landings of the card that is looked at", () => {
    expect(cardGhosts(hints, "R5", 0)).toEqual([{ seat: 0, way: "coast", landing: LANDING, certain: true }]);
    expect(cardGhosts({ ...hints, last: false }, "R5", 0)[0].certain).toBe(false);
  });
  it("are not there without a card, a hint or a seat", () => {
    expect(cardGhosts(hints, null, 0)).toEqual([]);
    expect(cardGhosts(hints, "R6", 0)).toEqual([]);
    expect(cardGhosts(null, "R5", 0)).toEqual([]);
    expect(cardGhosts(hints, "R5", null)).toEqual([]);
  });
  it("show both ways of the turbo choice", () => {
    expect(turboGhosts({ coast: LANDING, turbo: LANDING }, 1).map((ghost) => ghost.way)).toEqual(["coast", "turbo"]);
  });
  it("are told with jumps and hills", () => {
    expect(landingValues(LANDING)).toMatchObject({ spaces: 5, drove: 9, end: 6, jumps: 1, roll: "back", line: "no" });
  });
});

describe("the last trick", () => {
  const won = { seat: 1, card: "G9", color: "G", lowest: "G3" } as const;
  const full: RaceView = { ...VIEW, played: [], trick: ["G3", "G9", "G4"], show: { won } };

  it("is remembered with who played what", () => {
    expect(lastTrick(VIEW, seenTrick(full))).toEqual({ order: [2, 0, 1], cards: ["G3", "G9", "G4"], won });
  });
  it("has only its cards when nobody has seen it", () => {
    expect(lastTrick(VIEW, null)).toEqual({ order: [null, null, null], cards: ["G3", "G9", "G4"], won: null });
  });
  it("is told by the server after a reload", () => {
    const told = { leader: 2, seat: 1, card: "G9", lowest: "G3" };
    expect(lastTrick(VIEW, null, told)).toEqual({ order: [2, 0, 1], cards: ["G3", "G9", "G4"], won });
    expect(lastTrick(VIEW, null, { ...told, card: "R9" })?.won).toBeNull(); // said of an older one
  });
  it("is not an older one", () => {
    expect(lastTrick({ ...VIEW, played: [...VIEW.played, "R2", "R3", "R4"] }, seenTrick(full))?.won).toBeNull();
  });
  it("is there after the round has ended, as long as it was seen", () => {
    expect(lastTrick({ ...VIEW, played: [] }, seenTrick(full))?.won).toEqual(won);
    expect(lastTrick({ ...VIEW, played: [] }, null)).toBeNull();
  });
});
