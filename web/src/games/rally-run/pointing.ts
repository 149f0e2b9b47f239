/** Which place of the board is under a finger. */
import { boxOf, CELLS, CORNERS, EXTENT } from "./places";
import type { Point } from "./drag.svelte";

const PLACES = [...CELLS, ...CORNERS];

/** The place at a point, in cells from the north-western edge of the board; null: none is there. */
export function placeAt({ x, y }: Point): string | null {
  const hit = (place: string) => {
    const box = boxOf(place);
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  };
  return PLACES.find(hit) ?? null;
}

/** The place of a board on the screen at a point of the screen. */
export function placeUnder(board: HTMLElement | undefined, at: Point): string | null {
  if (!board) return null;
  const { left, top, width } = board.getBoundingClientRect();
  const cell = width / EXTENT;
  return placeAt({ x: (at.x - left) / cell, y: (at.y - top) / cell });
}
