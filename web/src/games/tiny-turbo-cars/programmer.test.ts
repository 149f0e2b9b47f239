import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ProgramAnswer } from "../game";
import { BATCH_MS, Programmer, REST_MS } from "./programmer.svelte";
import { cellsFrom, slideAll, type Way, wordsOf } from "./puzzle";
import { writeController } from "./view";

const WORDS = "F1 F2 J M L1 + T - R1 b B1 L2 R2 F1 _ .".split(" ");
const LAG = 40;

/** A server that plays along: it knows the slides it has accepted, and answers late. */
function table() {
  const server = {
    slides: "",
    calls: [] as [number, string, boolean, boolean][],
    refuse: false,
    words: () => wordsOf(slideAll(cellsFrom(WORDS), server.slides)),
    text: () => writeController(server.words()),
    send(first: number, slides: string, done: boolean, hints: boolean): Promise<ProgramAnswer> {
      server.calls.push([first, slides, done, hints]);
      return new Promise((resolve) =>
        setTimeout(() => {
          const accepted = !server.refuse && first === server.slides.length;
          if (accepted) server.slides += slides;
          resolve({
            accepted,
            slides: accepted ? server.slides.length : first,
            hints: hints ? { events: [], end: { row: 1, lane: 1 } } : null,
          });
        }, LAG),
      );
    },
  };
  return server;
}

function seated(preview = false) {
  const server = table();
  const programmer = new Programmer(server.send, () => preview);
  programmer.follow("0 1", server.text(), 0);
  return { server, programmer };
}

const words = (programmer: Programmer) => wordsOf(programmer.cells ?? []);
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("moves at once and tells the server in batches", async () => {
  const { server, programmer } = seated();
  for (const way of ["R", "D", "D", "L"] as Way[]) expect(programmer.push([way])).toEqual([way]);
  expect(programmer.made).toBe(4);
  expect(server.calls).toEqual([]);
  await later(BATCH_MS);
  expect(server.calls).toEqual([[0, "RDDL", false, false]]);
  programmer.push(["U"]);
  await later(BATCH_MS + LAG);
  expect(server.calls[1]).toEqual([4, "U", false, false]);
  expect(words(programmer)).toEqual(server.words());
});

it("does not wait for answers, so that nothing jams on a slow line", async () => {
  const { server, programmer } = seated();
  for (let i = 0; i < 50; i++) {
    programmer.push([i % 2 ? "L" : "R"]);
    await later(17);
  }
  await later(BATCH_MS + LAG);
  expect(programmer.made).toBe(50);
  expect(server.slides.length).toBe(50);
  expect(server.calls.length).toBeLessThan(8);
});

it("leaves out what cannot be slid", () => {
  const { programmer } = seated();
  expect(programmer.push(["U"])).toEqual([]);
  expect(programmer.push(["R", "R", "R", "R"])).toEqual(["R", "R", "R"]);
  expect(programmer.made).toBe(3);
});

it("is not disturbed by views that lag behind, and takes one that has caught up", async () => {
  const { server, programmer } = seated();
  programmer.push(["R", "R"]);
  programmer.follow("0 1", writeController(WORDS), 0);
  expect(programmer.made).toBe(2);
  await later(BATCH_MS + LAG);
  programmer.follow("0 1", server.text(), 2);
  programmer.push(["D"]);
  await later(BATCH_MS + LAG);
  expect(server.calls[1]).toEqual([2, "D", false, false]);
  expect(words(programmer)).toEqual(server.words());
});

it("takes slides back that the server did not accept", async () => {
  const { server, programmer } = seated();
  programmer.push(["R"]);
  await later(BATCH_MS + LAG);
  server.refuse = true;
  programmer.push(["D", "D"]);
  await later(BATCH_MS);
  programmer.push(["L"]);
  await later(BATCH_MS + LAG);
  server.refuse = false;
  expect(words(programmer)).toEqual(server.words());
  programmer.push(["D"]);
  await later(BATCH_MS + LAG);
  expect(words(programmer)).toEqual(server.words());
  expect(server.slides).toBe("RD");
});

it("believes the view when another tab has slid too", async () => {
  const { server, programmer } = seated();
  server.slides = "RRD";
  programmer.push(["D"]);
  programmer.follow("0 1", server.text(), 3); // a view that comes with the refusal
  await later(BATCH_MS + LAG);
  expect(words(programmer)).toEqual(server.words());
  expect(programmer.made).toBe(3);
});

it("sends what is left together with done, and then rests", async () => {
  const { server, programmer } = seated();
  programmer.push(["R"]);
  const accepted = programmer.finish();
  expect(programmer.push(["R"])).toEqual([]);
  await later(LAG);
  expect(await accepted).toBe(true);
  expect(server.calls).toEqual([[0, "R", true, false]]);
  expect(await programmer.finish()).toBe(false);
});

it("goes on if done was refused", async () => {
  const { server, programmer } = seated();
  server.refuse = true;
  const accepted = programmer.finish();
  await later(LAG);
  expect(await accepted).toBe(false);
  expect(programmer.push(["R"])).toEqual(["R"]);
});

it("asks for the path when the hands rest", async () => {
  const { server, programmer } = seated(true);
  programmer.push(["R"]);
  await later(REST_MS + LAG);
  expect(server.calls).toEqual([
    [0, "R", false, false],
    [1, "", false, true],
  ]);
  expect(programmer.fresh).toBe(true);
  programmer.push(["R"]);
  expect(programmer.fresh).toBe(false);
  expect(programmer.path).not.toBeNull();
});

it("begins anew with every round, and follows a replay back and forth", async () => {
  const { server, programmer } = seated();
  programmer.push(["R"]);
  programmer.follow("0 2", null, null);
  expect(programmer.cells).toBeNull();
  programmer.follow("0 2", writeController(WORDS), 0);
  await later(BATCH_MS * 2);
  expect(server.calls).toEqual([]);
  programmer.follow("0 2", writeController(wordsOf(slideAll(cellsFrom(WORDS), "RR"))), 2);
  expect(programmer.made).toBe(2);
  programmer.follow("0 2", writeController(WORDS), 0);
  expect(words(programmer)).toEqual(WORDS);
});
