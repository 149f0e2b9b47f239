import { expect, it, vi } from "vitest";
import type { BoardProps } from "../game";
import { Choosing } from "./choosing.svelte";

/** Red at the corner north-west, to drive; nothing is allowed but what is given. */
function seated(legal: string[], event: BoardProps["event"] = null) {
  const board = { act: vi.fn(), say: vi.fn(), play: vi.fn() };
  const view = { phase: "drive", turn: 0, turns: 0, cars: ["NW", "SE"], swapped: null };
  const choosing = new Choosing(() => ({ ...board, view, event, seat: 0, legal }) as unknown as BoardProps);
  return { choosing, ...board };
}

it("says that something is being shown, when a tap comes too early", () => {
  const { choosing, say, act } = seated([], { kind: "car_drove", clause: "RR-2" });
  choosing.tap("A1");
  expect(say).toHaveBeenCalledWith({ key: "table.race.showing" });
  expect(act).not.toHaveBeenCalled();
});

it("has the hand chosen where no road leads on", () => {
  expect(seated(["A1-B1"]).choosing).toMatchObject({ hand: true, stuck: true });
  expect(seated(["E", "A1-B1"]).choosing).toMatchObject({ hand: false, stuck: false });
  expect(seated([]).choosing).toMatchObject({ hand: false, stuck: false });
});

it("offers the clause with what it refuses itself", () => {
  const { choosing, say, play } = seated([]);
  choosing.tap("SE");
  choosing.chooseHand();
  choosing.chooseDrive();
  expect(say.mock.calls.map(([{ key, clause }]) => [key, clause])).toEqual([
    ["rally-run.too_far", "RR-2"],
    ["rally-run.cannot_swap", "RR-7"],
    ["rally-run.cannot_drive", "RR-2"],
  ]);
  expect(play.mock.calls).toEqual([["refused"], ["refused"], ["refused"]]);
});
