/** One carpet being played with: what lies where, what is in the hand, and the way back. */
import type { Sound } from "../games/game";
import { faceText, kindName, placeName } from "../games/rally-run/labels";
import { beyond, cornerSide, isCorner, PIT, type Side } from "../games/rally-run/places";
import { DRAWN, type Kind } from "../games/rally-run/roads";
import { t, type Values } from "../i18n.svelte";
import {
  type Carpet,
  empty,
  isDrivable,
  isRoadCell,
  kindOf,
  lay,
  left,
  lift,
  type Mix,
  move,
  put,
  turn,
} from "./carpet";
import { Roads } from "./roads.svelte";

/** Something chosen to be put on the carpet next. */
export type Hand = { kind: Kind } | { car: number } | null;

const MOST_PAST = 100;
/** How long a place shows that something does not go there. */
const REFUSED = 900;

export const carName = (car: number): string => t("carpet.car_name", { car: String(car) });

/** What lies on a cell, in words. */
const tileText = (sides: string): string => faceText(kindOf(sides)!, sides);

export class Playing {
  carpet = $state.raw<Carpet>(empty());
  mix = $state.raw<Mix | null>(null);
  hand = $state.raw<Hand>(null);
  /** The car whose ways are shown. */
  chosen = $state<number | null>(null);
  headings = $state<Side[]>(["E", "E", "E", "E"]);
  /** What has just been done, for a screen reader. */
  said = $state("");
  /** The place where something has just been refused. */
  refused = $state<string | null>(null);
  roads: Roads;

  #past = $state.raw<Carpet[]>([]);
  #wish: [car: number, side: Side] | null = null;
  #play: (sound: Sound) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(carpet: Carpet, play: (sound: Sound) => void) {
    this.#play = play;
    this.roads = new Roads(() => this.#answered());
    this.#show(carpet);
    this.#faceCars();
    this.#chooseAny();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  left(kind: Kind): number {
    return this.mix ? left(this.carpet, this.mix, kind) : 0;
  }

  /** Where a car can go now, as far as the server has said. */
  ways(car: number | null): Side[] {
    return (car !== null && this.roads.sides?.[car]) || [];
  }

  /** Is this a place for what is in the hand? */
  takes(place: string): boolean {
    if (!this.hand) return false;
    return "car" in this.hand ? isDrivable(this.carpet, place) : isRoadCell(place) && !(place in this.carpet.tiles);
  }

  // Tiles.
  layNew(cell: string, kind: Kind): boolean {
    if (!isRoadCell(cell)) return this.#refuse(cell, "no_place");
    if (this.left(kind) < 1 && kindOf(this.carpet.tiles[cell] ?? "") !== kind) return this.#refuse(cell, "none_left");
    this.#change(lay(this.carpet, cell, DRAWN[kind]), "cover");
    this.#say("laid", { place: placeName(cell), tile: tileText(this.carpet.tiles[cell]) });
    if (this.left(kind) < 1) this.hand = null;
    return true;
  }

  turn(cell: string): void {
    this.#change(turn(this.carpet, cell), "slide");
    this.#say("turned", { place: placeName(cell), tile: tileText(this.carpet.tiles[cell]) });
  }

  moveTile(from: string, to: string): boolean {
    if (!isRoadCell(to)) return this.#refuse(to, "no_place");
    this.#change(move(this.carpet, from, to), "cover");
    this.#say("laid", { place: placeName(to), tile: tileText(this.carpet.tiles[to]) });
    return true;
  }

  lift(cell: string): void {
    if (!(cell in this.carpet.tiles)) return;
    this.#change(lift(this.carpet, cell), "flip");
    this.#say("lifted", { place: placeName(cell) });
  }

