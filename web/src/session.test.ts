import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, Sealed, Table } from "./protocol";

class FakeWebSocket {
  static all: FakeWebSocket[] = [];
  readyState = 1;
  sent: any[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  constructor() {
    FakeWebSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  say(answer: object) {
    this.onmessage!({ data: JSON.stringify(answer) });
  }
  welcome(build = "1") {
    this.onopen!();
    this.say({ type: "welcome", protocol: 1, player: "p", name: "", build });
  }
}

vi.stubGlobal("WebSocket", FakeWebSocket);
vi.stubGlobal("location", { protocol: "http:", host: "here" });
vi.stubGlobal("document", { hidden: true, addEventListener: () => undefined });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));

const { connection, session } = await import("./session.svelte");
const { isIgnored, notesOf } = await import("./fair/pledges");

const CODE = "ABCD123EFGH";
const table: Table = { type: "table", code: CODE, game: "none", stage: "racing", seats: [], options: {}, host: true };
const frame = (version: number, more: Partial<Frame> = {}): Frame => ({
  type: "frame",
  race: "R",
  since: version - 1,
  version,
  view: { version },
  seat: 0,
  ...more,
});
const wire = () => FakeWebSocket.all[FakeWebSocket.all.length - 1];
const opens = () => wire().sent.filter((message) => message.type === "open");

beforeEach(() => {
  vi.useFakeTimers();
  session.close();
  session.open(CODE);
  if (connection.state !== "online") wire().welcome();
  wire().sent.length = 0;
  wire().say(table);
  session.show.use({
    Board: null as never,
    stage: (view) => view,
    pace: () => 0,
    tell: () => null,
    sound: () => null,
    name: (key) => ({ key }),
  });
});

