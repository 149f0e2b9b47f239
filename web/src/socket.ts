/**
 * The one WebSocket to the server. It comes back by itself, and a command that was on its way when the line went dead
 * is sent again with the same op, so that it is carried out exactly once.
 */
import { Pending, type Command, type Saving } from "./pending";
import { PROTOCOL, type Accepted, type Answer, type Message, type Refused } from "./protocol";

/**
 * `replaced`: a newer tab has taken over, and this one keeps still until the player says otherwise.
 * `outdated`: the server speaks another protocol than this page, which cannot say anything to it any more.
 */
export type SocketState = "connecting" | "online" | "offline" | "replaced" | "outdated";

export type Telling = Exclude<Message, Command>;
type WithoutOp<T> = T extends Command ? Omit<T, "op"> : never;
export type CommandBody = WithoutOp<Command>;

/** What the socket needs of a WebSocket, so that tests can bring their own. */
export type Wire = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "readyState">;

export interface SocketTools {
  url: string;
  secret: () => string | null;
  /** The server does not know our secret (any more): the next hello asks for a new identity. */
  forgetSecret: (worthless: string | null) => void;
  hear: (answer: Exclude<Answer, { type: "ping" }>) => void;
  changed: (state: SocketState) => void;
  saving: (saving: Saving) => void;
  /** The server has hung up because of what we sent. */
  scolded: (code: number) => void;
  connect?: (url: string) => Wire;
}

export const CLOSE = { policy: 1008, tooBig: 1009, restart: 1012, auth: 4001, replaced: 4003 } as const;

const WITHIN = 2; // seconds until the next ping, if it does not say more
const LATE = 2500; // it may come so much later
const PATIENCE = 12_000; // for the answer to a command: saving it may take 8 s
const LOOK = 300;
const SILENT = 0; // the browser's own codes begin at 1000
const FIRST_DELAY = 200;
const LONGEST_DELAY = 5000;
const OPEN = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** 22 random letters, 132 bits. (crypto.randomUUID does not exist on a plain http address of the home network.) */
export function newOp(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => ALPHABET[byte & 63]).join("");
}

/** Full jitter: anything up to a bound that doubles, so that a thousand clients do not come back at one instant. */
export function backoff(attempt: number, random: number = Math.random()): number {
  const bound = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt + 1));
  return Math.max(FIRST_DELAY, random * bound);
}

export class Socket {
  state: SocketState = "offline";
  #tools: SocketTools;
  #wire: Wire | null = null;
  #secret: string | null = null; // with which we are known on this line
  #pending: Pending;
  #attempt = 0;
  #heardAt = 0;
  #silence = WITHIN * 1000 + LATE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(tools: SocketTools) {
    this.#tools = tools;
    this.#pending = new Pending({ send: (command) => this.#say(command), changed: tools.saving });
  }

  /** Connect, or connect at once instead of after the rest of a delay. */
  start(): void {
    clearTimeout(this.#retry);
    if (this.#wire) return;
    this.#change(this.#attempt === 0 ? "connecting" : "offline");
    const wire = (this.#tools.connect ?? ((url) => new WebSocket(url)))(this.#tools.url);
    this.#wire = wire;
    this.#heardAt = performance.now();
    this.#silence = WITHIN * 1000 + LATE;
    wire.onopen = () => {
      this.#secret = this.#tools.secret();
      wire.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, secret: this.#secret }));
    };
    wire.onmessage = (message) => this.#wire === wire && this.#hear(JSON.parse(message.data));
    wire.onclose = (closed) => this.#wire === wire && this.#lost(closed.code);
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.check(), LOOK);
  }

  /** A line that has been silent for too long is dead, even if nobody has said so. */
  check(): void {
    if (!this.#wire || !this.#isDead(performance.now())) return;
    const wire = this.#wire;
    this.#lost(SILENT);
    wire.close();
  }

  /** Nothing comes any more; or nothing since we have asked for something; or what we say does not arrive. */
  #isDead(now: number): boolean {
    const asked = this.#pending.waitsSince(now);
    const silent = now - this.#heardAt;
    return silent >= this.#silence || (asked >= WITHIN * 1000 + LATE && silent >= asked) || asked >= PATIENCE;
  }

  /** Say hello anew, because we are somebody else now (perhaps another tab has signed in or out). */
  follow(): void {
    if (!this.#wire || this.#tools.secret() === this.#secret) return;
    const wire = this.#wire;
    this.#wire = null;
    this.#attempt = 0;
    this.#pending.suspend();
    wire.close();
    this.start();
  }

  stop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
  }

  /** Says something that has no answer of its own. False: nobody hears it now. */
  tell(message: Telling): boolean {
    return this.#say(message);
  }

  /** Gives a command; the promise is kept over as many reconnections as it takes. */
  send(body: CommandBody): Promise<Accepted | Refused> {
    return this.#pending.give({ ...body, op: newOp() } as Command);
  }

  /** Sends again at once what could not be saved. */
  retrySaving(): void {
    this.#pending.retry();
  }

  /** Forgets what could not be saved. */
  dropUnsaved(): void {
    this.#pending.drop();
  }

  #say(message: Message): boolean {
    if (this.state !== "online" || this.#wire?.readyState !== OPEN) return false;
    this.#wire.send(JSON.stringify(message));
    return true;
  }

  #hear(answer: Answer): void {
    this.#heardAt = performance.now();
    if (answer.type === "ping") {
      this.#silence = (answer.within ?? WITHIN) * 1000 + LATE;
      this.#wire?.send(JSON.stringify({ type: "pong", number: answer.number }));
      return;
    }
    if (answer.type === "welcome") {
      this.#attempt = 0;
      this.#secret = answer.secret ?? this.#secret;
      this.#change("online");
      this.#tools.hear(answer); // opens the table again, which the commands below may need
      this.#pending.repeat();
      return;
    }
    const { op } = answer as { op?: string | null };
    if (op && (answer.type === "accepted" || answer.type === "refused")) return this.#pending.hear({ ...answer, op });
    if (answer.type === "refused" && answer.code === "WRONG_PROTOCOL") return this.#giveUp();
    this.#tools.hear(answer);
  }

  /** To try again would be no use: only a newer page can talk to this server. */
  #giveUp(): void {
    this.stop();
    this.#pending.suspend();
    this.#change("outdated");
  }

  #lost(code: number): void {
    this.#wire = null;
    clearInterval(this.#watch);
    this.#pending.suspend();
    if (code === CLOSE.replaced) return this.#change("replaced");
    if (code === CLOSE.auth) this.#tools.forgetSecret(this.#secret);
    if (code === CLOSE.policy || code === CLOSE.tooBig) {
      this.#pending.refuseAll("UNREADABLE"); // said again, it would make the server hang up again
      this.#attempt = 4; // no hurry to a server that has had enough of us
      this.#tools.scolded(code);
    }
    if (code === CLOSE.restart) this.#attempt = Math.max(this.#attempt, 2);
    if (code === SILENT) this.#attempt = Math.min(this.#attempt, 2); // the waiting was long enough
    this.#change("offline");
    this.#retry = setTimeout(() => this.start(), backoff(this.#attempt++));
  }

  #change(state: SocketState): void {
    if (this.state === state) return;
    this.state = state;
    this.#tools.changed(state);
  }
}
