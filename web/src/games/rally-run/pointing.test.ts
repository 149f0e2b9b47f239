import { expect, it } from "vitest";
import { CELLS, CORNERS, middleOf } from "./places";
import { placeAt } from "./pointing";

it("finds every place at its middle", () => {
  for (const place of [...CELLS, ...CORNERS]) expect(placeAt(middleOf(place))).toBe(place);
});

it("finds nothing beside the tiles", () => {
  expect(placeAt({ x: 0.1, y: 0.1 })).toBeNull();
  expect(placeAt({ x: -1, y: 3 })).toBeNull();
});
