import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchReplay } from "./api";

const answered = { ok: true, status: 200, json: async () => ({ race: "R" }) };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks again when the network fails", async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(answered);
  vi.stubGlobal("fetch", fetch);
  const replay = fetchReplay("R");
  await vi.runAllTimersAsync();
  expect(await replay).toEqual({ race: "R" });
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("gives up in the end, and does not ask again after a refusal", async () => {
  const failing = vi.fn().mockRejectedValue(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", failing);
  const lost = expect(fetchReplay("R")).rejects.toThrow("Failed to fetch");
  await vi.runAllTimersAsync();
  await lost;
  expect(failing).toHaveBeenCalledTimes(4);
  const refusing = vi.fn().mockResolvedValue({ ok: false, status: 404 });
  vi.stubGlobal("fetch", refusing);
  await expect(fetchReplay("R")).rejects.toThrow("404");
  expect(refusing).toHaveBeenCalledTimes(1);
});
