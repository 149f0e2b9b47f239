// Made from src/karacho/server/protocol.py and documents.py by `make protocol`. Do not edit.

export const PROTOCOL = 1;

export type SeatKind = "open" | "person" | "bot" | "outside";

export type Emote = "hello" | "well_done" | "oops" | "haha" | "wow" | "hurry" | "thanks" | "good_race";

export type Stage = "lobby" | "racing" | "over";

export type Driver = "person" | "bot" | "clock";

export const EMOTES: Emote[] = ["hello", "well_done", "oops", "haha", "wow", "hurry", "thanks", "good_race"];

/** The first message. Without a secret the client gets an identity of its own; a bot shows its seat's token. */
export interface Hello {
  type: "hello";
  protocol: number;
  secret?: string | null;
}

/** What the player wants to be called. */
export interface Rename {
  type: "rename";
  op: string;
  name: string;
}

/** Give this identity a name and a passphrase, so that the same person can be here on other devices too. */
export interface SignUp {
  type: "sign_up";
  op: string;
  name: string;
  passphrase: string;
}

/** Be the person of an account on this device. `bring`: what the guest had here becomes the account's. */
export interface SignIn {
  type: "sign_in";
  op: string;
  name: string;
  passphrase: string;
  bring?: boolean;
}

/** This device is not the account's any more; with `everywhere`, none is. */
export interface SignOut {
  type: "sign_out";
  op: string;
  everywhere?: boolean;
}

/** A new passphrase; all other devices are signed out. Whoever has lost the old one, but is signed in, can do it. */
export interface ChangePassphrase {
  type: "change_passphrase";
  op: string;
  passphrase: string;
}

/** The account goes; races of others stay, with a pseudonym in its place. */
export interface DeleteAccount {
  type: "delete_account";
  op: string;
  passphrase: string;
}

/** What the person likes, whole, for the account's other devices. The last word counts. */
export interface KeepSettings {
  type: "keep_settings";
  op: string;
  settings: Record<string, boolean | number | string>;
}

/** What is kept for this player; answered by `account`. */
export interface WhoAmI {
  type: "whoami";
}

/** Who shall sit on a new table's seat: an open seat, a person on this device, a house bot, an outside bot. */
export interface SeatChoice {
  kind: SeatKind;
  name?: string | null;
  bot?: string | null;
}

/** Set up a table; `start` deals at once. */
export interface Create {
  type: "create";
  op: string;
  game: string;
  seats: SeatChoice[];
  options?: Record<string, unknown>;
  decision_seconds?: number | null;
  free_chat?: boolean;
  start?: boolean;
}

/** Come to a table, or come back to it: `race` and `have` say what the client has already seen. */
export interface Open {
  type: "open";
  table: string;
  race?: string | null;
  have?: number;
}

/** Go away from the table; the seats stay. */
export interface Close {
  type: "close";
}

/** See the race through one of one's own seats, or as a spectator does (a device that is being handed over). */
export interface Look {
  type: "look";
  seat: number | null;
}

/** Take an open seat, or take back the wheel of one's own. */
export interface Sit {
  type: "sit";
  op: string;
  seat: number;
  name?: string | null;
}

/** Give a seat up. In a running race a bot drives on. */
export interface Stand {
  type: "stand";
  op: string;
  seat: number;
}

/** Change who drives a seat: its owner and the host may; after 30 s of absence everybody seated may call a bot. */
export interface Assign {
  type: "assign";
  op: string;
  seat: number;
  kind: SeatKind;
  name?: string | null;
  bot?: string | null;
}

/** The host changes the table before a race. */
export interface Configure {
  type: "configure";
  op: string;
  seats: number;
  options: Record<string, unknown>;
  decision_seconds?: number | null;
  free_chat?: boolean;
}

/** The host starts the race; seats still open are driven by bots until somebody sits down. */
export interface Start {
  type: "start";
  op: string;
}

/** Race again at the same table with the same seats. */
export interface Rematch {
  type: "rematch";
  op: string;
}

