import { beforeEach, describe, expect, it, vi } from "vitest";

class FakeWebSocket {
  static last: FakeWebSocket;
  readyState = 1;
  sent: any[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  constructor() {
    FakeWebSocket.last = this;
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
  welcome(more: object = {}) {
    this.onopen!();
    this.say({ type: "welcome", protocol: 1, player: "p", name: "", build: "1", ...more });
  }
  asked(type: string) {
    return this.sent.filter((message) => message.type === type);
  }
}

const shelf = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
});
vi.stubGlobal("WebSocket", FakeWebSocket);
vi.stubGlobal("location", { protocol: "http:", host: "here" });
vi.stubGlobal("document", { hidden: true, addEventListener: () => undefined });
vi.stubGlobal("addEventListener", () => undefined);

const wire = () => FakeWebSocket.last;
const TABLE = { code: "ABCD123EFGH", game: "rally-run", stage: "racing" as const, names: ["Otter"], at: 5 };

/** A page that has just been loaded on a device with this in its storage. */
async function load(stored: Record<string, string> = {}) {
  shelf.clear();
  for (const [key, value] of Object.entries(stored)) shelf.set(key, value);
  vi.resetModules();
  const account = await import("./account.svelte");
  const { session } = await import("./session.svelte");
  const { settings } = await import("./settings.svelte");
  const { knownTables } = await import("./tables.svelte");
  account.followAccount();
  return { ...account, session, settings, knownTables };
}

/** Signed in, as far as this device knows, and the server says the same. */
async function signedIn(settings: object | null, stored: Record<string, string> = {}) {
  const page = await load({ "karacho.account": "Otter", "karacho.secret": "own", ...stored });
  wire().welcome({ account: "Otter", name: "Ottokar" });
  expect(wire().asked("whoami")).toHaveLength(1);
  wire().say({ type: "account", name: "Otter", settings, tables: [TABLE] });
  return page;
}

beforeEach(() => void vi.useFakeTimers());

describe("a guest", () => {
  it("needs no line to the server until something is asked for", async () => {
    const { account } = await load();
    expect(account.name).toBeNull();
    expect(FakeWebSocket.last).toBeUndefined();
  });

  it("signs in, and is put aside until signing out", async () => {
    const { signIn, account, session } = await load({ "karacho.secret": "guest" });
    session.connect();
    wire().welcome();
    const answer = signIn("otter", "words in a row", false);
    const [{ op, bring }] = wire().asked("sign_in");
    expect(bring).toBe(false);
    wire().say({ type: "accepted", op, secret: "own" });
    expect(await answer).toBeNull();
    expect(shelf.get("karacho.guest")).toBe("guest");
    wire().welcome({ account: "Otter", name: "Ottokar" });
    expect(wire().asked("hello")[0].secret).toBe("own");
    expect(account.name).toBe("Otter");
    expect(shelf.get("karacho.name")).toBe("Ottokar");
    wire().onclose!({ code: 4001 });
    vi.advanceTimersByTime(6000);
    wire().welcome({ name: "Wren" });
    expect(wire().asked("hello")[0].secret).toBe("guest");
    expect(account).toMatchObject({ name: null, ended: true });
    expect(shelf.get("karacho.name")).toBe("Wren");
  });

  it("is told why not", async () => {
    const { signUp, session } = await load();
    session.connect();
    wire().welcome({ secret: "guest" });
    const answer = signUp("otter", "short");
    wire().say({ type: "refused", op: wire().asked("sign_up")[0].op, code: "PASSPHRASE_TOO_SHORT" });
    expect(await answer).toMatchObject({ code: "PASSPHRASE_TOO_SHORT" });
    expect(shelf.get("karacho.secret")).toBe("guest");
  });
});

describe("settings", () => {
  it("come from the account, and so do tables", async () => {
    const { settings, knownTables } = await signedIn({ theme: "dark", text: 1.15 });
    expect(settings).toMatchObject({ theme: "dark", text: 1.15 });
    expect(knownTables()).toEqual([{ ...TABLE, at: 5000 }]);
    vi.advanceTimersByTime(5000);
    expect(wire().asked("keep_settings")).toHaveLength(0);
  });

  it("that nobody has kept yet are kept", async () => {
    const { settings } = await signedIn(null);
    await vi.advanceTimersByTimeAsync(2000);
    expect(wire().asked("keep_settings")).toMatchObject([{ settings: { theme: settings.theme } }]);
  });

  it("are told once after several changes", async () => {
    const { settings, tellSettings } = await signedIn({ theme: "dark" });
    settings.theme = "light";
    tellSettings();
    await vi.advanceTimersByTimeAsync(100);
    settings.speed = "fast";
    tellSettings();
    await vi.advanceTimersByTimeAsync(2000);
    expect(wire().asked("keep_settings")).toMatchObject([{ settings: { theme: "light", speed: "fast" } }]);
  });

  it("that were changed while the line was down win over those of before", async () => {
    const { readSettings } = await import("./settings.svelte");
    const before = readSettings(JSON.stringify({ theme: "dark" }));
    const { settings } = await signedIn(before as object, {
      "karacho.synced": JSON.stringify(before),
      "karacho.settings": JSON.stringify({ ...before, theme: "light" }),
    });
    expect(settings.theme).toBe("light");
    await vi.advanceTimersByTimeAsync(2000);
    expect(wire().asked("keep_settings")).toMatchObject([{ settings: { theme: "light" } }]);
  });
});

describe("signing out", () => {
  it("takes the tables and the nickname away with it", async () => {
    const { signOut, account, knownTables } = await signedIn({});
    const answer = signOut(false);
    wire().say({ type: "accepted", op: wire().asked("sign_out")[0].op });
    expect(await answer).toBeNull();
    wire().onclose!({ code: 4001 });
    vi.advanceTimersByTime(6000);
    wire().welcome({ secret: "new guest" });
    expect(account).toMatchObject({ name: null, ended: false });
    expect(knownTables()).toEqual([]);
    expect(shelf.get("karacho.secret")).toBe("new guest");
    expect(wire().asked("rename")).toEqual([]);
  });

  it("leaves a secret alone that another tab has got meanwhile", async () => {
    await signedIn({});
    shelf.set("karacho.secret", "better");
    wire().onclose!({ code: 4001 });
    expect(shelf.get("karacho.secret")).toBe("better");
    vi.advanceTimersByTime(6000);
    wire().welcome({ account: "Otter" });
    expect(wire().asked("hello")[0].secret).toBe("better");
  });
});
