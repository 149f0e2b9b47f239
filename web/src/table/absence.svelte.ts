/** For how long people have been away: the server says it when the table changes, from then on we count. */
import type { Table } from "../protocol";

export class Absence {
  #seconds = $state(0);

  /** Counts while somebody is away; to be used in a component's own time. */
  constructor(table: () => Table | null) {
    $effect(() => {
      const seats = table()?.seats ?? [];
      const told = performance.now();
      this.#seconds = 0;
      if (!seats.some((seat) => seat.away != null)) return;
      const timer = setInterval(() => (this.#seconds = Math.floor((performance.now() - told) / 1000)), 1000);
      return () => clearInterval(timer);
    });
  }

  /** Null: the person is there, or there is none. */
  of(away: number | null | undefined): number | null {
    return away == null ? null : away + this.#seconds;
  }
}
