import { describe, expect, it } from "vitest";
import type { GameEvent, View } from "../game";
import { pace } from "./pace";
import race from "./race.fixture.json";
import { stage } from "./stage";
import { raceView, trickCount } from "./view";

/** What the board draws; the rest (who is due, what is legal) comes with the server's view. */
const DRAWN = ["round", "flag", "hands", "trick", "played", "motors", "distances", "winner"];

const drawn = (view: View) => Object.fromEntries(DRAWN.map((key) => [key, view[key]]));

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Before the first event: cars on the start space, nobody has cards. */
const BEGINNING: View = {
  track: race.track,
  seats: race.seats,
  round: 0,
  phase: "play",
  flag: 0,
  hands: [0, 0, 0],
  trick: [],
  played: [],
  motors: [0, 0, 0],
  distances: [0, 0, 0],
  actors: [],
};

const frames = race.frames as { events: GameEvent[]; view: View }[];
const everyEvent = frames.flatMap((frame) => frame.events);

describe("staging a race", () => {
  it("leads from every view of the server to the next one", () => {
    let before = BEGINNING;
    for (const { events, view } of frames) {
      const staged = events.reduce((shown, event) => stage(frozen(shown), event), before);
      expect(drawn(staged)).toEqual(drawn(view));
      before = { ...BEGINNING, ...view };
    }
    expect(before.phase).toBe("over");
  });

  it("leads through the whole race without any view of the server", () => {
    const staged = everyEvent.reduce(stage, BEGINNING);
    expect(drawn(staged)).toEqual(drawn(frames[frames.length - 1].view));
    expect(staged.phase).toBe("over");
  });

  it("meets every kind of event", () => {
    expect(new Set(everyEvent.map((event) => event.kind)).size).toBe(13);
  });

  it("keeps a full trick on the table until its winner takes the flag", () => {
    let view = BEGINNING;
    for (const event of everyEvent) {
      view = stage(view, event);
      if (event.kind === "trick_won") expect(view.trick).toHaveLength(race.seats);
      if (event.kind === "car_drove" && view.show.won) expect(view.trick).toHaveLength(race.seats);
      if (event.kind === "flag_taken") expect(view.trick).toEqual([]);
    }
  });

  it("tells a drive which cars it jumps, and forgets them with the next motor", () => {
    const jumped: GameEvent = { kind: "car_jumped", clause: "SR-8", seat: 0, over: 1, distance: 4 };
    const used: GameEvent = { kind: "motor_used", clause: "SR-12", seat: 1, value: 6 };
    const view = stage(BEGINNING, jumped);
    expect(view.show.jumped).toEqual([4]);
    expect(stage(view, used).show).toEqual({ jumped: [], running: { seat: 1, value: 6 } });
  });

  it("leaves the view alone at an event it does not know", () => {
    expect(drawn(stage(BEGINNING, { kind: "something_new", clause: "SR-1" }))).toEqual(drawn(BEGINNING));
  });
});

describe("the number of the trick", () => {
  it("counts from 1 to the number of cards dealt", () => {
    const numbers = frames.map((frame) => trickCount(raceView({ ...BEGINNING, ...frame.view })));
    expect(numbers[0]).toEqual({ number: 1, total: 5 });
    expect(numbers[numbers.length - 1].total).toBe(7);
    expect(numbers.every(({ number, total }) => 1 <= number && number <= total)).toBe(true);
  });
});

describe("the pace", () => {
  it("gives every event its time, except those that go by with the next", () => {
    const silent = everyEvent.filter((event) => pace(event) === 0);
    expect(silent.every((event) => event.kind === "car_jumped" || event.cards === null)).toBe(true);
  });
});
