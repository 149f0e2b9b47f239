/**
 * The player's hands on the controller: a piece moves on the screen at once, the server is told in batches, and where
 * the two disagree the server is right.
 *
 * Known for certain is an anchor (the controller at some number of slides); `log` are the slides made here since then.
 */
import type { BoardProps } from "../game";
import { type Cells, cellsFrom, slide, slideAll, type Way } from "./puzzle";
import { readController } from "./view";

export const BATCH_MS = 150;
/** A path is asked for when the hands rest this long. */
export const REST_MS = 260;

type Send = BoardProps["program"];

export class Programmer {
  /** What lies on the screen; null: not dealt, or not for these eyes. */
  cells = $state.raw<Cells | null>(null);
  /** Slides made in this round, sent or not. */
  made = $state(0);
  /** Done was said: nothing moves any more. */
  finished = $state(false);
  /** The path that the program would drive, as the server told it, and whether it is that of the cells on the screen. */
  path = $state.raw<Record<string, any> | null>(null);
  fresh = $state(false);

  #send: Send;
  #wantsPath: () => boolean;
  #key = "";
  #anchor: Cells = [];
  #base = 0;
  #log = "";
  #sent = 0;
  #waiting = 0;
  #broken: number | null = null;
  #doubt = false;
  #seen: { cells: Cells; slides: number } | null = null;
  #batch: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(send: Send, wantsPath: () => boolean) {
    this.#send = send;
    this.#wantsPath = wantsPath;
  }

  /** The server's controller as the view has it; `key` names the seat and the round. */
  follow(key: string, controller: string | null, slides: number | null): void {
    if (key !== this.#key) this.#begin(key);
    if (controller === null) return;
    this.#seen = { cells: cellsFrom(readController(controller)), slides: slides ?? 0 };
    const { slides: count } = this.#seen;
    const still = this.#waiting === 0 && this.#sent === this.#log.length;
    // A view that lags behind the hands says nothing new; one that has caught up, or knows more, is the new anchor.
    if (this.cells === null || (still && (this.#log === "" || count >= this.#base + this.#log.length))) this.#adopt();
  }

  /** Slides made by the player; those that are not possible are left out. */
  push(ways: readonly Way[]): Way[] {
    const possible: Way[] = [];
    for (const way of ways) {
      const after = this.cells && !this.finished ? slide(this.cells, way) : null;
      if (!after) break;
      this.cells = after;
      possible.push(way);
    }
    if (possible.length === 0) return possible;
    this.#log += possible.join("");
    this.made = this.#base + this.#log.length;
    this.fresh = false;
    this.#batch ??= setTimeout(() => this.#flush(), BATCH_MS);
    this.askPath();
    return possible;
  }

  /** Irrevocably done; resolves to whether the server agrees. */
  async finish(): Promise<boolean> {
    if (this.finished || !this.cells) return false;
    this.finished = true;
    clearTimeout(this.#rest);
    const accepted = await this.#flush(true);
    if (!accepted) this.finished = false;
    return accepted;
  }

  /** Ask for the path once the hands rest. */
  askPath(): void {
    clearTimeout(this.#rest);
    if (this.#wantsPath() && !this.finished) this.#rest = setTimeout(() => void this.#flush(false, true), REST_MS);
  }

  /** No more time: what has been slid is told now. */
  hurry(): void {
    clearTimeout(this.#rest);
    void this.#flush();
  }

  stop(): void {
    clearTimeout(this.#batch);
    clearTimeout(this.#rest);
    this.#batch = undefined;
  }

  #begin(key: string): void {
    this.stop();
    this.#key = key;
    this.cells = null;
    this.path = null;
    this.finished = this.fresh = false;
    this.made = this.#base = this.#sent = this.#waiting = 0;
    this.#log = "";
    this.#doubt = false;
    this.#seen = this.#broken = null;
  }

  /** Start again from the controller that the server showed last. */
  #adopt(): void {
    if (!this.#seen) return;
    const same = this.cells?.every((piece, place) => piece === this.#seen!.cells[place]);
    this.#anchor = this.#seen.cells;
    this.#base = this.made = this.#seen.slides;
    this.#log = "";
    this.#sent = 0;
    if (!same) this.cells = this.#anchor;
  }

  async #flush(done = false, path = false): Promise<boolean> {
    clearTimeout(this.#batch);
    this.#batch = undefined;
    const slides = this.#log.slice(this.#sent);
    if (this.#broken !== null || (!slides && !done && !path)) return false;
    const key = this.#key;
    const first = this.#base + this.#sent;
    this.#sent = this.#log.length;
    this.#waiting++;
    const answer = await this.#send(first, slides, done, path).catch(() => null);
    if (key !== this.#key) return answer?.accepted ?? false;
    this.#waiting--;
    const expected = first + slides.length;
    if (answer?.accepted && (done || answer.slides === expected)) this.#doubt = false;
    else this.#broken = Math.min(this.#broken ?? Infinity, answer?.slides ?? -1);
    if (this.#broken !== null && this.#waiting === 0) this.#mend(this.#broken);
    if (answer?.accepted && answer.hints) {
      this.path = answer.hints;
      this.fresh = this.made === expected;
    }
    return answer?.accepted ?? false;
  }

  /** The server has seen only so many slides: the later ones never happened. Refused twice in a row, its view is true. */
  #mend(slides: number): void {
    this.stop();
    this.#broken = null;
    const kept = slides - this.#base;
    const knowsMore = (this.#seen?.slides ?? 0) > slides;
    if (this.#doubt || knowsMore || kept < 0 || kept > this.#log.length) return this.#adopt();
    this.#doubt = true;
    this.#log = this.#log.slice(0, kept);
    this.#sent = kept;
    this.made = slides;
    this.cells = slideAll(this.#anchor, this.#log);
  }
}
