import { describe, expect, it } from "vitest";
import type { Point } from "./loop";
import { moments, trail } from "./motion";
import { makeRoad } from "./road";
import type { Shape } from "./shapes";

const far = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const CASES = (["tall", "full", "wide"] as Shape[]).flatMap((shape) =>
  [20, 32, 60].map((spaces) => ({ shape, spaces })),
);

describe.each(CASES)("a $shape road of $spaces spaces", ({ shape, spaces }) => {
  const road = makeRoad(shape, spaces);
  const middles = Array.from({ length: spaces }, (_, index) => road.spot(index + 1, 0));

  it("lies within its picture", () => {
    const slots = [0, 1, 2, 3, 4].map((slot) => road.spot(0, slot));
    for (const { x, y } of [...middles, ...slots]) {
      expect(x).toBeGreaterThan(road.broad / 2);
      expect(x).toBeLessThan(road.width - road.broad / 2);
      expect(y).toBeGreaterThan(road.broad / 2);
      expect(y).toBeLessThan(road.height - road.broad / 2);
    }
  });

  it("has spaces of one length, and those far apart along the road do not touch", () => {
    const gap = (one: number, other: number) => Math.min(Math.abs(one - other), spaces - Math.abs(one - other));
    middles.forEach((middle, one) => {
      expect(far(middle, middles[(one + 1) % spaces])).toBeLessThanOrEqual(road.space + 0.01);
      middles.forEach((other, two) => {
        if (gap(one, two) * road.space > 2.5 * road.broad) expect(far(middle, other)).toBeGreaterThan(road.broad);
      });
    });
  });

  it("comes back to the same spaces in the next lap", () => {
    expect(far(road.spot(3, 0), road.spot(3 + spaces, 0))).toBeLessThan(0.01);
  });

  it("has room for five cars on the start space, all off the road", () => {
    const slots = [0, 1, 2, 3, 4].map((slot) => road.spot(0, slot));
    slots.slice(1).forEach((slot, index) => expect(far(slot, slots[index])).toBeGreaterThan(road.broad * 0.9));
    for (const slot of slots)
      for (const middle of middles) expect(far(slot, middle)).toBeGreaterThan(road.broad * 0.75);
  });
});

describe("a move", () => {
  const road = makeRoad("tall", 32);
  const move = { road, slot: 2, start: 30, end: 36, jumped: [32, 33] };

  it("begins and ends where the car stands", () => {
    for (const rolls of [false, true]) {
      const list = moments(move, rolls);
      expect(far(list[0], road.spot(30, 2))).toBeLessThan(0.01);
      expect(far(list[list.length - 1], road.spot(36, 2))).toBeLessThan(0.01);
    }
  });

  it("goes along the road and not straight through", () => {
    const list = moments({ ...move, start: 1, end: 17, jumped: [] }, false);
    list.slice(1).forEach((moment, index) => expect(far(moment, list[index])).toBeLessThan(road.space));
  });

  it("lifts the car over those it jumps and nowhere else", () => {
    const list = moments(move, false);
    const lifts = (distance: number) => list.filter((moment) => far(moment, road.spot(distance, 2)) < 6);
    expect(Math.max(...lifts(32).map((moment) => moment.lift))).toBeGreaterThan(0.9);
    expect(Math.max(...lifts(35).map((moment) => moment.lift))).toBe(0);
  });

  it("does not spin: angles change little by little, over the line too", () => {
    const list = moments({ ...move, start: 1, end: 60, jumped: [] }, false);
    list.slice(1).forEach((moment, index) => expect(Math.abs(moment.angle - list[index].angle)).toBeLessThan(40));
  });

  it("leaves the start lane at the speed of the road", () => {
    const list = moments({ road, slot: 4, start: 0, end: 3, jumped: [] }, false);
    expect(far(list[0], road.spot(0, 4))).toBeLessThan(0.01);
    list.slice(1).forEach((moment, index) => expect(far(moment, list[index])).toBeLessThan(road.space));
  });

  it("rolls back beyond its place and comes to rest on it", () => {
    const list = moments({ road, slot: 0, start: 18, end: 15, jumped: [] }, true);
    const beyond = road.spot(14.75, 0);
    expect(Math.min(...list.map((moment) => far(moment, beyond)))).toBeLessThan(road.space * 0.12);
    expect(far(list[list.length - 1], road.spot(15, 0))).toBeLessThan(0.01);
  });

  it("has a trail to draw", () => {
    expect(trail(move)).toMatch(/^M[\d. L]+$/);
  });
});
