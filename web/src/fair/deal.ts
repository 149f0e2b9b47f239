/**
 * Deals a race again from its seed: ChaCha with eight rounds, and the shuffles of the three games as
 * docs/fair-dealing.md describes them. Everything chance has decided and a spectator has seen is compared.
 */
import type { Shown } from "../protocol";
import type { Entry, Proof } from "./proof";
import { leafOf, rootOf, saltOf } from "./tiles";

const WORD = BigInt(0xffffffff);
const turn = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/** The numbers that a seed gives, each below a limit and equally likely. */
export class Chance {
  #key: number[];
  #halves: number[] = [];
  #block = 0;

  constructor(seed: bigint) {
    this.#key = Array.from({ length: 8 }, (_, i) => Number((seed >> BigInt(32 * i)) & WORD) | 0);
  }

  below(limit: number): number {
    for (;;) {
      const product = this.#half() * limit;
      if ((product & 0xffff) >= 0x10000 % limit) return product >>> 16;
    }
  }

  #half(): number {
    if (this.#halves.length === 0) this.#fill();
    return this.#halves.shift()!;
  }

  #fill(): void {
    const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...this.#key, this.#block++, 0, 0, 0];
    const s = [...start];
    const quarter = (a: number, b: number, c: number, d: number) => {
      for (const [one, two] of [
        [16, 12],
        [8, 7],
      ]) {
        // prettier-ignore
        s[a] = (s[a] + s[b]) | 0;
        s[d] = turn(s[d] ^ s[a], one);
        s[c] = (s[c] + s[d]) | 0;
        s[b] = turn(s[b] ^ s[c], two);
      }
    };
    for (let round = 0; round < 8; round += 2) {
      for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    this.#halves = s.flatMap((word, i) => [(word + start[i]) & 0xffff, ((word + start[i]) | 0) >>> 16]);
  }
}

type Event = Record<string, any>;

/** One race dealt again; false: an event or entry does not fit what was dealt. */
interface Dealer {
  event: (event: Event) => boolean;
  entry?: (entry: Entry) => void;
  /** The root under which what was dealt is sealed. */
  root?: (race: string, secret: string) => string;
}

/** Are the events of a race, as a spectator has seen them, those of its seed? */
export function checkDeal({ head, entries, tail }: Proof, frames: Shown[]): boolean {
  const dealer = DEALERS[head.game]?.(head.seats, head.options, new Chance(BigInt(tail.seed)));
  if (!dealer || (head.tiles && dealer.root && dealer.root(head.race, tail.secret) !== head.tiles)) return false;
  const shown = new Map(frames.map((frame) => [frame.version, frame.events ?? []]));
  return entries.every((entry) => {
    dealer.entry?.(entry);
    return entry[3] === "slides" || (shown.get(entry[1]) ?? []).every((event) => dealer.event(event));
  });
}

type MakeDealer = (seats: number, options: Record<string, any>, chance: Chance) => Dealer;
const DEALERS: Record<string, MakeDealer> = { "stich-rallye": cards, "rally-run": tiles, "tiny-turbo-cars": pieces };

function cards(seats: number, { flag }: Record<string, any>, chance: Chance): Dealer {
  const [lowest, highest] = { 3: [2, 10], 4: [2, 13], 5: [1, 15] }[seats]!;
  const first = flag ?? chance.below(seats);
  const hands: Set<string>[] = [];
  let began = false;

  function deal(size: number): void {
    const deck = [..."BGR"].flatMap((color) =>
      Array.from({ length: highest - lowest + 1 }, (_, i) => `${color}${lowest + i}`),
    );
    let dealt = 0;
    for (let seat = 0; seat < seats; seat++) {
      hands[seat] = new Set();
      for (let i = 0; i < size; i++, dealt++) {
        const pick = dealt + chance.below(deck.length - dealt);
        hands[seat].add(deck[pick]);
        deck[pick] = deck[dealt];
      }
    }
  }

  return {
    event: ({ kind, seat, card, round }) => {
      if (kind === "round_began") deal(3 + 2 * round);
      if (kind === "card_played") return hands[seat].delete(card);
      if (kind === "flag_taken" && !began) return (began = true) && seat === first;
      return true;
    },
  };
}

