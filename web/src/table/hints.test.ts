import { describe, expect, test } from "vitest";
import { dueHint as due } from "./hints";

const none = new Set<string>();

type Moment = Parameters<typeof due>[1];
const dueHint = (game: string, moment: Omit<Moment, "slid"> & { slid?: boolean }, seen: ReadonlySet<string>) =>
  due(game, { slid: false, ...moment }, seen);

describe("hints", () => {
  test("leading and following have one each, once", () => {
    const leading = { view: { phase: "play", motors: [0], trick: [] }, legal: ["R2"], seat: 0 };
    expect(dueHint("stich-rallye", leading, none)).toBe(4);
    expect(dueHint("stich-rallye", leading, new Set(["stich-rallye.4"]))).toBeNull();
    const moment = { view: { phase: "play", motors: [0], trick: ["R9"] }, legal: ["R2"], seat: 0 };
    expect(dueHint("stich-rallye", moment, none)).toBe(1);
    expect(dueHint("stich-rallye", moment, new Set(["stich-rallye.1"]))).toBeNull();
  });

  test("a rule that does not matter yet brings none", () => {
    expect(dueHint("stich-rallye", { view: { phase: "play" }, legal: [], seat: 0 }, none)).toBeNull();
    expect(dueHint("rally-run", { view: { phase: "drive", goals: [null] }, legal: [], seat: 0 }, none)).toBeNull();
  });

  test("the turbo choice, the way a tile lies, and a wound motor have their own", () => {
    const seen = new Set(["stich-rallye.1", "rally-run.1"]);
    const turbo = { view: { phase: "turbo", motors: [3] }, legal: ["coast", "turbo"], seat: 0 };
    expect(dueHint("stich-rallye", turbo, seen)).toBe(2);
    const wound = { view: { phase: "play", motors: [0, 3] }, legal: ["R2"], seat: 1 };
    expect(dueHint("stich-rallye", wound, seen)).toBe(3);
    expect(dueHint("rally-run", { view: { phase: "turn" }, legal: ["NS"], seat: 0 }, seen)).toBe(2);
    expect(dueHint("rally-run", { view: { phase: "drive", goals: ["red"] }, legal: [], seat: 0 }, seen)).toBe(3);
  });

  test("programming: how it works until the first slide, what being last costs, and what a low battery means", () => {
    const view = { phase: "program", mode: "relaxed", done: [], controllers: ["…"], slides: [0] };
    const programming = { view: { ...view, cars: [{ batteries: 3 }] }, legal: ["U"], seat: 0 };
    expect(dueHint("tiny-turbo-cars", programming, none)).toBe(1);
    const late = { view: { ...view, done: [1], cars: [{ batteries: 2 }] }, legal: [], seat: 0 };
    expect(dueHint("tiny-turbo-cars", late, none)).toBe(1);
    expect(dueHint("tiny-turbo-cars", { ...late, slid: true }, none)).toBe(2);
    expect(dueHint("tiny-turbo-cars", { ...late, view: { ...late.view, slides: [3] } }, none)).toBe(2);
    expect(dueHint("tiny-turbo-cars", late, new Set(["tiny-turbo-cars.1"]))).toBe(2);
    expect(dueHint("tiny-turbo-cars", late, new Set(["tiny-turbo-cars.1", "tiny-turbo-cars.2"]))).toBe(3);
    expect(dueHint("tiny-turbo-cars", { ...late, view: { ...late.view, done: [1, 0] } }, none)).toBeNull();
  });

  test("a game nobody wrote hints for has none", () => {
    expect(dueHint("unheard-of", { view: {}, legal: ["x"], seat: 0 }, none)).toBeNull();
  });
});
