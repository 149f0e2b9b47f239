import { expect, test } from "vitest";
import type { GameInfo, SeatInfo, Table } from "../protocol";
import { optionsForOneDevice, roomForOneMore } from "./company";

const game = { seats: [2, 3] } as GameInfo;
const mine: SeatInfo = { kind: "person", name: "Me", mine: true, taken: true };
const table = (host: boolean, ...seats: SeatInfo[]) => ({ host, stage: "lobby", seats }) as Table;

test("an open seat comes first, then a bot's, then a new one", () => {
  const bot: SeatInfo = { kind: "bot", name: "" };
  const open: SeatInfo = { kind: "open", name: "" };
  expect(roomForOneMore(table(true, mine, bot, open), game)).toEqual({ kind: "open", seat: 2 });
  expect(roomForOneMore(table(true, mine, bot), game)).toEqual({ kind: "bot", seat: 1 });
  expect(roomForOneMore(table(true, mine, mine), game)).toEqual({ kind: "more", seat: 2 });
  expect(roomForOneMore(table(true, mine, mine, mine), game)).toBeNull();
});

test("a guest cannot move bots or chairs, nor somebody whose bot drives", () => {
  expect(roomForOneMore(table(false, mine, { kind: "bot", name: "" }), game)).toBeNull();
  const driven: SeatInfo = { kind: "bot", name: "You", taken: true };
  expect(roomForOneMore(table(true, mine, driven, mine), game)).toBeNull();
});

test("on one device nobody races against the clock", () => {
  const mode = { name: "mode", kind: "choice", default: "realtime", choices: ["realtime", "relaxed"] } as const;
  const length = { name: "length", kind: "whole", default: 3 } as const;
  const options = [{ ...mode, choices: [...mode.choices] }, length];
  expect(optionsForOneDevice(options, { length: 4 })).toEqual({ length: 4, mode: "relaxed" });
  expect(optionsForOneDevice([length], { length: 4 })).toEqual({ length: 4 });
});
