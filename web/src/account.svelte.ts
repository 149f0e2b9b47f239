/** The account of whoever wants one: signing up, in and out, and settings that follow from device to device. */
import { keepNickname, keepSecret, me, putGuestAside, readSecret } from "./identity.svelte";
import type { Account, Accepted, Refused, Welcome } from "./protocol";
import { session } from "./session.svelte";
import { readSettings, recall, remember, settings } from "./settings.svelte";
import { handOverTables, mergeTables, useTables } from "./tables.svelte";

const NAME = "karacho.account";
const SYNCED = "karacho.synced"; // the settings as the server has them
const CALM = 700; // milliseconds without another change

export const SHORTEST_PASSPHRASE = 10;

export const account = $state({
  /** Null: nobody is signed in on this device. */
  name: recall(NAME) || null,
  /** May new ones be made on this server? */
  open: true,
  /** Signed out by somebody else: on another device, or with a new passphrase. */
  ended: false,
});

let reminded = false; // what the server has kept has come
let calm: ReturnType<typeof setTimeout> | undefined;
let leaving = false; // we have asked for it ourselves

const written = () => JSON.stringify(settings);

/** Called once, by main.ts. */
export function followAccount(): void {
  session.greeted = greet;
  session.reminded = hear;
  if (account.name) {
    useTables("account");
    session.connect();
  }
  $effect.root(() => {
    $effect(() => tellSettings(written()));
  });
}

/** Tells the server what this person likes, some time after the last change, if it does not know. */
export function tellSettings(now: string = written()): void {
  clearTimeout(calm);
  if (account.name && reminded && now !== recall(SYNCED)) calm = setTimeout(() => void keep(now), CALM);
}

/** The server has said who we are. */
function greet(welcome: Welcome): void {
  const name = welcome.account ?? null;
  account.open = welcome.accounts ?? true;
  if (name !== account.name) {
    change(name);
    if (name === null) keepNickname(welcome.name); // the device is not theirs any more
  }
  leaving = false;
  if (name === null) return;
  if (welcome.name && welcome.name !== me.nickname) keepNickname(welcome.name);
  session.askForAccount();
}

function change(name: string | null): void {
  account.ended = name === null && !leaving;
  account.name = name;
  reminded = false;
  remember(NAME, name ?? "");
  remember(SYNCED, "");
  useTables(name === null ? "guest" : "account");
}

/** Last writer wins: what was changed here while the line was down is told; everything else is taken over. */
function hear(found: Account): void {
  if (!found.name || found.name !== account.name) return;
  mergeTables(found.tables ?? []);
  const kept = found.settings ? JSON.stringify(readSettings(JSON.stringify(found.settings))) : null;
  const changedHere = kept !== null && kept === recall(SYNCED) && kept !== written();
  if (kept !== null && !changedHere) {
    remember(SYNCED, kept);
    Object.assign(settings, JSON.parse(kept));
  }
  reminded = true;
  tellSettings();
}

async function keep(text: string): Promise<void> {
  const answer = await session.ask({ type: "keep_settings", settings: JSON.parse(text) });
  if (answer.type === "accepted") remember(SYNCED, text);
}

/** Each answers null, or why it was refused. */
export async function signUp(name: string, passphrase: string): Promise<Refused | null> {
  return enter(await session.ask({ type: "sign_up", name, passphrase }), true);
}

export async function signIn(name: string, passphrase: string, bring: boolean): Promise<Refused | null> {
  return enter(await session.ask({ type: "sign_in", name, passphrase, bring }), bring);
}

function enter(answer: Accepted | Refused, brought: boolean): Refused | null {
  if (answer.type === "refused") return answer;
  putGuestAside(brought ? null : readSecret());
  if (brought) handOverTables();
  keepSecret(answer.secret!);
  session.identify();
  return null;
}

export async function signOut(everywhere: boolean): Promise<Refused | null> {
  leaving = true;
  const answer = await session.ask({ type: "sign_out", everywhere });
  leaving = answer.type === "accepted";
  return answer.type === "refused" ? answer : null;
}

export async function changePassphrase(passphrase: string): Promise<Refused | null> {
  const answer = await session.ask({ type: "change_passphrase", passphrase });
  if (answer.type === "refused") return answer;
  keepSecret(answer.secret!);
  session.identify();
  return null;
}

export async function deleteAccount(passphrase: string): Promise<Refused | null> {
  leaving = true;
  const answer = await session.ask({ type: "delete_account", passphrase });
  leaving = answer.type === "accepted";
  return answer.type === "refused" ? answer : null;
}

/** Everything the server keeps of us, as a file. The secret goes in a header: addresses are written down everywhere. */
export async function exportData(): Promise<Blob | null> {
  const response = await fetch("/api/export", {
    method: "POST",
    headers: { authorization: `Bearer ${readSecret()}` },
  });
  return response.ok ? response.blob() : null;
}
