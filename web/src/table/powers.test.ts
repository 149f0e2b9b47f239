import { describe, expect, test } from "vitest";
import type { SeatInfo, Stage } from "../protocol";
import { freeSeats, namesOnDevice, powers, seatsMine } from "./powers";

const open: SeatInfo = { kind: "open", name: "" };
const mine: SeatInfo = { kind: "person", name: "Me", mine: true, taken: true, present: true };
const other: SeatInfo = { kind: "person", name: "You", taken: true, present: true };
const gone: SeatInfo = { kind: "person", name: "You", taken: true, away: 5 };
const bot: SeatInfo = { kind: "bot", name: "", bot: "rule" };
const table = (host: boolean, stage: Stage, ...seats: SeatInfo[]) => ({ host, stage, seats });

describe("what may be done with a seat", () => {
  test("a guest can sit on an open seat and nowhere else", () => {
    const guest = table(false, "lobby", open, other, bot);
    expect([0, 1, 2].map((seat) => powers(guest, seat))).toEqual([["sit"], [], []]);
    expect(freeSeats(guest)).toEqual([0]);
  });

  test("whoever sits can bring another person on the same device, but not take a second seat by accident", () => {
    expect(powers(table(false, "lobby", mine, open), 1)).toEqual(["here"]);
    expect(powers(table(true, "lobby", mine, open), 1)).not.toContain("sit");
    expect(powers(table(true, "lobby", other, open), 1)).toContain("sit");
  });

  test("people on one device have names of their own", () => {
    const shared = table(false, "lobby", mine, other, { ...mine, name: "Wren" });
    expect(namesOnDevice(shared)).toEqual(["Me", "Wren"]);
    expect(namesOnDevice(shared, 2)).toEqual(["Me"]);
  });

  test("one's own seat can be renamed, left to a bot or given up, and its wheel taken back", () => {
    expect(powers(table(false, "racing", mine), 0)).toEqual(["rename", "bot", "outside", "stand"]);
    expect(powers(table(false, "racing", { ...mine, kind: "bot" }), 0)).toEqual(["wheel", "bot", "stand"]);
    expect(seatsMine(table(false, "racing", open, mine))).toEqual([1]);
  });

  test("the host changes seats that are nobody's", () => {
    const host = table(true, "lobby", mine, open, bot);
    expect(powers(host, 1)).toEqual(["here", "bot", "outside"]);
    expect(powers(host, 2)).toEqual(["bot", "here", "outside", "open"]);
    expect(powers(host, 2)).not.toContain("sit");
  });

  test("where something is hidden nobody looks through one more seat while racing against others", () => {
    const rivals = table(true, "racing", mine, other, bot);
    expect(powers(rivals, 2, 0, true)).toEqual(["bot", "open"]);
    expect(powers(rivals, 2, 0, false)).toContain("here");
    expect(powers(rivals, 0, 0, true)).toContain("outside");
    expect(powers(table(true, "lobby", mine, other, bot), 2, 0, true)).toContain("here");
    expect(powers(table(true, "racing", mine, bot, bot), 2, 0, true)).toContain("here");
    expect(powers(table(true, "racing", bot, other, bot), 2, 0, true)).toContain("here");
    expect(powers(table(true, "racing", mine, other, { ...bot, kind: "outside" }), 2, 0, true)).toContain("outside");
  });

  test("nobody is pushed away who is there, or has only just gone", () => {
    expect(powers(table(true, "racing", mine, other), 1)).toEqual([]);
    expect(powers(table(true, "racing", mine, gone), 1)).toEqual([]);
  });

  test("after 30 s everybody seated may ask a bot, but a spectator may not", () => {
    expect(powers(table(false, "racing", mine, gone), 1, 30)).toEqual(["bot"]);
    expect(powers(table(false, "racing", other, gone), 1, 30)).toEqual([]);
    expect(powers(table(true, "lobby", mine, gone), 1, 30)).toEqual(["bot", "open"]);
    expect(powers(table(true, "racing", mine, gone), 1, 30)).toEqual(["bot"]);
  });
});
