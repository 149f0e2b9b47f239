import { describe, expect, test } from "vitest";
import { magnificationOf } from "./screen.svelte";

describe("everything has its usual size", () => {
  test.each([
    [360, 740],
    [844, 390],
    [820, 1180],
    [1024, 1366],
    [1366, 1024],
    [1440, 900],
    [1680, 1050],
    [1920, 940],
  ])("on %i × %i", (width, height) => expect(magnificationOf(width, height)).toBe(1));
});

test("a screen across the room magnifies", () => {
  expect(magnificationOf(1920, 1080)).toBeCloseTo(1.12, 2);
  expect(magnificationOf(3840, 2160)).toBeCloseTo(2.25, 2);
});
