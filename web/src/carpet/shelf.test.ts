import { expect, it } from "vitest";
import { empty, first } from "./carpet";
import { fileName, keep, MOST_KEPT, readFile, readShelf, rename, writeFile } from "./shelf";

it("keeps the newest first and gives each a number of its own", () => {
  const shelf = keep(keep([], "one", first()), " two ", empty());
  expect(shelf.map(({ number, name }) => [number, name])).toEqual([
    [2, "two"],
    [1, "one"],
  ]);
});

it("drops the oldest when it is full", () => {
  let shelf = keep([], "oldest", empty());
  for (let i = 0; i < MOST_KEPT; i++) shelf = keep(shelf, `${i}`, empty());
  expect(shelf).toHaveLength(MOST_KEPT);
  expect(shelf.some(({ name }) => name === "oldest")).toBe(false);
});

it("renames one carpet only", () => {
  const shelf = rename(keep(keep([], "a", first()), "b", first()), 1, "c");
  expect(shelf.map(({ name }) => name)).toEqual(["b", "c"]);
});

it("leaves out what is damaged", () => {
  const good = { number: 1, name: "good", carpet: first() };
  const text = JSON.stringify([good, null, { number: 2, carpet: {} }, { number: "x", carpet: first() }]);
  expect(readShelf(text)).toEqual([good]);
  expect([null, "", "{", "{}"].map(readShelf)).toEqual([[], [], [], []]);
});

it("reads the files that it writes, and no others", () => {
  const mix = { I: 6, L: 8, T: 4, X: 2, D: 4 };
  expect(readFile(writeFile("Ring", first()), mix)).toEqual({ name: "Ring", carpet: first() });
  expect(["", "[]", "null", '{"tiles": {}, "cars": []}'].map((text) => readFile(text, mix))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it("names a file so that every system takes it", () => {
  expect(fileName("Lüneburg / Süd?")).toBe("Lüneburg  Süd.carpet.json");
  expect(fileName("***")).toBe("carpet.carpet.json");
});
