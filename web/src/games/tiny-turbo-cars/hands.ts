/** Hands in a hurry: what they tap in vain is answered, but not every time. */
import type { BoardProps, Sentence } from "../game";

const PAUSE_MS = 1000;

export class Hands {
  #say: BoardProps["say"];
  #play: BoardProps["play"];
  #told = -PAUSE_MS;
  #last = "";

  constructor(say: BoardProps["say"], play: BoardProps["play"]) {
    this.#say = say;
    this.#play = play;
  }

  refuse(why: Sentence): void {
    const now = performance.now();
    if (why.key === this.#last && now - this.#told < PAUSE_MS) return;
    this.#last = why.key;
    this.#told = now;
    this.#say(why);
    this.#play("refused");
  }
}
