/** How a car's body moves during an event: keyframes on top of the glide from space to space. */
import type { GameEvent } from "../game";
import type { CarView } from "./view";

/** Events that take a car to another space. */
export const MOVES = new Set(["car_placed", "car_stepped", "car_jumped", "car_flew"]);

const shake = (by: number): Keyframe[] =>
  [0, -1, 0.9, -0.7, 0.45, -0.2, 0].map((share) => ({
    transform: `translateX(${share * by}%) rotate(${share * by}deg)`,
  }));

const hop = (height: number): Keyframe[] => [
  { transform: "none" },
  { transform: `translateY(-${height * 20}%) scale(${1 + height * 0.42})`, offset: 0.5 },
  { transform: `translateY(2%) scale(1.04, 0.94)`, offset: 0.88 },
  { transform: "none" },
];

const lean = (degrees: number): Keyframe[] => [
  { transform: "none" },
  { transform: `rotate(${degrees}deg)`, offset: 0.3 },
  { transform: `rotate(${degrees}deg)`, offset: 0.7 },
  { transform: "none" },
];

/** A lunge toward the space that lets nothing in, and back. */
const bump = (lane: number, row: number): Keyframe[] => [
  { transform: "none" },
  { transform: `translate(${lane * 30}%, ${-row * 26}%) rotate(${lane * 18}deg) scale(0.98)`, offset: 0.35 },
  { transform: `translate(${-lane * 8}%, ${row * 8}%) rotate(${-lane * 8}deg)`, offset: 0.65 },
  { transform: "none" },
];

const PLAIN: Record<string, Keyframe[]> = {
  car_placed: hop(0.8),
  car_jumped: hop(1),
  car_flew: hop(1.2),
  car_stopped: shake(10),
  car_hit: shake(14),
  battery_down: shake(5),
  car_slipped: [
    { transform: "none" },
    { transform: "rotate(-24deg)" },
    { transform: "rotate(20deg)" },
    { transform: "rotate(-9deg)" },
    { transform: "none" },
  ],
  car_fell: [
    { transform: "rotate(-118deg) scale(1.3)" },
    { transform: "rotate(14deg) scale(1.1)" },
    { transform: "none" },
  ],
  car_stood_up: [{ transform: "rotate(118deg)" }, { transform: "rotate(-10deg) scale(1.15)" }, { transform: "none" }],
  command_ignored: [{ opacity: 1 }, { opacity: 0.55 }, { opacity: 1 }],
  turn_began: [{ transform: "none" }, { transform: "scale(1.18)" }, { transform: "none" }],
};

/** `lane` is where the car stood before the event. */
export function bodyMotion(event: GameEvent, car: CarView, lane: number): Keyframe[] | null {
  if (event.kind === "car_stepped") return event.lane === lane ? null : lean(event.lane < lane ? -32 : 32);
  if (event.kind === "car_blocked")
    return bump(Math.sign(event.lane - (car.lane ?? 0)), Math.sign(event.row - (car.row ?? 0)));
  return PLAIN[event.kind] ?? null;
}
