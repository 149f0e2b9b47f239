/** What this browser knows of the server: who it is there, the table it is at, and the race on that table. */
import { untrack } from "svelte";
import { aloud } from "./aloud";
import { fetchGame } from "./api";
import { isSpokenFor, noteFate, pledge, reveal } from "./fair/pledges";
import { TileWatch } from "./fair/tiles";
import type { Clock, GameModule, ProgramAnswer } from "./games/game";
import { loadGame } from "./games";
import { loadNamespace } from "./i18n.svelte";
import { connection, forgetSecret, keepNickname, keepSecret, me, readSecret, SECRET } from "./identity.svelte";
import { PROTOCOL, type Accepted, type Answer, type Chatter, type Emote, type Frame, type GameInfo } from "./protocol";
import type { Account, Dealing, Deadline, Outcome, Refused, Sealed, SeatKind, Table, Welcome } from "./protocol";
import { slowness, still } from "./settings.svelte";
import { Show } from "./show.svelte";
import { Socket, type CommandBody } from "./socket";
import { play } from "./sound";
import { seatName } from "./table/names";
import { planOf, type Plan } from "./table/plan";
import { seatsMine } from "./table/powers";
import { rememberTable } from "./tables.svelte";

export { connection, me };

const CHATTER_LENGTH = 50;
const TRAVEL = 5_000; // a pledge that was told so long before a deal had got there
const FEW = 8; // whoever has missed more versions than that wants to see where things stand

/** A race that is over, for those who read its result while others begin the next one. */
export interface Finished {
  table: Table;
  race: string;
  outcome: Outcome;
  cars: unknown[];
}

class Session {
  code = $state<string | null>(null);
  table = $state.raw<Table | null>(null);
  game = $state.raw<GameInfo | null>(null);
  module = $state.raw<GameModule | null>(null);
  race = $state<string | null>(null);
  /** Through whose eyes we see the race; null: as a spectator. */
  seat = $state<number | null>(null);
  clock = $state.raw<Clock | null>(null);
  /** The race that we have last seen end; one that ends while we read its result waits until we go on. */
  finished = $state.raw<Finished | null>(null);
  #later: Finished | null = null;
  #joined = $state<string | null>(null); // the race after it to which we go on
  draws = $state.raw<Record<string, unknown>[]>([]);
  chatter = $state.raw<Chatter[]>([]);
  /** Rally Run: how many tiles that were turned up are those sealed at the start, and where one was not. */
  tiles = $state.raw<{ checked: number; wrong: string | null }>({ checked: 0, wrong: null });
  /** The last command that was refused, until it is put away or another one is accepted. */
  refusal = $state.raw<Refused | null>(null);
  /** The table could not be opened. */
  missing = $state.raw<Refused | null>(null);
  /** A table whose race begins as soon as it has been opened. */
  eager = $state<string | null>(null);
  /** The game's files could not be fetched. */
  unloadable = $state(false);

  /** Whoever looks after the account is told who we are, and what is kept for us. */
  greeted: (welcome: Welcome) => void = () => {};
  reminded: (account: Account) => void = () => {};

  version = 0;
  show = new Show<Frame>({
    name: (seat) => this.name(seat),
    seat: (frame) => frame.seat ?? null,
    slowness,
    still,
    hidden: () => document.hidden,
    play: (sound) => {
      if (!this.reading) play(sound);
    },
    text: aloud,
    rested: (frame) => {
      if (frame.waiting) this.ready(frame.version); // bots and common starts wait for those who still watch
    },
  });

  /** How the race ended, once that has been shown. */
  outcome = $derived<Outcome | null>(this.show.frame?.outcome ?? null);

