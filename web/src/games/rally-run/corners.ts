/** Where the cars start, as the lobby lets one choose it: a corner for every seat. */
import { CORNERS, type Corner } from "./places";

type Data = Record<string, unknown>;

/** Where so many cars start if nobody chooses. */
export function usualCorners(data: Data, seats: number): Corner[] {
  const usual = (data.corners ?? {}) as Record<string, Corner[]>;
  return usual[seats] ?? CORNERS.slice(0, seats);
}

/** What was chosen, or the usual. */
export function cornersOf(value: unknown, data: Data, seats: number): Corner[] {
  return Array.isArray(value) && value.length === seats ? (value as Corner[]) : usualCorners(data, seats);
}

/** Two corners change their cars; one of them may be empty. */
export function exchanged(corners: Corner[], a: Corner, b: Corner): Corner[] {
  return corners.map((corner) => (corner === a ? b : corner === b ? a : corner));
}

export const sameCorners = (a: Corner[], b: Corner[]): boolean => a.join() === b.join();
