/** The seconds of a server's clock, seen and heard. Belongs to a component: it ends with it. */
import type { Clock, Sound } from "../game";

export class Seconds {
  #now = $state(0);
  #clock: () => Clock | null;

  /** Whole seconds left, counted down to 0; null: no clock of this game runs. */
  left = $derived.by(() => {
    const clock = this.#clock();
    if (!clock || clock.kind === "decision") return null;
    return Math.max(0, Math.ceil((clock.until - this.#now) / 1000));
  });

  constructor(clock: () => Clock | null, play: (sound: Sound) => void) {
    this.#clock = clock;
    $effect(() => {
      if (!clock()) return;
      this.#now = performance.now();
      const timer = setInterval(() => (this.#now = performance.now()), 100);
      return () => clearInterval(timer);
    });
    $effect(() => {
      const left = this.left;
      if (left === null || left === 0) return;
      if (clock()?.kind === "countdown" || left <= 3) play("tick");
    });
  }
}