  /** Others have begun the next race; we read the result of the last one until we join in. */
  reading = $derived(
    this.finished !== null && ![this.finished.race, this.#joined].includes(this.table?.race ?? this.finished.race),
  );

  #socket: Socket | null = null;
  #build: string | null = null;
  #looked: number | null | undefined; // undefined: the player has not chosen
  #starting = false;
  #pledged: string | null = null; // for which race, on this line and at this table
  #pledgedAt = 0;
  #asked: string | null = null; // the race that we asked for after we had pledged
  #hasAccount = false;
  #watch: TileWatch | null = null;
  #turn: Promise<unknown> | null = null; // the last change of the table that is under way
  #asking = false; // a gap has been noticed and what is missing has been asked for

  /** Only a page that needs it opens the line: a newer tab takes it over, and looking something up must not do that. */
  connect(): Socket {
    if (this.#socket) return this.#socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new Socket({
      url: `${scheme}://${location.host}/ws`,
      secret: readSecret,
      forgetSecret,
      hear: (answer) => this.#hear(answer),
      changed: (state) => (connection.state = state),
      saving: (saving) => (connection.saving = saving),
      scolded: (code) => (connection.scolded = code),
    });
    this.#socket = socket;
    socket.start();
    addEventListener("storage", (change: StorageEvent) => change.key === SECRET && socket.follow());
    const wake = () => (connection.state === "offline" ? socket.start() : socket.check());
    addEventListener("online", wake);
    addEventListener("pageshow", wake); // back from a page that was left: the browser had put this one to sleep
    document.addEventListener("visibilitychange", () => (document.hidden ? this.show.skip() : wake()));
    return socket;
  }

  /** This tab again, after a newer one had taken over. */
  takeOver(): void {
    this.#socket?.start();
  }

  retrySaving(): void {
    this.#socket?.retrySaving();
  }

  dropUnsaved(): void {
    this.#socket?.dropUnsaved();
  }

  name(seat: number): string {
    return seatName(this.table?.seats[seat]?.name ?? "", seat);
  }

  /** Goes to a table. An effect of a page may call this and `close`: what they look at is none of its business. */
  open(code: string): void {
    untrack(() => {
      if (this.code === code && !this.missing) return;
      this.#leave();
      this.code = code;
      this.connect();
      this.#askForTable();
    });
  }

  close(): void {
    untrack(() => {
      if (this.code) this.#socket?.tell({ type: "close" });
      this.#leave();
    });
  }

  look(seat: number | null): void {
    this.#looked = seat;
    this.#socket?.tell({ type: "look", seat });
  }

