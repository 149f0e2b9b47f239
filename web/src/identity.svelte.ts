/** Who we are to the server, and how the line to it stands. */
import type { Saving } from "./pending";
import { recall, remember } from "./settings.svelte";
import type { SocketState } from "./socket";

export const SECRET = "karacho.secret";
const GUEST = "karacho.guest";
const NAME = "karacho.name";

export const connection = $state({
  state: "connecting" as SocketState,
  saving: "idle" as Saving,
  /** The server has become another one since this page was loaded: a refresh is due. */
  outdated: false,
  /** The code with which the server hung up because of what this page sent. */
  scolded: null as number | null,
});

export const me = $state({
  player: null as string | null,
  /** What the server calls us. */
  name: "",
  /** What we have asked to be called; empty until it mattered for the first time. */
  nickname: recall(NAME) ?? "",
});

/** The only key to our identity; null: the server gives us a new one. */
export function readSecret(): string | null {
  return recall(SECRET) || null;
}

export function keepSecret(secret: string): void {
  remember(SECRET, secret);
}

/** A secret is worthless: whoever was a guest here before signing in is that guest again. */
export function forgetSecret(worthless: string | null): void {
  if (readSecret() !== worthless) return; // another tab has a better one by now
  remember(SECRET, recall(GUEST) ?? "");
  remember(GUEST, "");
}

/** Signed in: the guest of before waits until we sign out, unless everything it had was brought along. */
export function putGuestAside(guest: string | null): void {
  remember(GUEST, guest ?? "");
}

export function keepNickname(name: string): void {
  me.name = me.nickname = name;
  remember(NAME, name);
}
