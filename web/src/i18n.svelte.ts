/** Sentences in the player's language. The texts are in web/locales, one file per language and namespace. */
import { IntlMessageFormat } from "intl-messageformat";
import { LANGUAGES, settings, type Language } from "./settings.svelte";

type Texts = Record<string, string>;
export type Values = Record<string, string | number>;

const files = import.meta.glob<Texts>("../locales/*/*.json", { import: "default" });

const shelf = $state<{ texts: Record<string, Texts>; language: Language }>({ texts: {}, language: settings.language });
const wanted = new Set<string>();
const loading = new Map<string, Promise<void>>();
const formats = new Map<string, IntlMessageFormat>();

const place = (language: Language, namespace: string) => `${language}/${namespace}`;

function fetchTexts(language: Language, namespace: string): Promise<void> {
  const at = place(language, namespace);
  let promise = loading.get(at);
  if (!promise) {
    const load = files[`../locales/${at}.json`];
    promise = load
      ? load().then(
          (texts) => {
            shelf.texts[at] = texts;
          },
          () => {
            loading.delete(at); // the network failed: the next one who asks tries again
          },
        )
      : Promise.resolve();
    loading.set(at, promise);
  }
  return promise;
}

/** Makes the texts of a namespace ready, in this language and in every one that is chosen later. */
export function loadNamespace(namespace: string): Promise<void> {
  wanted.add(namespace);
  return fetchTexts(settings.language, namespace);
}

/** The language on the screen. It changes once the texts of the newly chosen one have arrived. */
export function language(): Language {
  return shelf.language;
}

/** Keeps the shown language in step with the settings. Called once, by main.ts. */
export function followLanguage(): void {
  $effect.root(() => {
    $effect(() => {
      const next = settings.language;
      void Promise.all([...wanted].map((namespace) => fetchTexts(next, namespace))).then(() => {
        if (settings.language === next) shelf.language = next;
      });
    });
    $effect(() => {
      document.documentElement.lang = shelf.language;
    });
  });
}

function find(namespace: string, key: string): { text: string; language: Language } | null {
  for (const language of new Set<Language>([shelf.language, "en"])) {
    const texts = shelf.texts[place(language, namespace)];
    if (texts?.[key] !== undefined) return { text: texts[key], language };
    // A text that is missing in this language is looked for in English, which is only then worth its bytes.
    if (!texts && shelf.texts[place(shelf.language, namespace)]) void fetchTexts(language, namespace);
  }
  return null;
}

/** The text of a key with its values put in; English if this language lacks it, and the key itself if all do. */
export function t(key: string, values?: Values): string {
  const dot = key.indexOf(".");
  const found = find(key.slice(0, dot), key.slice(dot + 1));
  if (!found) return key;
  return format(found.text, found.language, values);
}

/** Has this key a text? For names that a user's own data may bring (tracks, boards), which have none. */
export function has(key: string): boolean {
  const dot = key.indexOf(".");
  return find(key.slice(0, dot), key.slice(dot + 1)) !== null;
}

export function format(text: string, language: Language, values?: Values): string {
  if (!/[{}'#]/.test(text)) return text;
  const at = `${language}\n${text}`;
  let message = formats.get(at);
  if (!message) formats.set(at, (message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })));
  try {
    return String(message.format(values));
  } catch {
    return text; // a sentence that lacks a value must not take the page down
  }
}

export { LANGUAGES };
