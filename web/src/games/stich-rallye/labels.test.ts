import { render } from "svelte/server";
import { beforeAll, describe, expect, it } from "vitest";
import { loadNamespace } from "../../i18n.svelte";
import type { View } from "../game";
import Decision from "./Decision.svelte";
import Infield from "./Infield.svelte";
import race from "./race.fixture.json";
import SeatPanel from "./SeatPanel.svelte";
import { raceView, type Hints, type Landing } from "./view";

const NAMES = ["First", "Second", "Third"];
const DISC = [0, 1, 3, 6, 10, 15, 16, 8, 4];
const views = (race.frames as { view: View }[]).map(({ view }) =>
  raceView({ ...view, track: race.track, seats: race.seats, actors: [race.viewer] }),
);

/** What a screen reader finds: the labels and the text, without the tags. */
function heard(html: string): string {
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
  return [...labels, html.replace(/<[^>]*>/g, " ")].join("\n").replaceAll("&amp;", "&");
}

function decision(view = views[0], legal: string[] = [], hints: Hints | null = null): string {
  const props = { view, hints, legal, seat: race.viewer, names: NAMES, narrow: true, lastTrick: null, looked: null };
  return heard(render(Decision, { props: { ...props, act: async () => true } }).body);
}

beforeAll(() => loadNamespace("stich-rallye"));

describe("what a player who cannot see the board hears", () => {
  it("is whole in every view of a race", () => {
    for (const view of views) {
      const seats = NAMES.map((name, seat) => {
        const props = { view, seat, name, own: seat === race.viewer, disc: DISC, next: 1, spaces: 20, time: 0 };
        return heard(render(SeatPanel, { props: { ...props, busy: false, roomy: true } }).body);
      });
      const props = { view, hints: null, event: null, names: NAMES };
      const middle = render(Infield, { props: { ...props, arrive: () => undefined, leave: () => ({}) } }).body;
      const all = [...seats, heard(middle), decision(view)].join("\n");
      expect(all).not.toMatch(/stich-rallye\.|undefined|NaN/);
      for (const name of NAMES) expect(all).toContain(name);
    }
  });

  it("names the hand, what may be played and what it would do", () => {
    const coast: Landing = { start: 0, drove: 3, end: 3, jumped: [1], line: false, wins: false };
    const turbo: Landing = { start: 0, drove: 8, end: 11, jumped: [], line: false, wins: false };
    const [winning, losing, refused] = ["B2", "B7", "G5"];
    const cards = {
      [winning]: { wins: true, lowest: "B2", coast, turbo },
      [losing]: { wins: false, lowest: "B2", coast: null, turbo: null },
    };
    const hints: Hints = { cards, last: true, discs: { next: [1, 3, 1] } };
    const text = decision({ ...views[0], trick: ["B3", "B4"] }, [winning, losing], hints);
    expect(text).toContain("Follow blue.");
    expect(text).toContain(
      "blue 2. Wins the trick: 2 spaces to 3, jumping 1 car. With turbo 8 spaces to 8, rolls on to 11.",
    );
    expect(text).toContain("blue 7. Does not win: your motor goes to 3.");
    expect(text).toContain(`green ${refused.slice(1)}, not allowed now`);
  });

  it("offers the turbo choice with both landings", () => {
    const coast: Landing = { start: 30, drove: 33, end: 33, jumped: [], line: false, wins: false };
    const turbo: Landing = { start: 30, drove: 43, end: 40, jumped: [31], line: true, wins: true };
    const text = decision({ ...views[0], phase: "turbo", motors: [0, 10, 0] }, ["coast", "turbo"], { coast, turbo });
    expect(text).toContain("3 spaces to 33");
    expect(text).toContain("Turbo +10");
    expect(text).toContain("jumping 1 car, rolls back to 40, over the finish line: wins the race");
  });
});
