import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Saving } from "./pending";
import type { Answer } from "./protocol";
import { backoff, newOp, Socket, type SocketState, type Wire } from "./socket";

/** The other end of the line, in the hands of the test. */
class FakeWire implements Wire {
  readyState: Wire["readyState"] = 0;
  sent: any[] = [];
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  say(answer: Answer) {
    this.onmessage!.call(null as never, { data: JSON.stringify(answer) } as MessageEvent);
  }
  welcome() {
    this.readyState = 1;
    this.onopen!.call(null as never, new Event("open"));
    this.say({ type: "welcome", protocol: 1, player: "p", name: "", build: "b" });
  }
  hangUp(code: number) {
    this.readyState = 3;
    this.onclose!.call(null as never, { code } as CloseEvent);
  }
}

let wires: FakeWire[];
let states: SocketState[];
let heard: string[];
let scolded: number[];
let saving: Saving[];
let forgotten: number;
let socket: Socket;
const last = () => wires[wires.length - 1];

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  states = [];
  heard = [];
  scolded = [];
  saving = [];
  forgotten = 0;
  socket = new Socket({
    url: "ws://here/ws",
    secret: () => "secret",
    forgetSecret: () => forgotten++,
    hear: (answer) => heard.push(answer.type),
    changed: (state) => states.push(state),
    saving: (state) => saving.push(state),
    scolded: (code) => scolded.push(code),
    connect: () => {
      wires.push(new FakeWire());
      return last();
    },
  });
  socket.start();
});

afterEach(() => {
  socket.stop();
  vi.useRealTimers();
});

