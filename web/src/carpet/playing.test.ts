import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Sound } from "../games/game";
import { empty, first } from "./carpet";
import { Playing } from "./playing.svelte";

let asked: unknown[];
let answer: string[][] | null;
let heard: Sound[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  heard = [];
  answer = [["E"], ["N", "W"], [], []];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Promise.resolve({ ok: answer !== null, json: () => Promise.resolve({ roads: answer }) });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = () => vi.advanceTimersByTimeAsync(1000);

async function play(carpet = first()): Promise<Playing> {
  const playing = new Playing(carpet, (sound) => heard.push(sound));
  playing.mix = { I: 6, L: 8, T: 4, X: 2, D: 4 };
  await wait();
  return playing;
}

it("asks the server where the cars can go, once for changes in quick succession", async () => {
  const playing = await play();
  playing.turn("A1");
  playing.turn("A1");
  await wait();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual({ tiles: { ...first().tiles, A1: "NEW" }, cars: first().cars });
});

it("drives only where the server says so", async () => {
  const playing = await play();
  playing.drive(0, "E");
  await wait();
  expect(playing.carpet.cars[0]).toBe("A1");
  playing.drive(0, "S");
  expect(playing.carpet.cars[0]).toBe("A1");
  expect(heard).toEqual(["drive", "refused"]);
});

it("drives on when the answer comes", async () => {
  const playing = await play();
  playing.drive(0, "E");
  playing.drive(0, "E");
  expect(playing.carpet.cars[0]).toBe("A1");
  await wait();
  expect(playing.carpet.cars[0]).toBe("B1");
});

it("lets cars be put anywhere on the road without the server", async () => {
  answer = null;
  const playing = await play();
  expect(playing.roads.offline).toBe(true);
  playing.drive(0, "E");
  expect(playing.carpet.cars[0]).toBe("NW");
  expect(playing.put(0, "C1")).toBe(true);
  expect(playing.put(0, "E5")).toBe(false);
  expect(playing.carpet.cars[0]).toBe("C1");
});

it("lays tiles from the hand until there are none left, and turns those that lie", async () => {
  const playing = await play(empty());
  playing.takeKind("X");
  for (const cell of ["A1", "B1", "C1"]) playing.tap(cell);
  expect(playing.carpet.tiles).toEqual({ A1: "NESW", B1: "NESW" });
  expect(playing.hand).toBeNull();
  playing.takeKind("D");
  playing.tap("E5");
  playing.tap("E5");
  expect(playing.carpet.tiles.E5).toBe("E");
});

it("goes back step by step", async () => {
  const playing = await play();
  playing.clear();
  expect(playing.carpet).toEqual(empty());
  playing.undo();
  expect(playing.carpet).toEqual(first());
  expect(playing.canUndo).toBe(false);
});