/** A seated client binds itself to a random value for the next race, by the value's hash (fair dealing). */
export interface Pledge {
  type: "pledge";
  race: string;
  hash: string;
}

/** The value behind a pledge, as soon as `dealing` has come. */
export interface Reveal {
  type: "reveal";
  race: string;
  value: string;
}

/** An action of a seat, chosen at version `base` of this race. */
export interface Act {
  type: "act";
  op: string;
  seat: number;
  base: number;
  action: string;
  race?: string | null;
}

/** Slides of a seat's controller in a row, `first` of this round's slides already made before them; then, if `done`, the end of programming. `hints` asks for the path that the program would drive. `base` as in `Act`. */
export interface Program {
  type: "program";
  op: string;
  seat: number;
  base: number;
  first: number;
  slides?: string;
  done?: boolean;
  hints?: boolean;
  race?: string | null;
}

/** Everything up to this version has been watched: the next start instant need not wait for this client. */
export interface Ready {
  type: "ready";
  version: number;
}

/** A word to the table. */
export interface Say {
  type: "say";
  emote?: Emote | null;
  text?: string | null;
}

/** The answer to a ping; the server measures how long it took. */
export interface Pong {
  type: "pong";
  number: number;
}

/** Who the client is. `secret` comes only with a new identity: keep it, it is the only key to it. `account`: the name of the account, if the player has one. `accounts`: can one be had here? */
export interface Welcome {
  type: "welcome";
  protocol: number;
  player: string;
  name: string;
  build: string;
  secret?: string | null;
  seat?: number | null;
  account?: string | null;
  accounts?: boolean;
}

/** A table at which the player is or was; `at`: when it was changed, in seconds since 1970. */
export interface OwnTable {
  code: string;
  game: string;
  stage: Stage;
  names: string[];
  at: number;
}

/** What is kept for the player: the account's name and settings if there is one, and the latest tables. */
export interface Account {
  type: "account";
  name?: string | null;
  settings?: Record<string, unknown> | null;
  tables?: OwnTable[];
}

/** A command was carried out and is on disk. */
export interface Accepted {
  type: "accepted";
  op: string;
  version?: number | null;
  table?: string | null;
  slides?: number | null;
  token?: string | null;
  secret?: string | null;
  hints?: Record<string, unknown> | null;
}

/** A command was not carried out and has changed nothing. `code` names the reason, `clause` the rule behind it. */
export interface Refused {
  type: "refused";
  code: string;
  op?: string | null;
  clause?: string | null;
  detail?: string | null;
  version?: number | null;
}

/** A seat as everybody at the table sees it. `mine` means the client's own. */
export interface SeatInfo {
  kind: SeatKind;
  name: string;
  bot?: string | null;
  mine?: boolean;
  taken?: boolean;
  present?: boolean;
  away?: number | null;
}

/** A seat's pledge. */
export interface Pledged {
  seat: number;
  hash: string;
}

/** How a race is kept fair: the commitment to the server's secret, what players pledged, and after the race the fingerprint of everything that was done. `tiles`: the root under which the tiles of Rally Run are sealed. `closed`: it is too late to pledge, since the race was to be dealt and could not be written down. */
export interface Sealed {
  race: string;
  commitment: string;
  pledges?: Pledged[];
  fingerprint?: string | null;
  tiles?: string | null;
  closed?: boolean;
}

/** The table as it is now; sent whole at every change. `seal`: of the race that is on; `next`: of the next one; `asker`: the seat that has asked for the race. */
export interface Table {
  type: "table";
  code: string;
  game: string;
  stage: Stage;
  seats: SeatInfo[];
  options: Record<string, unknown>;
  host: boolean;
  free_chat?: boolean;
  decision_seconds?: number | null;
  spectators?: number;
  race?: string | null;
  races?: string[];
  asker?: number | null;
  seal?: Sealed | null;
  next?: Sealed | null;
}

/** A race is about to be dealt: no pledge can be added any more. Whoever finds the own one says `reveal` at once. */
export interface Dealing {
  type: "dealing";
  race: string;
  commitment: string;
  pledges: Pledged[];
}