  // Cars.
  put(car: number, place: string | null): boolean {
    if (place !== null && !isDrivable(this.carpet, place)) return this.#refuse(place, "no_road_there");
    this.#change(put(this.carpet, car, place), "tap");
    this.chosen = place === null ? null : car;
    this.hand = null;
    if (place !== null) this.headings[car] = this.#restHeading(place);
    this.#say(place === null ? "parked" : "put", { car: carName(car), place: place === null ? "" : placeName(place) });
    return true;
  }

  /** Drive through a road end, where the server says there is a way. */
  drive(car: number, side: Side): void {
    this.chosen = car;
    const place = this.carpet.cars[car];
    if (!place) return;
    if (this.roads.pending) {
      this.#wish = [car, side]; // the answer is on its way: drive on then
      return;
    }
    const end = this.ways(car).includes(side) ? beyond(place, side) : null;
    if (!end) return void this.#refuse(place, this.roads.offline ? "offline" : "no_way");
    this.#change(put(this.carpet, car, end), "drive");
    this.headings[car] = side;
    this.#say("drove", { car: carName(car), place: placeName(end) });
  }

  // All of it.
  clear(): void {
    this.spread(empty());
    this.#say("cleared");
  }

  spread(carpet: Carpet): void {
    this.#change(carpet, "swap");
    this.hand = null;
    this.#faceCars();
    this.#chooseAny();
  }

  undo(): void {
    const [before, ...past] = this.#past;
    if (!before) return;
    this.#past = past;
    this.hand = null;
    this.#show(before);
    this.#play("flip");
    this.#say("undone");
  }

  // What a tap means.
  /** On a place, with whatever is in the hand. */
  tap(place: string): void {
    const hand = this.hand;
    if (hand && "car" in hand) this.put(hand.car, place);
    else if (place in this.carpet.tiles) this.turn(place);
    else if (hand) this.layNew(place, hand.kind);
    else this.#refuse(place, isRoadCell(place) ? "choose_tile" : "stays");
  }

  /** On a pile of the tray. */
  takeKind(kind: Kind): void {
    const again = this.hand && "kind" in this.hand && this.hand.kind === kind;
    if (!again && this.left(kind) < 1) return void this.#refuse(null, "none_left");
    this.hand = again ? null : { kind };
    this.#play("tap");
    this.#say(again ? "put_back" : "taken", { what: kindName(kind) });
  }

  /** On a car: in the garage it comes into the hand, on the carpet its ways are shown. */
  takeCar(car: number): void {
    this.#play("tap");
    if (this.carpet.cars[car] !== null) {
      this.chosen = car;
      return;
    }
    const again = this.hand && "car" in this.hand && this.hand.car === car;
    this.hand = again ? null : { car };
    this.#say(again ? "put_back" : "taken", { what: carName(car) });
  }

  #answered(): void {
    const wish = this.#wish;
    this.#wish = null;
    if (wish) this.drive(...wish);
  }

  #refuse(place: string | null, reason: string): false {
    this.#play("refused");
    this.#say(reason);
    this.refused = place;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.refused = null), REFUSED);
    return false;
  }

  #say(what: string, values?: Values): void {
    this.said = t(`carpet.said.${what}`, values);
  }

  #change(carpet: Carpet, sound: Sound): void {
    this.#past = [this.carpet, ...this.#past].slice(0, MOST_PAST);
    this.#show(carpet);
    this.#play(sound);
  }

  #show(carpet: Carpet): void {
    this.carpet = carpet;
    this.#wish = null;
    this.roads.ask(carpet);
  }

  #chooseAny(): void {
    const car = this.carpet.cars.findIndex((place) => place !== null);
    this.chosen = car < 0 ? null : car;
  }

  #faceCars(): void {
    for (const [car, place] of this.carpet.cars.entries()) if (place) this.headings[car] = this.#restHeading(place);
  }

  #restHeading(place: string): Side {
    if (isCorner(place)) return cornerSide(place);
    return place === PIT ? "E" : (this.carpet.tiles[place][0] as Side);
  }
}
