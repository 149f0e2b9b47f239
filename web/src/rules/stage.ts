/** How the small pictures of the rules are laid out and brought to life: a stage of 320 × 180 on which parts are put. */
import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";
import { motion } from "../settings.svelte";

export const WIDTH = 320;
export const HEIGHT = 180;

/** Where a part is during its act, seen from where it is put; without anything: exactly there. */
export interface Pose {
  shift?: [number, number];
  turn?: number;
  size?: number;
  /** How wide it looks while it is turned over: 0 on edge. */
  flip?: number;
  seen?: number;
}

/** A part goes through these poses and ends where it is put; `at` and `lasts` in milliseconds. */
export interface Act {
  poses: Pose[];
  at?: number;
  lasts?: number;
  easing?: string;
  /** At the end it is gone. */
  leaves?: boolean;
}

interface Curtain {
  readonly open: boolean;
}

const KEY = Symbol("curtain");

/** The picture says when its acts begin: once somebody can see it. */
export const setCurtain = (curtain: Curtain) => setContext(KEY, curtain);

export const curtainOf = () => getContext<Curtain>(KEY);

/** Lengths on the stage as a share of its width, so that a picture grows with its box. */
export const length = (units: number) => `${(units / WIDTH) * 100}cqw`;

function keyframe({ shift = [0, 0], turn = 0, size = 1, flip = 1, seen = 1 }: Pose): Keyframe {
  return {
    transform: `translate(${length(shift[0])}, ${length(shift[1])}) rotate(${turn}deg) scale(${size * flip}, ${size})`,
    opacity: seen,
  };
}

/** Plays an act once. Without motion the part simply is where it belongs, which tells the same. */
export function acted(act: Act | null, curtain: Curtain): Attachment<HTMLElement> {
  return (element) => {
    const slow = motion();
    if (!act || slow === 0) return;
    const animation = element.animate([...act.poses, ...(act.leaves ? [] : [{}])].map(keyframe), {
      delay: (act.at ?? 0) * slow,
      duration: (act.lasts ?? 700) * slow,
      easing: act.easing ?? "cubic-bezier(0.4, 0, 0.2, 1)",
      fill: "backwards",
    });
    if (!curtain.open) animation.pause();
    return () => animation.cancel();
  };
}

/** Poses on the way round an oval, for a part that is put at the angle `to` (in degrees, clockwise from the right). */
export function roundOval([rx, ry]: [number, number], from: number, to: number, steps = 24): Pose[] {
  const place = (angle: number) => [rx * Math.cos(angle), ry * Math.sin(angle)];
  const heading = (angle: number) => (Math.atan2(ry * Math.cos(angle), -rx * Math.sin(angle)) * 180) / Math.PI;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [endX, endY] = place(radians(to));
  let before = heading(radians(from));
  const headings: number[] = [];
  const shifts: [number, number][] = [];
  for (let step = 0; step <= steps; step++) {
    const angle = radians(from + ((to - from) * step) / steps);
    const [x, y] = place(angle);
    before += ((heading(angle) - before + 540) % 360) - 180; // the short way, so that nothing spins round
    headings.push(before);
    shifts.push([x - endX, y - endY]);
  }
  return shifts.slice(0, -1).map((shift, step) => ({ shift, turn: headings[step] - headings[steps] }));
}
