import { expect, it, vi } from "vitest";
import { Hands } from "./hands";

it("says why, with the clause, the same at most once a second", () => {
  vi.useFakeTimers();
  const say = vi.fn();
  const play = vi.fn();
  const hands = new Hands(say, play);
  const why = { key: "refusals.ALREADY_DONE", clause: "TTC-5" };
  for (let tap = 0; tap < 5; tap++) {
    hands.refuse(why);
    vi.advanceTimersByTime(300);
  }
  expect(say.mock.calls).toEqual([[why], [why]]);
  expect(play.mock.calls).toEqual([["refused"], ["refused"]]);
  vi.useRealTimers();
});
