/** Dragging toys with a finger or a mouse. A press that does not move stays a tap. */

export interface Point {
  x: number;
  y: number;
}

/** How far a finger may tremble and still tap. */
const TREMBLE = 7;

export interface Dragging<What> {
  what: What;
  at: Point;
  /** The way of the last movement, to turn a car's nose along. */
  toward: Point;
}

export class Drag<What> {
  /** What is being dragged; null: nothing. */
  now = $state.raw<Dragging<What> | null>(null);

  #start: Point = { x: 0, y: 0 };
  #pointer: number | null = null;
  #what: What | null = null;
  #dragged = false;
  #onmove: (dragging: Dragging<What>) => void;
  #ondrop: (what: What, at: Point) => void;

  constructor(onmove: (dragging: Dragging<What>) => void, ondrop: (what: What, at: Point) => void) {
    this.#onmove = onmove;
    this.#ondrop = ondrop;
  }

  /** A finger comes down on something that can be dragged. */
  press(press: PointerEvent, what: What): void {
    if (press.button !== 0 || this.#pointer !== null) return;
    this.#pointer = press.pointerId;
    this.#what = what;
    this.#start = { x: press.clientX, y: press.clientY };
    this.#dragged = false;
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#release);
    addEventListener("pointercancel", this.#cancel);
  }

  /** Is this click only the end of a drag? One made by a key is never. */
  ends(click: MouseEvent): boolean {
    return this.#dragged && click.detail > 0;
  }

  #move = (move: PointerEvent): void => {
    if (move.pointerId !== this.#pointer || this.#what === null) return;
    const at = { x: move.clientX, y: move.clientY };
    if (!this.#dragged && Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < TREMBLE) return;
    this.#dragged = true;
    const before = this.now?.at ?? this.#start;
    const step = { x: at.x - before.x, y: at.y - before.y };
    const toward = Math.hypot(step.x, step.y) > 2 ? step : (this.now?.toward ?? step);
    this.now = { what: this.#what, at, toward };
    this.#onmove(this.now);
  };

  #release = (release: PointerEvent): void => {
    if (release.pointerId !== this.#pointer) return;
    const what = this.#what;
    this.stop();
    if (this.#dragged && what !== null) this.#ondrop(what, { x: release.clientX, y: release.clientY });
  };

  #cancel = (cancel: PointerEvent): void => {
    if (cancel.pointerId === this.#pointer) this.stop();
  };

  /** Let go without dropping. */
  stop(): void {
    this.now = this.#what = this.#pointer = null;
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#release);
    removeEventListener("pointercancel", this.#cancel);
  }
}
