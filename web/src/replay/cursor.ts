/** Where a replay stands: after how many events of which frame. */
import type { GameEvent, View } from "../games/game";
import type { Shown } from "../protocol";

export interface Cursor {
  frame: number;
  /** How many of the frame's events have been shown; all of them: the frame's own view. */
  event: number;
}

export type Stage = (view: View, event: GameEvent, seat: number | null) => View;

export function eventsOf(frames: Shown[], frame: number): GameEvent[] {
  // The opening has no view before it, so it is shown as it ended.
  return frame === 0 ? [] : ((frames[frame]?.events ?? []) as GameEvent[]);
}

export function endOf(frames: Shown[], frame: number): Cursor {
  const held = Math.min(Math.max(frame, 0), frames.length - 1);
  return { frame: held, event: eventsOf(frames, held).length };
}

export function nextEvent(frames: Shown[], at: Cursor): Cursor {
  if (at.event < eventsOf(frames, at.frame).length) return { frame: at.frame, event: at.event + 1 };
  if (at.frame + 1 >= frames.length) return at;
  // A frame in which nothing happens is a step of its own.
  return { frame: at.frame + 1, event: Math.min(1, eventsOf(frames, at.frame + 1).length) };
}

export function previousEvent(frames: Shown[], at: Cursor): Cursor {
  if (at.event > 1) return { frame: at.frame, event: at.event - 1 };
  return at.frame === 0 ? at : endOf(frames, at.frame - 1);
}

export function nextFrame(frames: Shown[], at: Cursor): Cursor {
  const whole = eventsOf(frames, at.frame).length;
  return endOf(frames, at.event < whole ? at.frame : at.frame + 1);
}

export function previousFrame(frames: Shown[], at: Cursor): Cursor {
  return endOf(frames, at.frame - 1);
}

export function isAtEnd(frames: Shown[], at: Cursor): boolean {
  return at.frame >= frames.length - 1 && at.event >= eventsOf(frames, at.frame).length;
}

/** The event the cursor has just passed. */
export function eventAt(frames: Shown[], at: Cursor): GameEvent | null {
  return at.event > 0 ? (eventsOf(frames, at.frame)[at.event - 1] ?? null) : null;
}

/** The view at the cursor: a whole frame's own, or the one before with the events so far drawn into it. */
export function viewAt(frames: Shown[], at: Cursor, stage: Stage, seat: number | null): View {
  const events = eventsOf(frames, at.frame);
  if (at.event >= events.length) return frames[at.frame].view;
  return events.slice(0, at.event).reduce((view, event) => stage(view, event, seat), frames[at.frame - 1].view as View);
}
