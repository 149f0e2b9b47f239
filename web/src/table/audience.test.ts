import { expect, test } from "vitest";
import type { SeatInfo } from "../protocol";
import { isHeard, spectatorsBeside } from "./audience";

const mine: SeatInfo = { kind: "person", name: "Me", mine: true, taken: true, present: true };
const other: SeatInfo = { kind: "person", name: "You", taken: true, present: true };
const bot: SeatInfo = { kind: "bot", name: "", bot: "rule" };
const program: SeatInfo = { kind: "outside", name: "Bot", taken: true };
const table = (spectators: number, ...seats: SeatInfo[]) => ({ host: true, stage: "over" as const, spectators, seats });

test("nobody is told of themselves that somebody is watching", () => {
  expect(spectatorsBeside(table(1, other, bot))).toBe(0);
  expect(spectatorsBeside(table(1, mine, bot))).toBe(1);
});

test("bots and people on this device need not be told anything", () => {
  expect(isHeard(table(0, mine, { ...mine, name: "Wren" }, bot, program))).toBe(false);
  expect(isHeard(table(0, mine, other))).toBe(true);
  expect(isHeard(table(1, mine, bot))).toBe(true);
});
