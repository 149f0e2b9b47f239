import { describe, expect, it } from "vitest";
import { added, canMove, type FaceData, type Faces, firstTrack, moved, tookOff, turned, unused } from "./boards";

const face = (kind: FaceData["kind"], board: string): FaceData => ({ kind, board, theme: "", rows: [] });
const faces: Faces = {
  lawn: face("finish", "finish"),
  bath: face("track", "A"),
  hall: face("track", "B"),
  yard: face("start", "start"),
  gate: face("start", "start"),
  kitchen: face("track", "A"),
  attic: face("track", "C"),
  den: face("track", "D"),
};
const track = ["yard", "bath", "hall", "attic", "lawn"];

describe("a track of boards", () => {
  it("begins with the first side of every board", () => {
    expect(firstTrack(faces, 3)).toEqual(track);
    expect(firstTrack(faces, 4)).toEqual(["yard", "bath", "hall", "attic", "den", "lawn"]);
  });

  it("has boards that can be turned over and over", () => {
    expect(turned(faces, track, 1)[1]).toBe("kitchen");
    expect(turned(faces, turned(faces, track, 1), 1)).toEqual(track);
    expect(turned(faces, track, 0)[0]).toBe("gate");
    expect(turned(faces, track, 2)).toEqual(track);
  });

  it("can be put into another order, but for its ends", () => {
    expect(moved(track, 1, 1)).toEqual(["yard", "hall", "bath", "attic", "lawn"]);
    expect(moved(track, 3, -1)).toEqual(["yard", "bath", "attic", "hall", "lawn"]);
    const can = (by: -1 | 1) => track.map((_, at) => canMove(track, at, by));
    expect(can(1)).toEqual([false, true, true, false, false]);
    expect(can(-1)).toEqual([false, false, true, true, false]);
  });

  it("gets boards that are left over and loses others", () => {
    expect(unused(faces, track)).toEqual(["den"]);
    const longer = added(track, "den");
    expect(longer).toEqual(["yard", "bath", "hall", "attic", "den", "lawn"]);
    expect(unused(faces, longer)).toEqual([]);
    expect(unused(faces, tookOff(turned(faces, longer, 1), 1))).toEqual(["bath"]);
  });
});
