/** The way of a car out of the events of its turn. */
import type { GameEvent } from "../game";

export interface Spot {
  row: number;
  lane: number;
}

export interface Path {
  legs: { from: Spot; to: Spot; jump: boolean }[];
  /** Where it would run into something. */
  bumps: Spot[];
  /** Where each command ends; several that end on one space share its label. */
  stops: (Spot & { label: string })[];
}

export function pathOf(events: readonly GameEvent[], row: number, lane: number, seat: number): Path {
  const path: Path = { legs: [], bumps: [], stops: [] };
  let here: Spot = { row, lane };
  let step = 0;

  function go(to: Spot, jump: boolean) {
    path.legs.push({ from: here, to, jump });
    here = to;
  }
  function rest() {
    if (step === 0) return;
    const before = path.stops.at(-1);
    if (before && before.row === here.row && before.lane === here.lane)
      before.label = `${before.label.split("–")[0]}–${step}`;
    else if (here.row !== row || here.lane !== lane || path.stops.length > 0)
      path.stops.push({ ...here, label: String(step) });
  }

  for (const event of events) {
    if (event.seat !== seat) continue;
    if (event.kind === "command_began" || event.kind === "modifier_set" || event.kind === "command_ignored") {
      rest();
      step = event.cell + 1;
    } else if (event.kind === "car_stepped") go({ row: event.row, lane: event.lane }, false);
    else if (event.kind === "car_jumped") go({ row: event.end, lane: event.lane }, true);
    else if (event.kind === "car_blocked" || event.kind === "car_stopped")
      path.bumps.push({ row: event.row, lane: event.lane });
  }
  rest();
  return path;
}
