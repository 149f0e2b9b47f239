import { expect, it, vi } from "vitest";
import { aloud } from "./aloud";

vi.mock("./i18n.svelte", () => ({
  t: (key: string, values?: Record<string, unknown>) => (values ? `${key} ${JSON.stringify(values)}` : key),
}));

it("reads the words instead of the signs, and leaves the rest", () => {
  const told = aloud({
    key: "shown",
    values: { name: "Ada", program: "↗2 · +" },
    words: { program: ["right", "plus"] },
  });
  expect(told).toBe('shown {"name":"Ada","program":"right, plus"}');
  expect(aloud({ key: "shown", values: { name: "Ada" } })).toBe('shown {"name":"Ada"}');
});
