/** Cards that fly between hand, seats and trick. */
import type { TransitionConfig } from "svelte/transition";

/** From the middle of one box to the middle of another. */
function way(from: DOMRect, to: DOMRect): { x: number; y: number } {
  return {
    x: from.left + from.width / 2 - (to.left + to.width / 2),
    y: from.top + from.height / 2 - (to.top + to.height / 2),
  };
}

/** Lets an element come from a box to where it is now. */
export function flyIn(element: HTMLElement, from: DOMRect, duration: number): void {
  const { x, y } = way(from, element.getBoundingClientRect());
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(0.8) rotate(-8deg)`, zIndex: 5 },
      { transform: "translate(0, 0) scale(1.06) rotate(1deg)", zIndex: 5, offset: 0.82 },
      { transform: "none", zIndex: 5 },
    ],
    { duration, easing: "cubic-bezier(0.3, 0.7, 0.35, 1)" },
  );
}

/** Lets an element leave to a box. */
export function flyOut(element: HTMLElement, to: DOMRect, duration: number): TransitionConfig {
  const { x, y } = way(to, element.getBoundingClientRect());
  return {
    duration,
    css: (stays, gone) =>
      `transform: translate(${x * gone * gone}px, ${y * gone * gone}px) scale(${0.35 + 0.65 * stays}); opacity: ${Math.min(1, stays * 2)}`,
  };
}
