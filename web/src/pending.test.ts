import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pause, Pending, type Command, type Saving } from "./pending";

let sent: string[];
let told: Saving[];
let line: boolean;
let pending: Pending;
const command = (op: string) => ({ type: "start", op }) as Command;
const accept = (op: string) => pending.hear({ type: "accepted", op });
const refuse = (op: string, code = "SAVING_FAILED") => pending.hear({ type: "refused", op, code });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  told = [];
  line = true;
  pending = new Pending({
    send: ({ op }) => {
      if (line) sent.push(op);
      return line;
    },
    changed: (saving) => told.push(saving),
  });
});

afterEach(() => vi.useRealTimers());

describe("b1: a command that takes long", () => {
  it("is said to be saved after a second, and no more when it is answered", async () => {
    const answer = pending.give(command("a"));
    vi.advanceTimersByTime(900);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(told).toEqual(["slow"]);
    accept("a");
    expect(told).toEqual(["slow", "idle"]);
    expect(await answer).toMatchObject({ type: "accepted" });
  });

  it("is nothing to speak of if it is quick, however many there are", () => {
    for (let i = 0; i < 20; i++) {
      void pending.give(command(`op ${i}`));
      vi.advanceTimersByTime(300);
      accept(`op ${i}`);
    }
    expect(told).toEqual([]);
  });

  it("is not waited for while the line is down: that is said elsewhere", () => {
    line = false;
    void pending.give(command("a"));
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([]);
    line = true;
    pending.repeat();
    pending.repeat();
    expect(sent).toEqual(["a"]);
  });
});

describe("b2: a command that could not be saved", () => {
  it("is sent again by itself with the same op, until it is saved", async () => {
    const answer = pending.give(command("a"));
    for (let i = 0; i < 5; i++) {
      refuse("a");
      vi.advanceTimersByTime(10_000);
    }
    expect(sent).toEqual(["a", "a", "a", "a", "a", "a"]);
    expect(told).toEqual(["failed"]);
    accept("a");
    expect(await answer).toMatchObject({ type: "accepted" });
    expect(told).toEqual(["failed", "idle"]);
  });

  it("is sent at once if the player says so, and not once more after that", () => {
    void pending.give(command("a"));
    refuse("a");
    pending.retry();
    pending.retry();
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual(["a", "a"]);
  });

  it("is refused if the player leaves it, and never sent again", async () => {
    const answer = pending.give(command("a"));
    refuse("a");
    pending.drop();
    vi.advanceTimersByTime(60_000);
    expect(await answer).toMatchObject({ type: "refused", code: "SAVING_FAILED" });
    expect([sent, told]).toEqual([["a"], ["failed", "idle"]]);
  });

  it("may still be saved if it is left while it is on its way", async () => {
    const answers = [pending.give(command("a")), pending.give(command("b"))];
    refuse("a");
    refuse("b");
    pending.retry();
    pending.drop();
    accept("a");
    refuse("b");
    expect(await Promise.all(answers)).toMatchObject([{ type: "accepted" }, { type: "refused" }]);
  });

  it("holds up what was sent behind it: that is judged after it, in order", async () => {
    const first = pending.give(command("a"));
    const second = pending.give(command("b"));
    refuse("a");
    refuse("b", "SLIDES_DIFFER");
    vi.advanceTimersByTime(10_000);
    expect(sent).toEqual(["a", "b", "a", "b"]);
    accept("a");
    refuse("b", "STALE");
    expect(await first).toMatchObject({ type: "accepted" });
    expect(await second).toMatchObject({ type: "refused", code: "STALE" });
  });

  it("is forgotten to have failed when the line breaks, but not forgotten", () => {
    void pending.give(command("a"));
    refuse("a");
    pending.suspend();
    vi.advanceTimersByTime(60_000);
    expect([sent, told]).toEqual([["a"], ["failed", "idle"]]);
    pending.repeat();
    expect(sent).toEqual(["a", "a"]);
  });
});

it("waits longer with every failure, but not for ever", () => {
  expect([pause(1, 0), pause(2, 0), pause(3, 1), pause(40, 1)]).toEqual([800, 1600, 4800, 9000]);
});
