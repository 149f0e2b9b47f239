import { expect, test } from "vitest";
import type { DecisionInfo } from "../protocol";
import { lookBack } from "./review";

const decision = (version: number, taken: number, best: number, driver: DecisionInfo["driver"] = "person") => ({
  version,
  driver,
  taken: { action: "R1", worth: taken },
  best: { action: "R2", worth: best },
});

test("what cost most is told, in the order of the race", () => {
  const costs = [0.03, 0.3, 0.01, 0.2, 0.05, 0.06, 0.07];
  const { good, all, told } = lookBack(costs.map((cost, at) => decision(at, 0.1, 0.1 + cost)));
  expect([good, all]).toEqual([1, 7]);
  expect(told.map(({ version }) => version)).toEqual([1, 3, 4, 5, 6]);
});

test("what a bot decided for somebody is not theirs", () => {
  const { all, told } = lookBack([decision(1, 0.1, 0.5, "bot"), decision(2, 0.1, 0.4)]);
  expect(all).toBe(1);
  expect(told.map(({ version }) => version)).toEqual([2]);
  expect(lookBack([decision(1, 0.1, 0.5, "bot")]).all).toBe(1);
});
