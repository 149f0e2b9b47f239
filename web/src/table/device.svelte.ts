/** This device during a race: through whose eyes it looks, and to whom it has to be passed on. */
import { untrack } from "svelte";
import type { GameInfo, Table } from "../protocol";
import { session } from "../session.svelte";
import { handover, isSecretNow, KEEP, seatsOfDevice } from "./handover";

export class SharedDevice {
  /** Who has last said to hold it. */
  #holder = $state<number | null>(null);
  #next = $derived.by(() => {
    const { view, busy } = session.show;
    if (busy || !view) return KEEP;
    const secret = isSecretNow(this.#game(), view);
    return handover({ mine: this.mine, actors: view.actors ?? [], look: session.seat, holder: this.#holder, secret });
  });

  #table: () => Table;
  #game: () => GameInfo;

  /** To be made in a component's own time. */
  constructor(table: () => Table, game: () => GameInfo) {
    this.#table = table;
    this.#game = game;
    $effect(() => {
      if (this.#next.kind === "look") session.look(this.#next.seat);
      else if (this.#next.kind === "pass" && untrack(() => session.seat) !== null) session.look(null);
    });
  }

  /** The seats that its people drive themselves. */
  get mine(): number[] {
    return seatsOfDevice(this.#table().seats);
  }

  /** Whose it shall be now; null: it stays where it is. */
  get passTo(): number | null {
    return this.#next.kind === "pass" ? this.#next.seat : null;
  }

  /** A seat's person says to hold it. */
  take(seat: number): void {
    this.#holder = seat;
    session.look(seat);
  }
}
