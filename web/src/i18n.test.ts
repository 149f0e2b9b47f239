import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { format, has, loadNamespace, t } from "./i18n.svelte";
import { LANGUAGES, preferredLanguage, readSettings, settings } from "./settings.svelte";

const files = import.meta.glob<Record<string, string>>("../locales/*/*.json", { import: "default", eager: true });
const texts = (language: string, namespace: string) => files[`../locales/${language}/${namespace}.json`];
const namespaces = [...new Set(Object.keys(files).map((path) => /([^/]+)\.json$/.exec(path)![1]))];

/** The names of all values a message takes, those within plurals and selections too. */
function placeholders(message: string, language: string): string[] {
  const names = new Set<string>();
  const walk = (elements: any[]) => {
    for (const element of elements) {
      if (element.type !== 0 && element.type !== 7) names.add(element.value); // neither plain text nor #
      for (const option of Object.values<any>(element.options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst());
  return [...names].sort();
}

describe.each(namespaces)("texts of %s", (namespace) => {
  it("exist in every language", () => {
    for (const language of LANGUAGES) expect(texts(language, namespace), language).toBeDefined();
  });

  it("have the same keys in every language", () => {
    for (const language of LANGUAGES)
      expect(Object.keys(texts(language, namespace)).sort(), language).toEqual(
        Object.keys(texts("en", namespace)).sort(),
      );
  });

  it("can be read, are not empty and take the same values in every language", () => {
    for (const language of LANGUAGES)
      for (const [key, message] of Object.entries(texts(language, namespace))) {
        expect(message.trim(), `${language} ${key}`).not.toBe("");
        expect(placeholders(message, language), `${language} ${key}`).toEqual(
          placeholders(texts("en", namespace)[key], "en"),
        );
      }
  });
});

it("every key that is written out in the source has a text", () => {
  const sources = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], {
    import: "default",
    query: "?raw",
    eager: true,
  });
  const missing = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/\bt\(\s*"([\w-]+)\.([^"]+)"/g)]
      .filter(([, namespace, key]) => texts("en", namespace)?.[key] === undefined)
      .map(([, namespace, key]) => `${path}: ${namespace}.${key}`),
  );
  expect(missing).toEqual([]);
});

describe("t", () => {
  it("falls back to English, then to the key", async () => {
    settings.language = "en";
    await loadNamespace("common");
    expect(t("common.close")).toBe("Close");
    expect(t("common.no_such_text")).toBe("common.no_such_text");
    expect(has("common.close")).toBe(true);
    expect(has("common.no_such_text")).toBe(false);
  });

  it("puts values in, and knows plurals", () => {
    expect(format("{count, plural, one {# card} other {# cards}}", "en", { count: 1 })).toBe("1 card");
    expect(format("{count, plural, one {# carte} other {# cartes}}", "fr", { count: 0 })).toBe("0 carte");
    expect(format("Bonjour {name}", "fr", { name: "<b>Zoé</b>" })).toBe("Bonjour <b>Zoé</b>");
  });
});

describe("settings", () => {
  it("take the browser's first language that we speak", () => {
    expect(preferredLanguage(["ja", "fr-CH", "de"])).toBe("fr");
    expect(preferredLanguage(["ja"])).toBe("en");
  });

  it("survive damaged storage", () => {
    expect(readSettings("{").speed).toBe("normal");
    expect(readSettings("null").theme).toBe("auto");
    expect(readSettings('{"speed":"warp","sound":"yes","text":1.3,"hand":"left"}')).toMatchObject({
      speed: "normal",
      sound: true,
      text: 1.3,
      hand: "left",
    });
  });
});
