import { describe, expect, it } from "vitest";
import type { GameEvent, View } from "../game";
import fourSeats from "./races/four-seats.json";
import relaxed from "./races/relaxed.json";
import { stage } from "./stage";
import { showOf, smilePile, type TurboView } from "./view";

interface Race {
  viewer: number | null;
  frames: { events: GameEvent[]; view: View }[];
}

const RACES: [string, Race][] = [
  ["four seats against the clock that play on", fourSeats as unknown as Race],
  ["two relaxed seats, watched", relaxed as unknown as Race],
];

/** A view of the file with what never changes in a race. */
const whole = (race: Race, at: number) => ({ ...race.frames[0].view, ...race.frames[at].view }) as TurboView;

/** What the board draws. Where a choice is open a view says more than any event has. */
function drawn(view: TurboView, viewer: number | null) {
  const programming = view.phase === "program" && viewer !== null && view.controllers[viewer] !== null;
  const choosing = view.phase === "fly" || view.phase === "shield";
  return {
    phase: choosing ? "race" : view.phase,
    round: view.round,
    cars: view.cars,
    done: view.done,
    smiles: view.smiles,
    pile: smilePile(view),
    finished: view.finished ?? [],
    winner: view.winner ?? null,
    turn: choosing || view.phase === "race" ? view.turn : null,
    controller: programming ? view.controllers[viewer] : null,
    slides: programming ? view.slides[viewer] : null,
    programs: view.smiles.length > 0 ? showOf(view).programs : null,
  };
}

describe.each(RACES)("%s", (_, race) => {
  it("are drawn as the server sees them after every action", () => {
    let view: View = whole(race, 0);
    for (let at = 1; at < race.frames.length; at++) {
      for (const event of race.frames[at].events) view = stage(view, event);
      const seen = whole(race, at);
      expect(drawn(view as TurboView, race.viewer)).toEqual(drawn(seen, race.viewer));
      view = seen; // as on the page: a frame ends with its own view
    }
  });

  it("never change the view that is given", () => {
    let view: View = whole(race, 0);
    for (const event of race.frames.flatMap(({ events }) => events)) {
      const before = JSON.stringify(view);
      const next = stage(view, event);
      expect(JSON.stringify(view)).toBe(before);
      view = next;
    }
  });

  it("show one command after another, each on the cell of its program", () => {
    for (const { events } of race.frames) {
      let view: View = whole(race, 0);
      for (const event of events) {
        view = stage(view, event);
        const { command, programs, turn } = showOf(view as TurboView);
        if (command && turn !== null && programs[turn]) expect(programs[turn][command.cell]).toBe(command.piece);
      }
    }
  });
});

it("keeps the others' controllers covered", () => {
  const race = fourSeats as unknown as Race;
  let view: View = whole(race, 0);
  for (const { events } of race.frames)
    for (const event of events) {
      view = stage(view, event);
      if (view.phase === "program") expect(view.controllers.slice(1)).toEqual([null, null, null]);
    }
});

it("lets an unknown event pass", () => {
  const view = whole(fourSeats as unknown as Race, 0);
  expect(stage(view, { kind: "fireworks", clause: "TTC-1" })).toEqual(view);
});
