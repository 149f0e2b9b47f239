/** The story of a race as lines: how far each car had come at each step, and where the lead changed. */
import type { Shown } from "../protocol";

export interface Step {
  version: number;
  progress: number[];
}

export interface LeadChange {
  /** Which of the steps. */
  index: number;
  version: number;
  /** Who leads from here on. */
  seat: number;
}

export interface Story {
  steps: Step[];
  changes: LeadChange[];
  /** The furthest any car came; at least 1, so that a chart can divide by it. */
  most: number;
}

/** Only the steps at which a car moved (and the first and the last) make the story. */
export function story(frames: Pick<Shown, "version" | "progress">[]): Story {
  const told = frames.filter((frame) => frame.progress?.length);
  const steps: Step[] = [];
  told.forEach((frame, index) => {
    const last = steps.at(-1);
    const moved = !last || last.progress.some((far, seat) => far !== frame.progress![seat]);
    if (moved || index === told.length - 1) steps.push({ version: frame.version, progress: frame.progress! });
  });
  return { steps, changes: leadChanges(steps), most: Math.max(1, ...steps.flatMap((step) => step.progress)) };
}

/** A lead is only taken by a car that is alone in front; a tie leaves the lead where it was. */
function leadChanges(steps: Step[]): LeadChange[] {
  const changes: LeadChange[] = [];
  let leader: number | null = null;
  steps.forEach((step, index) => {
    const best = Math.max(...step.progress);
    const ahead = step.progress.flatMap((far, seat) => (far === best ? [seat] : []));
    if (ahead.length !== 1 || ahead[0] === leader) return;
    if (leader !== null) changes.push({ index, version: step.version, seat: ahead[0] });
    leader = ahead[0];
  });
  return changes;
}

/** The moments a table can tell in a few lines: the start, the changes of the lead, the end. */
export function moments(told: Story, most = 12): Step[] {
  if (told.steps.length === 0) return [];
  const marked = [0, ...told.changes.map((change) => change.index), told.steps.length - 1];
  const unique = [...new Set(marked)];
  if (unique.length <= most) return unique.map((index) => told.steps[index]);
  // Too many to read: the first changes and the last ones say most about a race.
  const kept = [...unique.slice(0, most / 2), ...unique.slice(-most / 2)];
  return kept.map((index) => told.steps[index]);
}

/**
 * Heights for marks that would lie on one another: as near as possible to where they belong, `gap` apart, up to `low`.
 * Of marks that belong to the same height the one named earlier in `ranking` lies higher.
 */
export function spread(heights: number[], gap: number, low: number, ranking: number[]): number[] {
  const order = [...ranking].sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((index, place) => {
    if (place > 0) placed[index] = Math.max(placed[index], placed[order[place - 1]] + gap);
  });
  // What was pushed out at the bottom pushes the others up again.
  let floor = low;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index], floor);
    floor = placed[index] - gap;
  }
  return placed;
}
