import { describe, expect, it } from "vitest";
import { generateMapping, mergeMapping, noRules, renameModels } from "./generate-mapping";

describe("generateMapping", () => {
  it("removes a prefix and a suffix and lowers the case, and marks what is billed as requested", () => {
    const names = ["openai/GPT-5", "openai/GPT-5:free", "other"];
    expect(generateMapping(names, { ...noRules, prefix: "openai/" })).toEqual([
      { requested: "GPT-5", forwarded: "openai/GPT-5" },
      { requested: "GPT-5:free", forwarded: "openai/GPT-5:free" },
    ]);
    expect(
      generateMapping(["openai/GPT-5:free"], {
        ...noRules,
        prefix: "openai/",
        suffix: ":free",
        lowerCase: true,
        billRequested: true,
      }),
    ).toEqual([{ requested: "gpt-5", forwarded: "+openai/GPT-5:free" }]);
  });

  it("creates no duplicate, existing or empty name", () => {
    const rules = { ...noRules, prefix: "a/", lowerCase: true };
    expect(generateMapping(["a/x", "a/X", "x", "a/", "b/Y", "B/Y"], rules)).toEqual([
      { requested: "b/y", forwarded: "b/Y" },
    ]);
    expect(generateMapping(["a/x", "a/X"], rules)).toEqual([{ requested: "x", forwarded: "a/x" }]);
  });
});

describe("renameModels", () => {
  const pairs = [{ requested: "x", forwarded: "+a/x" }];

  it("replaces the provider's name or is added before it", () => {
    expect(renameModels(["a/x", "other"], pairs, false)).toEqual(["x", "other"]);
    expect(renameModels(["a/x", "other"], pairs, true)).toEqual(["x", "a/x", "other"]);
  });
});

describe("mergeMapping", () => {
  it("adds to the mapping, and leaves invalid JSON unchanged", () => {
    const pairs = [{ requested: "x", forwarded: "a/x" }];
    expect(JSON.parse(mergeMapping('{"old":"kept"}', pairs))).toEqual({ old: "kept", x: "a/x" });
    expect(JSON.parse(mergeMapping("  ", pairs))).toEqual({ x: "a/x" });
    expect(mergeMapping("{broken", pairs)).toBe("{broken");
    expect(mergeMapping('{"old":"kept"}', [])).toBe('{"old":"kept"}');
  });
});
