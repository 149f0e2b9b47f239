/** A finger on the puzzle: it taps a piece, or drags it (and all between) toward the gap. */
import { type Cells, pushedBy, pushesFrom } from "./puzzle";

/** A drag counts when it has gone this share of a place; hardly moved, it is a tap. */
const ENOUGH = 0.42;
const STILL = 0.08;

interface Finger {
  pointer: number;
  place: number;
  x: number;
  y: number;
}

export class Drag {
  /** The places whose pieces are being dragged, and how far in pixels. */
  pushed = $state.raw<number[]>([]);
  x = $state(0);
  y = $state(0);

  #board: () => HTMLElement;
  #cells: () => Cells;
  #tap: (place: number) => void;
  #finger: Finger | null = null;

  constructor(board: () => HTMLElement, cells: () => Cells, tap: (place: number) => void) {
    this.#board = board;
    this.#cells = cells;
    this.#tap = tap;
  }

  press(pointer: PointerEvent): void {
    if (pointer.button !== 0) return;
    this.release(); // a second finger: the first one has tapped
    const { pointerId, clientX: x, clientY: y } = pointer;
    this.#finger = { pointer: pointerId, place: this.#placeAt(pointer), x, y };
    this.#board().setPointerCapture(pointerId);
  }

  move(pointer: PointerEvent): void {
    const finger = this.#finger;
    if (!finger || pointer.pointerId !== finger.pointer) return;
    const [way] = pushesFrom(this.#cells(), finger.place);
    if (!way) return;
    const size = this.#size();
    const within = (by: number) => Math.max(0, Math.min(size, by));
    this.pushed = pushedBy(this.#cells(), finger.place);
    this.x = way === "R" ? within(pointer.clientX - finger.x) : way === "L" ? -within(finger.x - pointer.clientX) : 0;
    this.y = way === "D" ? within(pointer.clientY - finger.y) : way === "U" ? -within(finger.y - pointer.clientY) : 0;
  }

  release(): void {
    const finger = this.#finger;
    const far = Math.max(Math.abs(this.x), Math.abs(this.y)) / this.#size();
    this.cancel();
    // A drag that was begun and taken back moves nothing.
    if (finger && (far < STILL || far > ENOUGH)) this.#tap(finger.place);
  }

  cancel(): void {
    this.#finger = null;
    this.pushed = [];
    this.x = this.y = 0;
  }

  #size(): number {
    return this.#board().clientWidth / 4;
  }

  /** Where a pointer is decides, not what it hits: pieces may still be on their way. */
  #placeAt(pointer: PointerEvent): number {
    const box = this.#board().getBoundingClientRect();
    const at = (offset: number, size: number) => Math.max(0, Math.min(3, Math.floor((4 * offset) / size)));
    return at(pointer.clientY - box.top, box.height) * 4 + at(pointer.clientX - box.left, box.width);
  }
}
