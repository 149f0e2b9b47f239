/** The race report: which places in the order of dones were drawn, because no eye could tell who was first. */

export interface Draw {
  /** The seats in the order that was drawn. */
  order: number[];
}

/** Every draw once, although each of its seats reports it. */
export function drawsOf(reports: Record<string, unknown>[]): Draw[] {
  const draws: Draw[] = [];
  let left: number[] = [];
  for (const report of reports) {
    const draw = (report.draw ?? report) as Record<string, unknown>;
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
