/** What the player is about to do: the tile in the hand, the way a tile is tried, what was just refused. */
import type { BoardProps, Sentence } from "../game";
import type { Dragging } from "./drag.svelte";
import type { Possible } from "./labels";
import { beyond, type Side, SIDES, swapOf } from "./places";
import { liftableCells, type Meaning, meaningOf, meaningOfDrag, type Situation } from "./tapping";
import type { RallyView } from "./view";

/** How long a place shows that it cannot be taken. */
const REFUSED = 900;

export class Choosing {
  lifted = $state<string | null>(null);
  /** The place that was just tapped and cannot be. */
  refused = $state<string | null>(null);
  /** What can be chosen is pointed at. */
  nudged = $state(false);
  /** The sides with which the revealed tile is tried. */
  trial = $state<string | null>(null);

  #handChosen = $state(false);
  #board: () => BoardProps;
  #forget: ReturnType<typeof setTimeout> | undefined;

  constructor(board: () => BoardProps) {
    this.#board = board;
  }

  view = $derived.by(() => this.#board().view as RallyView);
  legal = $derived.by(() => new Set(this.#board().legal));
  liftable = $derived.by(() => liftableCells(this.#board().legal));
  /** The own turn has come and everything before it has been shown. */
  active = $derived.by(() => this.legal.size > 0);
  /** Where the own car can drive. */
  exits = $derived.by((): Side[] =>
    this.active && this.view.phase === "drive" ? SIDES.filter((side) => this.legal.has(side)) : [],
  );
  /** No road leads on: nothing is left but to swap. */
  stuck = $derived.by(() => this.liftable.size > 0 && this.exits.length === 0);
  /** Tiles are to be swapped: the hand was chosen, or there is no other choice. */
  hand = $derived.by(() => this.#handChosen || this.stuck);
  picking = $derived.by(() => this.hand || this.lifted !== null);
  /** Changes with every new choice, and only then. */
  occasion = $derived.by(() =>
    [this.view.turns, this.view.phase, this.view.turn, this.#board().seat, this.legal.size].join(),
  );

  #targets = $derived.by(() => {
    const { seat } = this.#board();
    return new Set(seat === null ? [] : this.exits.map((side) => beyond(this.view.cars[seat], side)));
  });

  possible(place: string): Possible {
    const { lifted } = this;
    return {
      drive: !this.picking && this.#targets.has(place),
      liftable: this.liftable.has(place),
      lifted: lifted === place,
      partner: lifted !== null && lifted !== place && this.legal.has(swapOf(lifted, place)),
    };
  }

  /** Can what lies or stands here be dragged: a tile that can be swapped, or the own car? */
  draggable(place: string): boolean {
    const { seat } = this.#board();
    if (!this.active || this.view.phase !== "drive" || seat === null) return false;
    return this.liftable.has(place) || this.view.cars[seat] === place;
  }

  tap(place: string): void {
    const { event, seat, act, say } = this.#board();
    if (event) return say({ key: "table.race.showing" });
    if (seat === null) return void act("A1-B1"); // the page around says that this is somebody else's race
    this.#mean(place, meaningOf(place, this.#situation(seat)));
  }

  drag({ what }: Dragging<string>): void {
    if (this.liftable.has(what)) this.lifted = what;
  }

  /** Let go of what was dragged from `start`. */
  drop(start: string, end: string | null): void {
    const { seat } = this.#board();
    if (end === null || seat === null || end === start) this.lifted = null;
    else if (this.lifted !== null) this.tap(end);
    else this.#mean(end, meaningOfDrag(end, this.#situation(seat)));
  }

  /** The picture "swap". */
  chooseHand(): void {
    if (this.liftable.size === 0) return this.#tell({ key: "rally-run.cannot_swap", clause: "RR-7" });
    this.#handChosen = true;
    this.#board().play("tap");
  }

  /** The picture "drive". */
  chooseDrive(): void {
    this.putDown();
    if (this.exits.length === 0) return this.#tell({ key: "rally-run.cannot_drive", clause: "RR-2" });
    this.#point();
  }

  /** Nothing stays in the hand. */
  putDown(): void {
    this.lifted = this.trial = null;
    this.#handChosen = false;
  }

  #situation(seat: number): Situation {
    const { view, legal, liftable, lifted, hand } = this;
    return { view, seat, legal, liftable, lifted, hand };
  }

  #mean(place: string, meaning: Meaning): void {
    const { act, play } = this.#board();
    switch (meaning.do) {
      case "act":
        return void act(meaning.action);
      case "lift":
        this.lifted = meaning.cell;
        return play("tap");
      case "put_down":
        this.lifted = null;
        return play("tap");
      case "point":
        return this.#point();
      case "too_far":
        this.#tell({ key: "rally-run.too_far", clause: "RR-2" });
        return this.#refuse(place);
      case "ask":
        this.#refuse(place);
        return void act(meaning.action); // the page around sounds and tells why
    }
  }

  #tell(why: Sentence): void {
    this.#board().say(why);
    this.#board().play("refused");
  }

  #point(): void {
    this.#board().play("tap");
    this.#handChosen = false;
    this.#show(null, true);
  }

  #refuse(place: string): void {
    this.#show(place, this.view.phase === "turn");
  }

  #show(refused: string | null, nudged: boolean): void {
    this.refused = refused;
    this.nudged = nudged;
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => {
      this.refused = null;
      this.nudged = false;
    }, REFUSED);
  }
}
