/** Where the cars of a carpet can drive. The server knows (RR-2); without it cars can still be dragged. */
import { type Side, SIDES } from "../games/rally-run/places";
import type { Carpet } from "./carpet";

/** Of changes in quick succession only the last is asked about. */
const PATIENCE = 60;

export class Roads {
  /** For each car the sides it can drive through; null: not known now. */
  sides = $state.raw<Side[][] | null>(null);
  /** The server does not answer. */
  offline = $state(false);

  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onanswer: () => void;

  constructor(onanswer: () => void) {
    this.#onanswer = onanswer;
  }

  /** A question is under way. */
  get pending(): boolean {
    return this.sides === null && !this.offline;
  }

  /** Ask again after a change. */
  ask(carpet: Carpet): void {
    this.sides = null;
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    this.#timer = setTimeout(() => void this.#fetch(carpet, number), PATIENCE);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  async #fetch(carpet: Carpet, number: number): Promise<void> {
    const sides = await fetchRoads(carpet).catch(() => null);
    if (number !== this.#asked) return;
    this.sides = sides;
    this.offline = sides === null;
    this.#onanswer();
  }
}

async function fetchRoads({ tiles, cars }: Carpet): Promise<Side[][]> {
  const response = await fetch("/api/carpet", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ tiles, cars }),
  });
  if (!response.ok) throw new Error(`/api/carpet: ${response.status}`);
  const { roads } = (await response.json()) as { roads: string[][] };
  return roads.map((sides) => SIDES.filter((side) => sides.includes(side)));
}
