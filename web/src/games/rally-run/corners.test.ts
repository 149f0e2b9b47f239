import { expect, it } from "vitest";
import { cornersOf, exchanged, sameCorners, usualCorners } from "./corners";

const data = { corners: { "2": ["NW", "SE"], "3": ["NW", "NE", "SE"] } };

it("starts where the server says as long as nobody has chosen", () => {
  expect(usualCorners(data, 2)).toEqual(["NW", "SE"]);
  expect(cornersOf(null, data, 3)).toEqual(["NW", "NE", "SE"]);
  expect(cornersOf(["SW", "NE"], data, 2)).toEqual(["SW", "NE"]);
  expect(cornersOf(["SW", "NE"], data, 3)).toEqual(["NW", "NE", "SE"]);
});

it("lets two corners change their cars, and a car go to an empty one", () => {
  expect(exchanged(["NW", "SE"], "NW", "SE")).toEqual(["SE", "NW"]);
  expect(exchanged(["NW", "SE"], "SW", "NW")).toEqual(["SW", "SE"]);
  expect(exchanged(["NW", "SE"], "SW", "NE")).toEqual(["NW", "SE"]);
  expect(sameCorners(exchanged(["NW", "SE"], "SE", "SE"), ["NW", "SE"])).toBe(true);
});
