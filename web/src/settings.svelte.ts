/** What a person likes, kept in this browser. */
import { magnification } from "./screen.svelte";

export const LANGUAGES = ["en", "de", "fr"] as const;
export const SPEEDS = ["off", "fast", "normal", "slow"] as const;
export const THEMES = ["auto", "light", "dark"] as const;
export const TEXT_SIZES = [0.9, 1, 1.15, 1.3, 1.5] as const;

export type Language = (typeof LANGUAGES)[number];
export type Speed = (typeof SPEEDS)[number];
export type Theme = (typeof THEMES)[number];

export interface Settings {
  language: Language;
  speed: Speed;
  sound: boolean;
  theme: Theme;
  hand: "right" | "left";
  text: number;
  pathPreview: boolean;
}

const KEY = "karacho.settings";

/** The first of the browser's languages that we speak. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return "en";
}

function defaults(): Settings {
  const wanted = typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);
  return {
    language: preferredLanguage(wanted),
    speed: "normal",
    sound: true,
    theme: "auto",
    hand: "right",
    text: 1,
    pathPreview: true,
  };
}

/** Settings out of what was stored: everything that is unknown or damaged falls back to its default. */
export function readSettings(stored: string | null): Settings {
  const settings = defaults();
  let found: Record<string, unknown> = {};
  try {
    found = JSON.parse(stored ?? "{}") ?? {};
  } catch {
    return settings;
  }
  const oneOf = <T>(choices: readonly T[], value: unknown, otherwise: T) =>
    choices.includes(value as T) ? (value as T) : otherwise;
  return {
    language: oneOf(LANGUAGES, found.language, settings.language),
    speed: oneOf(SPEEDS, found.speed, settings.speed),
    sound: typeof found.sound === "boolean" ? found.sound : settings.sound,
    theme: oneOf(THEMES, found.theme, settings.theme),
    hand: oneOf(["right", "left"] as const, found.hand, settings.hand),
    text: oneOf(TEXT_SIZES, found.text, settings.text as (typeof TEXT_SIZES)[number]),
    pathPreview: typeof found.pathPreview === "boolean" ? found.pathPreview : settings.pathPreview,
  };
}

/** Storage may be missing or full (private windows); the page works without it. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Does this browser keep anything until the next visit? */
export function keepsAnything(): boolean {
  const probe = "karacho.probe";
  remember(probe, "1");
  const kept = recall(probe) === "1";
  if (kept) localStorage.removeItem(probe);
  return kept;
}

export const settings = $state<Settings>(readSettings(recall(KEY)));

const lamp = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");
const stillness = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");
const device = $state({ dark: lamp?.matches ?? false, still: stillness?.matches ?? false });
lamp?.addEventListener("change", (change) => (device.dark = change.matches));
stillness?.addEventListener("change", (change) => (device.still = change.matches));

/** How much longer than at normal speed things are shown; 0: not shown one after another at all. */
export function slowness(): number {
  return { off: 0, fast: 0.45, normal: 1, slow: 1.8 }[settings.speed];
}

/** Nothing shall move: the device asks for it, or the player has switched the show off. */
export function still(): boolean {
  return device.still || settings.speed === "off";
}

/** How much longer than at normal speed a movement takes; 0: it is not seen, things simply are where they belong. */
export function motion(): number {
  return still() ? 0 : slowness();
}

export function dark(): boolean {
  return settings.theme === "auto" ? device.dark : settings.theme === "dark";
}

/** Keeps the document and the storage in step with the settings. Called once, by main.ts. */
export function applySettings(): void {
  $effect.root(() => {
    $effect(() => remember(KEY, JSON.stringify(settings)));
    $effect(() => {
      const root = document.documentElement;
      root.dataset.theme = dark() ? "dark" : "light";
      root.dataset.hand = settings.hand;
      root.dataset.motion = still() ? "off" : "on";
      root.style.setProperty("--text", String(settings.text));
      root.style.setProperty("--magnification", String(magnification()));
      const bar = document.querySelector('meta[name="theme-color"]');
      bar?.setAttribute("content", dark() ? "#241a13" : "#e9d6b4");
    });
  });
}