/** A clock with `left` seconds to go: until the common start, for the last seat's program, for a decision. */
export interface Deadline {
  kind: "start" | "countdown" | "decision";
  left: number;
  seat?: number | null;
}

/** How a race ended. */
export interface Outcome {
  reason: string;
  winner: number | null;
  standing: number[][];
}

/** A tile that was turned up on `cell` is the one that was sealed on `dealt`: the salt, and the way to the root. */
export interface Proven {
  cell: string;
  dealt: string;
  salt: string;
  path: string[];
}

/** What the versions after `since` up to `version` brought, through the eyes of a seat (`seat`) or a spectator. `parts`: how many of the events each version brought, and who drove. `reset`: the view stands for itself, there is nothing to animate. `waiting`: say `ready` when it has been watched. */
export interface Frame {
  type: "frame";
  race: string;
  since: number;
  version: number;
  view: Record<string, unknown>;
  seat?: number | null;
  events?: Record<string, unknown>[];
  parts?: [number, Driver | null][];
  reset?: boolean;
  hints?: Record<string, unknown> | null;
  deadline?: Deadline | null;
  waiting?: boolean;
  outcome?: Outcome | null;
  draws?: Record<string, unknown>[];
  proofs?: Proven[];
}

/** Somebody said something. */
export interface Chatter {
  type: "chatter";
  name: string;
  seat?: number | null;
  emote?: string | null;
  text?: string | null;
}

/** Are you there? The next one comes within so many seconds: a line that is silent much longer is dead. */
export interface Ping {
  type: "ping";
  number: number;
  within?: number;
}

/** A house bot that can be asked for. */
export interface Level {
  spec: string;
  name: string;
}

/** An option of a game as a form shows it. */
export interface OptionInfo {
  name: string;
  kind: "choice" | "switch" | "whole" | "seat" | "other";
  default: unknown;
  choices?: string[];
  low?: number | null;
  high?: number | null;
}

/** A game that can be played here. `secrets`: seats see different things, so a shared device is handed over. */
export interface GameInfo {
  name: string;
  title: string;
  designers: string;
  seats: number[];
  options: OptionInfo[];
  levels: Level[];
  secrets: boolean;
  data: Record<string, unknown>;
}

/** One step of a replay: what was done, what it caused, and the view after it. */
export interface Shown {
  version: number;
  at: number;
  view: Record<string, unknown>;
  events?: Record<string, unknown>[];
  seat?: number | null;
  action?: string | null;
  driver?: Driver | null;
  progress?: number[];
  hints?: Record<string, unknown> | null;
}

/** How the order of dones came about, where the clock decided it: by corrections of at most `most_ms`; dones less than `equal_ms` apart were put in a drawn order. */
export interface Report {
  most_ms: number;
  equal_ms: number;
  dones: Record<string, unknown>[];
}

/** A finished race through the eyes of a seat or a spectator. */
export interface ReplayInfo {
  race: string;
  game: string;
  names: string[];
  options: Record<string, unknown>;
  seed: string;
  seat: number | null;
  outcome: Outcome;
  frames: Shown[];
  report: Report;
}

/** Something that could be done, and the chance to win with it, 0 to 1; a program with the slides to it. */
export interface OptionWeighed {
  action: string;
  worth: number;
  slides?: number | null;
}

/** A decision: the version that it made, who drove, what was done, and what would have been best. */
export interface DecisionInfo {
  version: number;
  driver: Driver | null;
  taken: OptionWeighed;
  best: OptionWeighed;
}

/** What a seat could have done in a finished race, by what it could know at each moment. */
export interface ReviewInfo {
  race: string;
  seat: number;
  decisions: DecisionInfo[];
}

export type Message = Hello | Rename | SignUp | SignIn | SignOut | ChangePassphrase | DeleteAccount | KeepSettings | WhoAmI | Create | Open | Close | Look | Sit | Stand | Assign | Configure | Start | Rematch | Pledge | Reveal | Act | Program | Ready | Say | Pong;

export type Answer = Welcome | Account | Accepted | Refused | Table | Dealing | Frame | Chatter | Ping;