function tiles(seats: number, { first, mix }: Record<string, any>, chance: Chance): Dealer {
  const beginner = first ?? chance.below(seats);
  const box = { I: 6, L: 8, T: 4, X: 2, D: 4 };
  const known = mix === undefined || mix === "standard"; // of another mix only the order of draws is known
  const kinds = [..."ILTXD"].flatMap((kind) => Array<string>(box[kind as keyof typeof box]).fill(kind));
  const grid = new Map<string, string>();
  for (let cell = 0; cell < 25; cell++) {
    if (cell === 12) continue;
    const pick = chance.below(kinds.length);
    grid.set("ABCDE"[cell % 5] + (1 + Math.floor(cell / 5)), kinds[pick]);
    kinds[pick] = kinds.at(-1)!;
    kinds.pop();
  }
  const colors = ["red", "blue", "green", "yellow"];
  const pile = Array.from({ length: seats }, () => {
    const pick = chance.below(colors.length);
    const color = colors[pick];
    colors[pick] = colors.at(-1)!;
    colors.pop();
    return color;
  });
  const dealt = new Map(grid);
  const sealed = (race: string, secret: string) =>
    rootOf((cell) => leafOf(race, cell, dealt.get(cell)!, saltOf(race, cell, secret)));
  return {
    root: known ? sealed : undefined,
    event: ({ kind, seat, cell, tile, a, b, color }) => {
      if (kind === "race_began") return seat === beginner;
      if (kind === "tile_revealed") return !known || grid.get(cell) === tile;
      if (kind === "canister_taken") return pile.pop() === color;
      if (kind === "tiles_swapped") {
        const moved = grid.get(a)!;
        grid.set(a, grid.get(b)!);
        grid.set(b, moved);
      }
      return true;
    },
  };
}

const GAP = ".";
const PIECES = ["F1", "F1", "F2", "B1", "L1", "R1", "L2", "R2", "J", "M", "T", "b", "_", "+", "-", GAP];
const RACECARS = "die-liner brick-gang sonic-fish grim-thresher m1-furry bird-racer dogtor turbotbot".split(" ");

function pieces(seats: number, options: Record<string, any>, chance: Chance): Dealer {
  if (!options.boards) {
    chance.below(2); // the side of the start board
    for (let i = 0; i < (options.length ?? 3); i++) [chance.below(4 - i), chance.below(2)];
    chance.below(2);
  }
  const order = [...RACECARS];
  const cars: string[] = [];
  for (let seat = 0; options.draft === "random" && seat < seats; seat++) {
    const pick = seat + chance.below(order.length - seat);
    cars.push(order[pick]);
    order[pick] = order[seat];
  }
  const controllers: string[][] = [];
  let same: string[] | null = null;

  function shuffle(): string[] {
    const cells = [...PIECES];
    for (let cell = 15; cell > 0; cell--) {
      const other = chance.below(cell + 1);
      [cells[cell], cells[other]] = [cells[other], cells[cell]];
    }
    return cells;
  }

  return {
    entry: ([, , , kind, seat, slides]) => {
      if (kind !== "slides") return;
      const cells = controllers[seat!];
      for (const slide of slides!) {
        const gap = cells.indexOf(GAP);
        const moved = gap + { U: 4, D: -4, L: 1, R: -1 }[slide]!;
        [cells[gap], cells[moved]] = [cells[moved], cells[gap]];
      }
    },
    event: ({ kind, seat, racecar, pieces: shown }) => {
      if (kind === "racecar_picked") return options.draft !== "random" || cars[seat] === racecar;
      if (kind === "round_began") same = null;
      if (kind === "controller_dealt") {
        const dealt: string[] = options.same_scramble && same ? same : shuffle();
        same = dealt;
        controllers[seat] = [...dealt];
      }
      if (kind === "program_shown") return controllers[seat].slice(4, 12).join() === shown.join();
      return true;
    },
  };
}
