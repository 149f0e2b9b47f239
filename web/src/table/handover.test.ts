import { describe, expect, test } from "vitest";
import type { GameInfo } from "../protocol";
import { handover, isSecretNow, seatsOfDevice, type Device } from "./handover";

const KEEP = { kind: "keep" };
const look = (seat: number | null) => ({ kind: "look", seat });
const pass = (seat: number) => ({ kind: "pass", seat });

/** A device of seats 0 and 2 in a game with secrets, unless said otherwise; whoever looks has said to hold it. */
function decide(device: Partial<Device>) {
  const holder = device.look ?? null;
  return handover({ mine: [0, 2], actors: [], look: null, holder, secret: true, ...device });
}

describe("through whose eyes a device looks", () => {
  test("a spectator's device looks as a spectator", () => {
    expect(decide({ mine: [], actors: [0] })).toEqual(KEEP);
    expect(decide({ mine: [], actors: [0], look: 2 })).toEqual(look(null));
  });

  test("one person on a device never sees a hand-over", () => {
    expect(decide({ mine: [1], actors: [0] })).toEqual(look(1));
    expect(decide({ mine: [1], actors: [1], look: 1, holder: null })).toEqual(KEEP);
  });

  test("with secrets the device is passed when another of its people is asked", () => {
    expect(decide({ actors: [2], look: 0 })).toEqual(pass(2));
    expect(decide({ actors: [0], look: 2 })).toEqual(pass(0));
  });

  test("it stays in the same hands while bots and others drive", () => {
    expect(decide({ actors: [1], look: 0 })).toEqual(KEEP);
    expect(decide({ actors: [1] })).toEqual(KEEP);
  });

  test("nobody sees what is secret without having said to hold the device", () => {
    expect(decide({ actors: [0], look: 0, holder: 2 })).toEqual(pass(0));
    expect(decide({ actors: [1], look: 0, holder: null })).toEqual(look(null));
  });

  test("without secrets it follows the turn by itself", () => {
    expect(decide({ actors: [2], look: 0, secret: false })).toEqual(look(2));
    expect(decide({ actors: [1], look: 0, secret: false })).toEqual(KEEP);
  });

  test("when several are asked at once, the one who holds it goes first and then the next clockwise", () => {
    const mine = [0, 1, 2];
    expect(decide({ mine, actors: mine, look: 1 })).toEqual(KEEP);
    expect(decide({ mine, actors: [0, 2], look: 1 })).toEqual(pass(2));
    expect(decide({ mine, actors: [0], look: 2 })).toEqual(pass(0));
  });

  test("while nobody looks it is still on its way to the same person", () => {
    const mine = [0, 1, 2];
    expect(decide({ mine, actors: [0, 2], holder: 1 })).toEqual(pass(2));
    expect(decide({ mine, actors: [0, 2], holder: 2 })).toEqual(pass(2));
    expect(decide({ mine, actors: [0, 2], holder: null })).toEqual(pass(0));
  });

  test("only seats in the hands of people on this device count", () => {
    const seats = [
      { kind: "person" as const, name: "A", mine: true },
      { kind: "person" as const, name: "B" },
      { kind: "bot" as const, name: "C", mine: true },
    ];
    expect(seatsOfDevice(seats)).toEqual([0]);
  });

  test("choosing and placing cars hides nothing, programming does", () => {
    const game = { name: "tiny-turbo-cars", secrets: true } as GameInfo;
    expect(isSecretNow(game, { phase: "grid" })).toBe(false);
    expect(isSecretNow(game, { phase: "program" })).toBe(true);
    expect(isSecretNow({ name: "stich-rallye", secrets: true } as GameInfo, { phase: "turbo" })).toBe(true);
    expect(isSecretNow({ name: "rally-run", secrets: false } as GameInfo, { phase: "drive" })).toBe(false);
  });
});
