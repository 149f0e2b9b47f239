import { expect, it } from "vitest";
import fourSeats from "./races/four-seats.json";
import { facesOf, sidesOf, spacesOf, terrainWord } from "./rooms";

const { map } = fourSeats.frames[0].view as unknown as { map: string[] };

it("knows the rooms by their spaces", () => {
  const faces = facesOf(map, { faces: { kitchen: { rows: map.slice(6, 12) } } });
  expect(faces.map(({ name }) => name)).toEqual([null, "kitchen", null, null, null]);
  expect(faces[1].room.furniture).toContain("stool");
});

it("lends rooms to boards that it does not know, gardens at the ends", () => {
  const faces = facesOf(map, {});
  expect(faces).toHaveLength(5);
  expect(faces[0].room.grass && faces[4].room.grass).toBe(true);
  expect(facesOf(["....."], {})).toHaveLength(1);
});

it("lets rugs and furniture grow together", () => {
  const [face] = facesOf(["cc...", "c....", ".....", ".....", ".....", "....."], {});
  const corner = spacesOf(face).find(({ row, lane }) => row === 1 && lane === 1)!;
  expect(sidesOf(face, corner)).toEqual({ ahead: true, back: false, left: false, right: true });
});

it("has a word for every space, also behind the last board", () => {
  expect(terrainWord(["S~#.."], 1, 2)).toBe("puddle");
  expect(terrainWord(["S~#.."], 7, 2)).toBe("empty");
});