describe("what we do", () => {
  const done = async () => {
    void session.act("E");
    await vi.advanceTimersByTimeAsync(0);
    const said = wire().sent.at(-1);
    wire().say({ type: "accepted", op: said.op });
    return said;
  };

  it("is meant for the race that we see", async () => {
    wire().say(frame(3, { reset: true }));
    expect(await done()).toMatchObject({ type: "act", seat: 0, base: 3, race: "R", action: "E" });
    void session.program(0, "U", false, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(wire().sent.at(-1)).toMatchObject({ type: "program", base: 3, race: "R", slides: "U" });
  });

  it("is said as before to a server of another build", async () => {
    wire().say(frame(3, { reset: true }));
    connection.outdated = true;
    expect(await done()).not.toHaveProperty("race");
    connection.outdated = false;
  });
});

describe("frames", () => {
  it("are taken in order; repeated ones are dropped", () => {
    wire().say(frame(1, { reset: true }));
    wire().say(frame(2));
    wire().say(frame(2, { view: { wrong: true } }));
    wire().say(frame(1));
    expect(session.version).toBe(2);
    expect(session.show.view).toEqual({ version: 2 });
    expect(session.seat).toBe(0);
  });

  it("with a gap before them make the session ask again, once", () => {
    wire().say(frame(1, { reset: true }));
    wire().say(frame(3));
    wire().say(frame(4));
    expect(opens()).toEqual([{ type: "open", table: CODE, race: "R", have: 1 }]);
    expect(session.version).toBe(1);
    wire().say(frame(2));
    wire().say(frame(3));
    expect(session.version).toBe(3);
  });

  it("of several versions at once are taken if nothing is missing before them", () => {
    wire().say(frame(1, { reset: true }));
    wire().say(frame(4, { since: 1 }));
    expect(session.version).toBe(4);
    wire().say(frame(6, { since: 5 }));
    expect(session.version).toBe(4);
    wire().say(frame(6, { since: 2 }));
    expect(session.version).toBe(6);
  });

  it("that bring nothing new but are fresh renew the clock", () => {
    wire().say(frame(3, { reset: true }));
    wire().say(frame(3, { since: 3, deadline: { kind: "decision", left: 5 } }));
    expect(session.clock).toMatchObject({ kind: "decision", seat: null });
    wire().say(frame(3, { since: 2 }));
    expect(session.clock).not.toBeNull();
  });

  it("of another race begin anew", () => {
    wire().say(frame(7, { reset: true }));
    wire().say(frame(1, { race: "S" }));
    expect([session.race, session.version]).toEqual(["S", 1]);
    expect(session.show.view).toEqual({ version: 1 });
  });

  it("tell the server what has been watched", () => {
    wire().say(frame(1, { reset: true, waiting: true }));
    wire().say(frame(2, { waiting: true }));
    wire().say(frame(3));
    expect(wire().sent.filter((message) => message.type === "ready")).toEqual([
      { type: "ready", version: 1 },
      { type: "ready", version: 2 },
    ]);
  });

  it("bring clocks on this page's own time, and the outcome", () => {
    wire().say(frame(1, { reset: true, deadline: { kind: "countdown", left: 10, seat: 1 } }));
    expect(session.clock).toMatchObject({ kind: "countdown", seat: 1 });
    expect(session.clock!.until - performance.now()).toBeCloseTo(10_000, -2);
    const outcome = { reason: "GOAL", winner: 0, standing: [[0], [1]] };
    wire().say(frame(2, { outcome }));
    expect(session.clock).toBeNull();
    expect(session.outcome).toEqual(outcome);
  });
});

describe("a race that is over", () => {
  const outcome = { reason: "GOAL", winner: 0, standing: [[0]] };
  const over: Table = { ...table, stage: "over", race: "R", next: { race: "S", commitment: "" } as Table["next"] };

  beforeEach(() => {
    wire().say(frame(1, { reset: true, outcome }));
    wire().say(over);
  });

  it("stays to be read when somebody else has asked for the next one", () => {
    wire().say({ ...table, race: "S" });
    wire().say(frame(1, { race: "S", reset: true }));
    expect(session.reading).toBe(true);
    expect(session.finished).toMatchObject({ race: "R", outcome, table: { stage: "over" } });
    session.join();
    expect(session.reading).toBe(false);
  });

  it("stays to be read when the next one is over as well, whose result then waits", () => {
    const second = { ...outcome, winner: null };
    wire().say({ ...table, race: "S" });
    wire().say(frame(1, { race: "S", reset: true }));
    wire().say(frame(2, { race: "S", outcome: second }));
    wire().say({ ...over, race: "S" });
    expect(session.reading).toBe(true);
    expect(session.finished).toMatchObject({ race: "R", outcome });
    session.join();
    expect(session.reading).toBe(false);
    expect(session.finished).toMatchObject({ race: "S", outcome: second, table: { stage: "over" } });
  });

  it("is left for a clock that is about to run, but not by those who look on", () => {
    wire().say({ ...table, race: "S" });
    const counted = { race: "S", deadline: { kind: "start", left: 3 } as const };
    wire().say(frame(1, { ...counted, reset: true, seat: null }));
    expect(session.reading).toBe(true);
    wire().say(frame(2, { ...counted, seat: 0 }));
    expect(session.reading).toBe(false);
  });

  it("is left at once by whoever asks", () => {
    void session.rematch();
    wire().say({ ...table, race: "S" });
    expect(session.reading).toBe(false);
  });
});

it("changes of the table in quick succession all count, and the race starts after them", async () => {
  const lobby: Table = { ...table, stage: "lobby", options: { track: "beach" } };
  wire().say(lobby);
  const given = () => wire().sent.filter(({ type }) => type === "configure" || type === "start");
  const answer = async () => {
    wire().say({ type: "accepted", op: given().at(-1).op });
    await vi.advanceTimersByTimeAsync(0);
  };

  void session.configure(({ options }) => ({ options: { ...options, flag: 1 } }));
  void session.configure(() => ({ free_chat: true }));
  void session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(given()).toHaveLength(1);
  wire().say({ ...lobby, options: { track: "beach", flag: 1 } });
  await answer();
  expect(given()).toHaveLength(2);
  expect(given()[1]).toMatchObject({ options: { track: "beach", flag: 1 }, free_chat: true, decision_seconds: null });
  await answer();
  expect(given()[2]).toMatchObject({ type: "start" });
  await answer();
});

it("c10: a clock does not care what day this computer thinks it is", () => {
  wire().say(frame(1, { reset: true, deadline: { kind: "decision", left: 30 } }));
  const left = () => session.clock!.until - performance.now();
  for (const days of [1, -2, 400]) {
    vi.setSystemTime(Date.now() + days * 86_400_000);
    expect(left()).toBeCloseTo(30_000, -2);
  }
});

describe("a lost line", () => {
  it("c9: shows where things stand if very much was missed, and what happened if it was little", () => {
    const events = (count: number) => Array.from({ length: count }, () => ({ kind: "moved", clause: "X-1" }));
    vi.stubGlobal("document", { hidden: false });
    session.show.use({
      Board: null as never,
      stage: (view) => view,
      pace: () => 500,
      tell: () => null,
      sound: () => null,
      name: (action) => ({ key: action }),
    });
    wire().say(frame(1, { reset: true }));
    wire().say(frame(4, { since: 1, events: events(3) }));
    expect(session.show.busy).toBe(true);
    wire().say(frame(40, { since: 4, events: events(36) }));
    expect([session.show.busy, session.show.frame?.version]).toEqual([false, 40]);
    vi.stubGlobal("document", { hidden: true, addEventListener: () => undefined });
  });

  it("comes back to the table, to the version and to the seat that was looked through", () => {
    wire().say(frame(1, { reset: true }));
    session.look(1);
    wire().onclose!({ code: 1006 });
    vi.advanceTimersByTime(2000);
    wire().welcome();
    expect(wire().sent.slice(1, 3)).toEqual([
      { type: "open", table: CODE, race: "R", have: 1 },
      { type: "look", seat: 1 },
    ]);
    expect(connection.outdated).toBe(false);
  });

  it("offers a refresh if the server has changed meanwhile", () => {
    wire().onclose!({ code: 1012 });
    vi.advanceTimersByTime(2000);
    wire().welcome("2");
    expect(connection.outdated).toBe(true);
  });
});

it("says when a table cannot be opened, and why a command was refused", async () => {
  session.close();
  session.open("ZZZZZZZZZZZ");
  wire().say({ type: "refused", code: "NO_SUCH_TABLE" });
  expect(session.missing?.code).toBe("NO_SUCH_TABLE");
  const accepted = session.start();
  wire().say({ type: "refused", code: "NOT_HOST", op: wire().sent[wire().sent.length - 1].op });
  expect(await accepted).toBeNull();
  expect(session.refusal?.code).toBe("NOT_HOST");
});

it("forgets why a command was refused as soon as one is accepted", async () => {
  for (const answer of [{ type: "refused", code: "MUST_FOLLOW" }, { type: "accepted" }]) {
    const sent = session.stand(0);
    wire().say({ ...answer, op: wire().sent[wire().sent.length - 1].op });
    await sent;
  }
  expect(session.refusal).toBeNull();
});

it("raises the alarm if a tile is not the one that was sealed", () => {
  const seal = { race: "R", commitment: "c", tiles: "0".repeat(64) };
  wire().say({ ...table, game: "rally-run", seal });
  wire().say(frame(1));
  expect(session.tiles).toEqual({ checked: 0, wrong: null });
  wire().say(frame(2, { events: [{ kind: "tile_revealed", seat: 0, cell: "A1", tile: "L" }] }));
  expect(session.tiles).toEqual({ checked: 0, wrong: "A1" });
  wire().say(frame(1, { race: "S", reset: true }));
  expect(session.tiles).toEqual({ checked: 0, wrong: null });
});

describe("a race that is dealt after we have pledged", () => {
  const seat = { kind: "person", name: "", mine: true } as Table["seats"][number];
  const other = { ...seat, mine: false };
  let count = 0;
  let seal: Sealed;
  let lobby: Table;
  let dealt: Table;

  beforeEach(() => {
    seal = { race: `P${count++}`, commitment: "c", pledges: [{ seat: 0, hash: "of somebody else" }] };
    lobby = { ...table, stage: "lobby", seats: [seat], next: { race: seal.race, commitment: "c" } };
    dealt = { ...table, race: seal.race, seats: [seat], seal };
    wire().say(lobby);
  });

  const fate = () => notesOf(seal.race).fate;
  const wait = () => vi.advanceTimersByTime(6000);

  it("has to have our value in it, if we sat there in time", () => {
    wait();
    wire().say(dealt);
    expect(fate()).toBe("there");
    expect(isIgnored(seal)).toBe(true);
    const { hash } = wire().sent.find(({ type }) => type === "pledge");
    expect(isIgnored({ ...seal, pledges: [{ seat: 0, hash }] })).toBe(false);
  });

  it("has to have it too if we have asked for the race ourselves", async () => {
    void session.start();
    await vi.advanceTimersByTimeAsync(0);
    wire().say(dealt);
    wire().say({ type: "accepted", op: wire().sent.at(-1).op });
    expect(fate()).toBe("there");
  });

  it("may have missed a pledge that was told at the last moment", () => {
    wire().say(dealt);
    expect(fate()).toBeUndefined();
    expect(isIgnored(seal)).toBe(false);
  });

  it("does without those who sat down when the list was closed", () => {
    const late = { ...seal, race: `P${count++}` };
    wire().say({ ...lobby, next: { race: late.race, commitment: "c", closed: true } });
    expect(wire().sent.some(({ type, race }) => type === "pledge" && race === late.race)).toBe(false);
    wait();
    wire().say({ ...dealt, race: late.race, seal: late });
    expect(notesOf(late.race).fate).toBeUndefined();
  });

  it("does without those who have stood up, unless they sit down again", () => {
    wire().say({ ...lobby, seats: [other] });
    expect(fate()).toBe("stood");
    wire().say(lobby);
    expect(fate()).toBeUndefined();
    wire().say({ ...lobby, seats: [other] });
    wait();
    wire().say({ ...dealt, seats: [other] });
    expect(fate()).toBe("stood");
  });

  it("does without those whose line was down, or who were elsewhere", () => {
    wait();
    session.close();
    session.open(CODE);
    wire().say(dealt);
    expect(fate()).toBeUndefined();
    wire().say(lobby);
    wait();
    wire().onclose!({ code: 1006 });
    vi.advanceTimersByTime(2000);
    wire().welcome();
    wire().say(dealt);
    expect(fate()).toBeUndefined();
  });

  it("may have the value of another device that is signed in as we are", () => {
    wire().onclose!({ code: 1006 });
    vi.advanceTimersByTime(2000);
    wire().onopen!();
    wire().say({ type: "welcome", protocol: 1, player: "p", name: "", build: "1", account: "Anna" });
    wire().say(lobby);
    wait();
    wire().say(dealt);
    expect(fate()).toBe("other");
  });
});