  /** Which race a command is meant for; a server of another build may not know the field. */
  get #where(): { race?: string } {
    return this.race === null || connection.outdated ? {} : { race: this.race };
  }

  async act(action: string): Promise<boolean> {
    const { seat, version } = this;
    if (seat === null) return false;
    return (await this.send({ type: "act", seat, base: version, action, ...this.#where })) !== null;
  }

  async program(first: number, slides: string, done: boolean, hints: boolean): Promise<ProgramAnswer> {
    const { seat, version } = this;
    if (seat === null) return { accepted: false, slides: first, hints: null };
    const said = { seat, base: version, first, slides, done, hints, ...this.#where };
    const accepted = await this.send({ type: "program", ...said });
    return { accepted: accepted !== null, slides: accepted?.slides ?? first, hints: accepted?.hints ?? null };
  }

  ready(version: number): void {
    this.#socket?.tell({ type: "ready", version });
  }

  /** False: the line is down, and nobody has heard it. */
  say(word: { emote: Emote } | { text: string }): boolean {
    return this.#socket?.tell({ type: "say", ...word }) ?? false;
  }

  sit(seat: number, name: string | null = me.nickname || null) {
    return this.send({ type: "sit", seat, name });
  }

  stand(seat: number) {
    return this.send({ type: "stand", seat });
  }

  assign(seat: number, kind: SeatKind, who: { name?: string | null; bot?: string | null } = {}) {
    return this.send({ type: "assign", seat, kind, ...who });
  }

  /** Changes what will be played. Each change is made to the table that the one before has left, however quickly. */
  configure(change: (table: Table) => Partial<Plan>): Promise<Accepted | null> {
    const code = this.code;
    return this.#inTurn(async () => {
      if (!this.table || this.code !== code) return null;
      const plan: Plan = { ...planOf(this.table), ...change(this.table) };
      return this.send({ type: "configure", ...plan });
    });
  }

  start() {
    return this.#inTurn(() => {
      this.#asked = this.#pledged;
      return this.send({ type: "start" });
    });
  }

  /** Whoever asks goes at once. */
  rematch() {
    this.#joined = this.table?.next?.race ?? null;
    this.#asked = this.#pledged;
    return this.send({ type: "rematch" });
  }

  /** On to the race that somebody else has asked for, or to its result. */
  join(): void {
    this.#joined = this.table?.race ?? null;
    if (this.#later?.race === this.#joined) this.finished = this.#later;
  }

  async rename(name: string): Promise<boolean> {
    if (!(await this.send({ type: "rename", name }))) return false;
    keepNickname(name);
    return true;
  }

  /** We have another secret: say hello with it. */
  identify(): void {
    this.connect().follow();
  }

  /** Asks what is kept for us; `reminded` hears it. */
  askForAccount(): void {
    this.#socket?.tell({ type: "whoami" });
  }

  /** Gives a command whose refusal the asker shows in a place of its own. */
  ask(command: CommandBody): Promise<Accepted | Refused> {
    return this.connect().send(command);
  }

  /** Gives a command. Null: it was refused, and `refusal` tells why. */
  async send(command: CommandBody): Promise<Accepted | null> {
    const answer = await this.ask(command);
    this.refusal = answer.type === "refused" ? answer : null;
    if (answer.type === "accepted") return answer;
    play("refused");
    return null;
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#turn ? this.#turn.then(task) : task();
    const turn: Promise<unknown> = done
      .catch(() => null)
      .finally(() => {
        if (this.#turn === turn) this.#turn = null;
      });
    this.#turn = turn;
    return done;
  }

  #leave(): void {
    this.show.clear();
    this.show.use(null);
    this.code = this.table = this.game = this.module = this.race = this.seat = null;
    this.clock = this.refusal = this.missing = this.finished = this.#later = this.#joined = null;
    this.draws = this.chatter = [];
    this.tiles = { checked: 0, wrong: null };
    this.#watch = this.#pledged = null;
    this.unloadable = false;
    this.version = 0;
    this.#looked = undefined;
    this.#asking = false;
  }

  #askForTable(): void {
    if (!this.code) return;
    this.#socket?.tell({ type: "open", table: this.code, race: this.race, have: this.version });
    if (this.#looked !== undefined) this.#socket?.tell({ type: "look", seat: this.#looked });
  }

  #hear(answer: Exclude<Answer, { type: "ping" }>): void {
    if (answer.type === "welcome") this.#hearWelcome(answer);
    else if (answer.type === "account") this.reminded(answer);
    else if (answer.type === "table") this.#hearTable(answer);
    else if (answer.type === "dealing") this.#hearDealing(answer);
    else if (answer.type === "frame") this.#hearFrame(answer);
    else if (answer.type === "chatter") this.chatter = [...this.chatter, answer].slice(-CHATTER_LENGTH);
    else if (answer.type === "refused") {
      if (this.code && !this.table) this.missing = answer;
      else this.refusal = answer;
    }
  }

  #hearWelcome(welcome: Welcome): void {
    if (welcome.secret) {
      if (readSecret()) return this.identify(); // another tab was quicker
      keepSecret(welcome.secret);
    }
    me.player = welcome.player;
    me.name = welcome.name;
    this.#build ??= welcome.build;
    connection.outdated ||= welcome.protocol !== PROTOCOL || welcome.build !== this.#build;
    this.#asking = false;
    this.#pledged = null;
    this.#hasAccount = Boolean(welcome.account);
    this.#askForTable();
    this.greeted(welcome);
    if (welcome.secret && me.nickname) void this.rename(me.nickname);
  }

  #hearTable(table: Table): void {
    if (table.code !== this.code) return;
    if (this.table?.stage !== table.stage) rememberTable(table);
    if (!this.table) void this.loadGame(table.game);
    this.table = table;
    this.missing = null;
    if (table.stage === "over" && this.finished?.race === table.race) this.finished = { ...this.finished!, table };
    if (table.stage === "over" && this.#later?.race === table.race) this.#later = { ...this.#later!, table };
    const mine = seatsMine(table);
    if (table.seal) this.#hearDealt(table.seal, mine);
    if (table.next) this.#hearNext(table.next, mine);
    if (this.eager === table.code && table.stage === "lobby") void this.#startEagerly();
  }

  /** Fair dealing: we are bound before anybody reveals anything. */
  #hearNext(next: Sealed, mine: number[]): void {
    const isPledged = this.#pledged === next.race;
    if (isPledged && mine.length === 0) {
      this.#pledged = null;
      noteFate(next.race, "stood");
    } else if (!isPledged && mine.length > 0 && !next.closed) {
      this.#pledged = next.race;
      this.#pledgedAt = performance.now();
      this.#socket?.tell({ type: "pledge", race: next.race, hash: pledge(next) });
    }
  }

  /** Nobody may say afterwards that our pledge was too late, if we know better. */
  #hearDealt(seal: Sealed, mine: number[]): void {
    if (seal.race !== this.#pledged) return;
    this.#pledged = null;
    const hasArrived = this.#asked === seal.race || performance.now() - this.#pledgedAt > TRAVEL;
    if (mine.length === 0 || !hasArrived) return;
    noteFate(seal.race, this.#hasAccount && isSpokenFor(seal, mine) ? "other" : "there");
  }

  #hearDealing(dealing: Dealing): void {
    const value = reveal(dealing);
    if (value) this.#socket?.tell({ type: "reveal", race: dealing.race, value });
  }

  async #startEagerly(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    await this.start();
    this.#starting = false;
    this.eager = null;
  }

  /** Fetches what the table's game needs; called again by a player after the network has failed. */
  async loadGame(name: string): Promise<void> {
    const { code } = this;
    this.unloadable = false;
    try {
      const [module, game] = await Promise.all([loadGame(name), fetchGame(name), loadNamespace(name)]);
      if (this.code !== code) return;
      this.module = module;
      this.game = game;
      this.show.use(module);
    } catch {
      if (this.code === code) this.unloadable = true;
    }
  }

  #hearFrame(frame: Frame): void {
    if (frame.race !== this.race) this.#beginRace(frame.race);
    const news = frame.version > this.version;
    const refresh = frame.since === this.version && !news; // nothing was missed, but clocks and hints are fresh
    if (!frame.reset && !news && !refresh) return;
    if (!frame.reset && frame.since > this.version) {
      if (!this.#asking) this.#askForTable();
      this.#asking = true;
      return;
    }
    const overlaps = frame.since < this.version; // some of its events have been shown: better none than twice
    const long = frame.version - this.version > FEW;
    this.#asking = false;
    this.version = frame.version;
    this.seat = frame.seat ?? null;
    this.clock = frame.deadline ? clockOf(frame.deadline) : null;
    if (this.clock?.kind === "start" && this.seat !== null) this.join(); // the clock will not wait for those who read
    this.draws = frame.reset ? (frame.draws ?? []) : [...this.draws, ...(frame.draws ?? [])];
    this.#watchTiles(frame, frame.reset || overlaps);
    if (frame.outcome && this.table) {
      const { race, outcome, view } = frame;
      const finished = { table: this.table, race, outcome, cars: (view.cars ?? []) as unknown[] };
      if (this.reading) this.#later = finished;
      else this.finished = finished;
    }
    this.show.push(overlaps ? { ...frame, events: [] } : frame);
    if (long) this.show.skip();
  }

  /** Nothing that was turned up goes unchecked, unless we have missed it. */
  #watchTiles({ since, events = [], proofs = [] }: Frame, missed: boolean): void {
    const watch = this.#watch!;
    const { seal } = this.table ?? {};
    if (seal?.race === this.race) watch.seal(seal.tiles);
    if (missed) watch.lose();
    else if (since === 0) watch.begin();
    if (!missed) watch.follow(events, proofs);
    this.tiles = { checked: watch.checked, wrong: watch.wrong };
  }

  #beginRace(race: string): void {
    this.race = race;
    this.#watch = new TileWatch(race);
    this.version = 0;
    this.draws = [];
    this.show.clear();
  }
}

/** A clock on this page's own time. */
function clockOf({ kind, left, seat = null }: Deadline): Clock {
  return { kind, seat, until: performance.now() + left * 1000 };
}

export const session = new Session();
