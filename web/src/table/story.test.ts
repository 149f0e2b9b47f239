import { describe, expect, test } from "vitest";
import { moments, spread, story } from "./story";

const frames = (...rows: number[][]) => rows.map((progress, index) => ({ version: index + 1, progress }));

describe("the story of a race", () => {
  test("keeps only the steps at which a car moved, and the last", () => {
    const told = story(frames([0, 0], [0, 0], [3, 0], [3, 0], [3, 5], [3, 5]));
    expect(told.steps.map((step) => step.version)).toEqual([1, 3, 5, 6]);
    expect(told.most).toBe(5);
  });

  test("marks a change of the lead, not the first lead and not a tie", () => {
    const told = story(frames([0, 0], [3, 0], [3, 3], [3, 5], [6, 5], [6, 6], [7, 6]));
    expect(told.changes).toEqual([
      { index: 3, version: 4, seat: 1 },
      { index: 4, version: 5, seat: 0 },
    ]);
  });

  test("can be told without any progress", () => {
    const told = story([{ version: 1 }, { version: 2, progress: [] }]);
    expect(told).toEqual({ steps: [], changes: [], most: 1 });
    expect(moments(told)).toEqual([]);
  });

  test("a table tells the start, the changes and the end", () => {
    const told = story(frames([0, 0], [3, 0], [3, 5], [4, 5], [4, 9]));
    expect(moments(told).map((step) => step.version)).toEqual([1, 3, 5]);
  });

  test("a table of a wild race stays short", () => {
    const rows = Array.from({ length: 40 }, (_, i) => (i % 2 ? [i + 1, i] : [i, i + 1]));
    expect(moments(story(frames(...rows)))).toHaveLength(12);
  });

  test("marks at the end of the lines are kept apart", () => {
    expect(spread([10, 100, 12], 16, 200, [0, 1, 2])).toEqual([10, 100, 26]);
    expect(spread([195, 198, 20], 16, 200, [0, 1, 2])).toEqual([184, 200, 20]);
    expect(spread([50, 50], 16, 200, [0, 1])).toEqual([50, 66]);
  });

  test("marks of cars that came equally far lie as they stand in the end", () => {
    expect(spread([90, 14, 14, 14], 16, 200, [3, 2, 1, 0])).toEqual([90, 46, 30, 14]);
    expect(spread([200, 200, 20], 16, 200, [2, 1, 0])).toEqual([200, 184, 20]);
  });
});
