/** How things move over the table. */
import type { Attachment } from "svelte/attachments";
import { at } from "./places";

const STEPS = 14;
/** How far the arc of a carried tile bends aside, as a part of the way, and at most, in cells. */
const BEND = 0.28;
const MOST_BEND = 0.9;

/**
 * A tile that comes from another cell along an arc, lifted on the way. Two tiles that change places bend to opposite
 * sides, because each sees the way from its own end.
 */
export function carriedFrom(other: string | null, place: string, duration: number): Attachment<HTMLElement> {
  return (element) => {
    if (!other || !duration) return;
    const motion = element.animate(arc(other, place), { duration, easing: "cubic-bezier(0.5, 0, 0.3, 1)" });
    return () => motion.cancel();
  };
}

function arc(from: string, to: string): Keyframe[] {
  const [[x, y], [u, v]] = [at(from), at(to)];
  const [dx, dy] = [x - u, y - v];
  const bend = Math.min(BEND, MOST_BEND / Math.hypot(dx, dy));
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const done = step / STEPS;
    const height = Math.sin(Math.PI * done);
    const right = (1 - done) * dx - height * bend * dy;
    const down = (1 - done) * dy + height * bend * dx;
    return { translate: `${right * 100}% ${down * 100}%`, scale: String(1 + 0.14 * height) };
  });
}
