import { expect, it } from "vitest";
import fourSeats from "./races/four-seats.json";
import { cellsFrom, gapOf, pushedBy, pushesFrom, slide, slideAll, sourceOf, type Way, wordsOf } from "./puzzle";

/** The example of the game's page in the documentation. */
const WORDS = "F1 F2 J M L1 + T - R1 b B1 L2 R2 F1 _ .".split(" ");
const START = cellsFrom(WORDS);

it("reads and writes the words of a controller", () => {
  expect(wordsOf(START)).toEqual(WORDS);
  expect([...START].sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, id) => id));
});

it("slides the piece the way the letter says", () => {
  expect(wordsOf(slide(START, "R")!).slice(12)).toEqual(["R2", "F1", ".", "_"]);
  expect(wordsOf(slide(START, "D")!).slice(8)).toEqual(["R1", "b", "B1", ".", "R2", "F1", "_", "L2"]);
  expect(slide(START, "U")).toBeNull();
  expect(sourceOf(START, "L")).toBeNull();
});

it("moves as the server does", () => {
  let cells: number[] = [];
  for (const event of fourSeats.frames.flatMap(({ events }) => events as Record<string, any>[])) {
    if (event.kind === "controller_dealt" && event.pieces) cells = cellsFrom(event.pieces);
    if (event.kind !== "piece_slid") continue;
    const [way] = pushesFrom(cells, event.start);
    expect(gapOf(cells)).toBe(event.end);
    cells = slide(cells, way)!;
    expect(wordsOf(cells)[event.end]).toBe(event.piece);
  }
});

it("pushes a whole line toward the gap", () => {
  expect(pushesFrom(START, 12)).toEqual(["R", "R", "R"]);
  expect(pushesFrom(START, 3)).toEqual(["D", "D", "D"]);
  expect(pushedBy(START, 3)).toEqual([3, 7, 11]);
  expect(pushesFrom(START, 15)).toEqual([]);
  expect(pushesFrom(START, 5)).toEqual([]);
  expect(wordsOf(slideAll(START, pushesFrom(START, 12))).slice(12)).toEqual([".", "R2", "F1", "_"]);
});

it("comes back by the opposite way", () => {
  const back: Record<Way, Way> = { U: "D", D: "U", L: "R", R: "L" };
  const there: Way[] = ["R", "D", "L", "D", "R", "R", "U"];
  expect(
    slideAll(
      slideAll(START, there),
      there.toReversed().map((way) => back[way]),
    ),
  ).toEqual(START);
});
