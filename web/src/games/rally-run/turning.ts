/** Turning things on the table so that they go the short way round. */
import type { Attachment } from "svelte/attachments";
import { nearestAngle } from "./roads";

const EASE_WEIGHT = "cubic-bezier(0.45, 0, 0.2, 1.18)";

/**
 * Keeps an element turned by whole degrees and lets it swing there from where it was. The angle itself always stays
 * within one turn: what is on the page never says how often or which way something has been turned before.
 */
export function turnedBy(angle: number, duration: number): Attachment<HTMLElement> {
  return (element) => {
    const before = parseFloat(element.style.rotate);
    element.style.rotate = `${angle}deg`;
    if (!duration || Number.isNaN(before) || before === angle) return;
    const from = nearestAngle(angle, before / 90);
    element.animate([{ rotate: `${from}deg` }, { rotate: `${angle}deg` }], { duration, easing: EASE_WEIGHT });
  };
}