describe("a socket", () => {
  it("says hello first and answers pings", () => {
    last().welcome();
    last().say({ type: "ping", number: 7 });
    expect(last().sent).toEqual([
      { type: "hello", protocol: 1, secret: "secret" },
      { type: "pong", number: 7 },
    ]);
    expect(states).toEqual(["connecting", "online"]);
  });

  it("sends a command given before it is online", async () => {
    const answer = socket.send({ type: "start" });
    expect(last().sent).toEqual([]);
    last().welcome();
    const { op } = last().sent[1];
    last().say({ type: "accepted", op });
    expect(await answer).toEqual({ type: "accepted", op });
  });

  it("repeats an unanswered command with the same op after reconnecting, and only that one", async () => {
    last().welcome();
    const first = socket.send({ type: "stand", seat: 1 });
    const second = socket.send({ type: "start" });
    last().say({ type: "accepted", op: last().sent[1].op });
    const { op } = last().sent[2];
    last().hangUp(1006);
    await first;
    vi.advanceTimersByTime(2000);
    expect(wires).toHaveLength(2);
    last().welcome();
    expect(last().sent.slice(1)).toEqual([{ type: "start", op }]);
    last().say({ type: "accepted", op, version: 5 });
    expect(await second).toMatchObject({ op, version: 5 });
    expect(states).toEqual(["connecting", "online", "offline", "online"]);
  });

  it("opens the table again before it repeats commands", () => {
    last().welcome();
    void socket.send({ type: "start" });
    last().hangUp(1006);
    vi.advanceTimersByTime(2000);
    const order: string[] = [];
    const wire = last();
    wire.send = (text) => order.push(JSON.parse(text).type);
    heard.push = (...types) => {
      order.push(`heard ${types[0]}`);
      return 0;
    };
    wire.welcome();
    expect(order).toEqual(["hello", "heard welcome", "start"]);
  });

  it("c1: takes silence for a dead line within five seconds, and tries again soon however long it lasts", () => {
    last().welcome();
    vi.advanceTimersByTime(4000);
    expect(socket.state).toBe("online");
    vi.advanceTimersByTime(1000);
    expect(socket.state).toBe("offline");
    for (let seconds = 0; seconds < 120; seconds++) vi.advanceTimersByTime(1000);
    expect(wires.length).toBeGreaterThan(120 / 6.5);
    socket.start(); // it may just be pausing
    const tried = wires.length;
    last().welcome();
    vi.advanceTimersByTime(4000);
    expect([wires.length, socket.state]).toEqual([tried, "online"]);
  });

  it("c9: after a long sleep connects once, and sends nothing old but what is unanswered", () => {
    last().welcome();
    void socket.send({ type: "start" });
    const { op } = last().sent[1];
    const slept = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 20 * 60_000);
    socket.check();
    slept.mockRestore();
    expect(wires[0].sent).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(2);
    last().welcome();
    expect(last().sent.slice(1)).toEqual([{ type: "start", op }]);
  });

  it("c11: gives up if the server speaks another protocol", () => {
    last().say({ type: "refused", code: "WRONG_PROTOCOL", detail: "2" });
    last().hangUp(1008);
    vi.advanceTimersByTime(60_000);
    expect([wires.length, socket.state, scolded.length]).toEqual([1, "outdated", 0]);
  });

  it("b1: says when it takes long to save something, and asks again if it could not be saved", async () => {
    last().welcome();
    const answer = socket.send({ type: "start" });
    const { op } = last().sent[1];
    vi.advanceTimersByTime(1100);
    last().say({ type: "refused", op, code: "SAVING_FAILED" });
    vi.advanceTimersByTime(1300);
    expect(last().sent.slice(2)).toEqual([{ type: "start", op }]);
    last().say({ type: "accepted", op });
    expect(await answer).toMatchObject({ type: "accepted" });
    expect(saving).toEqual(["slow", "failed", "idle"]);
  });

  it("waits as long as the last ping has said", () => {
    last().welcome();
    last().say({ type: "ping", number: 1, within: 20 });
    vi.advanceTimersByTime(22_000);
    expect(socket.state).toBe("online");
    last().say({ type: "ping", number: 2 });
    vi.advanceTimersByTime(7000);
    expect(socket.state).toBe("offline");
  });

  it("does not wait so long for an answer, and asks again on another line (C3)", () => {
    last().welcome();
    last().say({ type: "ping", number: 1, within: 20 });
    vi.advanceTimersByTime(3000);
    void socket.send({ type: "start" });
    vi.advanceTimersByTime(7000);
    expect(socket.state).toBe("offline");
    vi.advanceTimersByTime(5000);
    const line = last();
    line.welcome();
    for (let second = 0; second < 13; second++) {
      line.say({ type: "ping", number: second }); // we hear, but are not heard
      vi.advanceTimersByTime(1000);
    }
    expect(socket.state).toBe("offline");
    vi.advanceTimersByTime(5000);
    last().welcome();
    expect(last().sent.filter((message) => message.type === "start")).toHaveLength(1);
  });

  it("ignores what a line says that it has given up", () => {
    const old = last();
    old.welcome();
    vi.advanceTimersByTime(8000);
    heard.length = 0;
    old.say({ type: "refused", code: "STALE" });
    expect(heard).toEqual([]);
  });

  it("keeps still after a newer tab has taken over, until it is asked to go on", () => {
    last().welcome();
    last().hangUp(4003);
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(socket.state).toBe("replaced");
    socket.start();
    expect(wires).toHaveLength(2);
  });

  it("asks for a new identity when its own is unknown", () => {
    last().hangUp(4001);
    expect(forgotten).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(wires).toHaveLength(2);
  });

  it("does not repeat what made the server hang up", async () => {
    last().welcome();
    const answer = socket.send({ type: "start" });
    last().hangUp(1009);
    expect(await answer).toMatchObject({ type: "refused", code: "UNREADABLE" });
    expect(scolded).toEqual([1009]);
    vi.advanceTimersByTime(6000);
    last().welcome();
    expect(last().sent).toHaveLength(1);
  });

  it("tells nothing while it is offline", () => {
    expect(socket.tell({ type: "close" })).toBe(false);
    last().welcome();
    expect(socket.tell({ type: "close" })).toBe(true);
  });
});

it("draws ops that are long, url-safe and all different", () => {
  const ops = Array.from({ length: 200 }, newOp);
  for (const op of ops) expect(op).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(new Set(ops).size).toBe(200);
});

it("waits between 0.2 and 5 seconds, longer with every attempt", () => {
  expect(backoff(0, 0)).toBe(200);
  expect(backoff(0, 1)).toBe(400);
  expect(backoff(3, 1)).toBe(3200);
  expect(backoff(50, 1)).toBe(5000);
});
