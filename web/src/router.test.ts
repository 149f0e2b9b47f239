import { describe, expect, it } from "vitest";
import { cleanCode, parse, spellCode } from "./router.svelte";

describe("a table's code", () => {
  it("is understood however it is typed", () => {
    expect(cleanCode("abcd-123-efgh")).toBe("ABCD123EFGH");
    expect(cleanCode("  ABCD 123 EFGH ")).toBe("ABCD123EFGH");
    expect(cleanCode("oiL0123ABCD")).toBe("0110123ABCD");
    expect(cleanCode("http://192.168.0.7:8600/t/abcd123efgh?x=1")).toBe("ABCD123EFGH");
    expect(cleanCode("!?")).toBe("");
  });

  it("is spelled in parts", () => {
    expect(spellCode("ABCD123EFGH")).toBe("ABCD-123-EFGH");
    expect(cleanCode(spellCode("ABCD123EFGH"))).toBe("ABCD123EFGH");
    expect(spellCode("AB")).toBe("AB");
  });
});

describe("addresses", () => {
  it("lead to their pages", () => {
    expect(parse("/")).toEqual({ page: "home" });
    expect(parse("/t/abcd-123-efgh")).toEqual({ page: "table", code: "ABCD123EFGH" });
    expect(parse("/r/0123456789ABCDEF", "?v=12&seat=1")).toEqual({
      page: "replay",
      race: "0123456789ABCDEF",
      version: 12,
      seat: 1,
    });
    expect(parse("/r/0123456789ABCDEF")).toMatchObject({ version: null, seat: null });
    expect(parse("/rules/rally-run")).toEqual({ page: "rules", game: "rally-run" });
    expect(parse("/carpet/")).toEqual({ page: "carpet" });
    expect(parse("/settings")).toEqual({ page: "settings" });
    expect(parse("/account")).toEqual({ page: "account" });
  });

  it("that nobody knows lead nowhere", () => {
    for (const path of ["/t", "/nonsense", "/settings/more", "/t/a/b", "/r", "/%E0%A4%A"])
      expect(parse(path), path).toEqual({ page: "missing" });
  });
});
