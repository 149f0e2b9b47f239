/**
 * Which way a car's nose points. While it drives: where it drives. At rest: along the road toward its goal, or toward
 * the pit as long as it has none. Nothing of earlier turns goes into it, so a car never tells what lies under a tile it
 * has left (RR-13).
 */
import type { GameEvent } from "../game";
import { beyond, cornerSide, isCorner, middleOf, PIT, type Side, SIDES, sideToward } from "./places";
import { cornerOf, type RallyView } from "./view";

const STEP: Record<Side, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const ANGLE: Record<Side, number> = { E: 0, S: 90, W: 180, N: 270 };

export function heading(view: RallyView, seat: number, event: GameEvent | null): Side {
  if (event?.kind === "car_drove" && event.seat === seat) return sideToward(event.start, event.end) ?? "E";
  const place = view.cars[seat];
  if (view.phase === "turn" && view.turn === seat && view.revealed) return sideToward(place, view.revealed) ?? "E";
  if (isCorner(place)) return cornerSide(place);
  const goal = view.goals[seat];
  return mostToward(
    place,
    (goal && cornerOf(view, goal)) || PIT,
    place === PIT ? "NESW" : (view.open[place] ?? "NESW"),
  );
}

/** Of some sides the one that points most toward a place. */
function mostToward(place: string, goal: string, sides: string): Side {
  const [from, to] = [middleOf(place), middleOf(goal)];
  const gain = (side: Side) => STEP[side][0] * (to.x - from.x) + STEP[side][1] * (to.y - from.y);
  const ways = SIDES.filter((side) => sides.includes(side) && beyond(place, side));
  return ways.reduce((best, side) => (gain(side) > gain(best) ? side : best), ways[0] ?? "E");
}

/** The turn of a car that is drawn with its nose to the east. */
export const angleOf = (side: Side): number => ANGLE[side];
