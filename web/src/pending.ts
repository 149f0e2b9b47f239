/**
 * Commands that wait for their answer, in the order in which they were given. One that could not be saved is sent again
 * by itself, with the same op; what was sent behind it is judged anew after it, so that nothing gets out of order.
 */
import type { Accepted, Message, Refused } from "./protocol";

export type Command = Extract<Message, { op: string }>;

/** `slow`: something has not been answered for a moment. `failed`: it could not be saved, and is tried again. */
export type Saving = "idle" | "slow" | "failed";

export const SLOW = 1000;
const FIRST_DELAY = 800;
const LONGEST_DELAY = 6000;

interface Waiting {
  command: Command;
  answer: (answer: Accepted | Refused) => void;
  /** Null: not on its way now. */
  sentAt: number | null;
  /** How often it could not be saved. */
  failures: number;
  /** The player has had enough: the next failure is the answer. */
  dropped: boolean;
}

export interface PendingTools {
  /** False: the line is down, and the command goes out when it is there again. */
  send: (command: Command) => boolean;
  changed: (saving: Saving) => void;
}

/** Longer with every failure, and never the same for two clients. */
export function pause(failures: number, random: number = Math.random()): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1)) * (1 + random / 2);
}

export class Pending {
  #tools: PendingTools;
  #waiting = new Map<string, Waiting>();
  #saving: Saving = "idle";
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(tools: PendingTools) {
    this.#tools = tools;
  }

  give(command: Command): Promise<Accepted | Refused> {
    return new Promise((answer) => {
      const waiting: Waiting = { command, answer, sentAt: null, failures: 0, dropped: false };
      this.#waiting.set(command.op, waiting);
      this.#send(waiting);
      this.#tell();
    });
  }

  hear(answer: (Accepted | Refused) & { op: string }): void {
    const waiting = this.#waiting.get(answer.op);
    if (!waiting) return;
    if (answer.type === "refused" && !waiting.dropped && this.#isUnsaved(answer)) this.#keep(waiting);
    else this.#close(waiting, answer);
    this.#tell();
  }

  /** For how long the oldest command on its way has had no answer, in ms. */
  waitsSince(now: number): number {
    return Math.max(0, ...[...this.#waiting.values()].flatMap(({ sentAt }) => (sentAt === null ? [] : now - sentAt)));
  }

  /** The line is there: whatever has no answer goes out, perhaps again. */
  repeat(): void {
    for (const waiting of this.#waiting.values()) if (waiting.sentAt === null) this.#send(waiting);
    this.#tell();
  }

  /** The line is gone; that is said elsewhere, and what has failed on it does not matter any more. */
  suspend(): void {
    clearTimeout(this.#retry);
    for (const waiting of this.#waiting.values()) {
      waiting.sentAt = null;
      waiting.failures = 0;
    }
    this.#tell();
  }

  /** What could not be saved, once more and at once. */
  retry(): void {
    clearTimeout(this.#retry);
    for (const waiting of this.#waiting.values())
      if (waiting.failures > 0 && waiting.sentAt === null) this.#send(waiting);
  }

  /** What could not be saved is not wanted any more. One that is on its way just now may still be accepted. */
  drop(): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.failures === 0) continue;
      waiting.dropped = true;
      if (waiting.sentAt === null) this.#close(waiting, refused(waiting, "SAVING_FAILED"));
    }
    this.#tell();
  }

  /** Nobody will ever answer these. */
  refuseAll(code: string): void {
    for (const waiting of this.#waiting.values()) this.#close(waiting, refused(waiting, code));
    this.#tell();
  }

  #send(waiting: Waiting): void {
    waiting.sentAt = this.#tools.send(waiting.command) ? performance.now() : null;
  }

  #keep(waiting: Waiting): void {
    waiting.failures++;
    waiting.sentAt = null;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.retry(), pause(waiting.failures));
  }

  #close(waiting: Waiting, answer: Accepted | Refused): void {
    this.#waiting.delete(waiting.command.op);
    waiting.answer(answer);
  }

  /** It could not be saved itself, or one before it could not: then the refusal says nothing about it. */
  #isUnsaved(answer: Refused): boolean {
    if (answer.code === "SAVING_FAILED") return true;
    for (const [op, { failures }] of this.#waiting) {
      if (op === answer.op) return false;
      if (failures > 0) return true;
    }
    return false;
  }

  #tell(): void {
    clearTimeout(this.#watch);
    const all = [...this.#waiting.values()];
    const sent = all.flatMap(({ sentAt }) => sentAt ?? []);
    const wait = Math.min(...sent) + SLOW - performance.now();
    const saving = all.some(({ failures }) => failures > 0) ? "failed" : wait <= 0 ? "slow" : "idle";
    if (saving === "idle" && sent.length > 0) this.#watch = setTimeout(() => this.#tell(), wait);
    if (saving === this.#saving) return;
    this.#saving = saving;
    this.#tools.changed(saving);
  }
}

function refused({ command }: Waiting, code: string): Refused {
  return { type: "refused", op: command.op, code };
}
