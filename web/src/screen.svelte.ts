/** A screen that is larger than any that is held or stands on a desk is looked at from across the room. */

/** The largest screen, in pixels, on which everything has its usual size; beyond it everything grows with the screen. */
const WIDTH = 1707;
const HEIGHT = 960;

export function magnificationOf(width: number, height: number): number {
  return Math.max(1, Math.min(width / WIDTH, height / HEIGHT));
}

const screen = $state({ magnification: 1 });

if (typeof window !== "undefined") {
  const measure = () => (screen.magnification = magnificationOf(innerWidth, innerHeight));
  measure();
  addEventListener("resize", measure);
}

/** How many times its usual size everything has here. Style sheets know it as `--magnification`. */
export const magnification = () => screen.magnification;
