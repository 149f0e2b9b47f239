/** The camera over the track: it glides after a car until somebody scrolls, and then waits to be called back. */
export class Camera {
  /** The player looks somewhere else. */
  held = $state(false);
  #window: HTMLElement | null = null;
  #goal = 0;
  #at = 0;
  #frame = 0;
  #then = 0;

  attach(element: HTMLElement): () => void {
    this.#window = element;
    return () => {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#window = null;
    };
  }

  hold(): void {
    this.held = true;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Bring this height of the strip to the top of the window. */
  aim(top: number, instantly: boolean): void {
    const element = this.#window;
    if (this.held || !element) return;
    this.#goal = top;
    if (instantly) {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      element.scrollTop = this.#goal;
    } else if (!this.#frame) {
      this.#at = element.scrollTop; // kept apart: the browser rounds it, and a slow glide would stand still
      this.#then = performance.now();
      this.#frame = requestAnimationFrame(this.#glide);
    }
  }

  #glide = (now: number): void => {
    const share = 1 - Math.exp(-(now - this.#then) / 160);
    this.#then = now;
    this.#at += (this.#goal - this.#at) * share;
    const near = Math.abs(this.#goal - this.#at) < 0.5;
    if (this.#window) this.#window.scrollTop = near ? this.#goal : this.#at;
    this.#frame = near || !this.#window ? 0 : requestAnimationFrame(this.#glide);
  };
}
