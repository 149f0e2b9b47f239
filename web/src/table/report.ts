/** The race report: how the order of dones came about, and which places of it were drawn, because no eye could tell. */

export interface Draw {
  /** The seats in the order that was drawn. */
  order: number[];
}

/** Every draw once, although each of its seats reports it. */
export function drawsOf(dones: Record<string, unknown>[]): Draw[] {
  const draws: Draw[] = [];
  let left: number[] = [];
  for (const done of dones) {
    const draw = (done.draw ?? done) as Record<string, unknown>;
    const order = draw.order;
    if (!Array.isArray(order)) continue;
    const seats = order.map(Number);
    // The seats of a draw report it one after the other; when all have, the same order may be drawn again later.
    if (left.length === 0) {
      draws.push({ order: seats });
      left = seats;
    }
    left = left.slice(1);
  }
  return draws;
}

export interface Correction {
  seat: number;
  /** The largest of the race, in milliseconds. */
  most: number;
}

/** Did the clock decide the order of dones in this race? */
export function wasTimed(dones: Record<string, unknown>[]): boolean {
  return dones.some((done) => typeof done.corrected_ms === "number");
}

/** By how much the dones of each seat were corrected. Who sits on no line, as bots do, needs no correction. */
export function correctionsOf(dones: Record<string, unknown>[]): Correction[] {
  const most = new Map<number, number>();
  for (const { seat, corrected_ms } of dones) {
    if (typeof seat !== "number" || typeof corrected_ms !== "number" || corrected_ms === 0) continue;
    most.set(seat, Math.max(most.get(seat) ?? 0, corrected_ms));
  }
  return [...most].map(([seat, most]) => ({ seat, most })).sort((a, b) => a.seat - b.seat);
}
