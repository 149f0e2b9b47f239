import { expect, it } from "vitest";
import { heading } from "./heading";
import type { RallyView } from "./view";

const COLORS = { NW: "red", NE: "blue", SE: "green", SW: "yellow" };

const view = (place: string, sides: string, goal: string | null = null) =>
  ({
    turn: 0,
    phase: "drive",
    open: { [place]: sides },
    cars: [place],
    goals: [goal],
    colors: COLORS,
  }) as unknown as RallyView;

it("points where the car drives", () => {
  const event = { kind: "car_drove", clause: "RR-5", seat: 0, start: "B2", end: "B1" };
  expect(heading(view("B1", "ES"), 0, event)).toBe("N");
});

it("points along the road toward the pit, then toward the goal", () => {
  expect(heading(view("A3", "NES"), 0, null)).toBe("E");
  expect(heading(view("A3", "NS", "yellow"), 0, null)).toBe("S");
  expect(heading(view("C3", "", "red"), 0, null)).toBe("W");
});

it("points into the grid on a start-finish tile and out of a dead end", () => {
  expect(heading(view("NE", ""), 0, null)).toBe("S");
  expect(heading(view("A3", "W"), 0, null)).toBe("E");
  expect(heading(view("B3", "W"), 0, null)).toBe("W");
});
