import { describe, expect, it } from "vitest";
import type { ChatCall } from "../canonical/chat.ts";
import { applySuffix, splitModel } from "./model-suffix.ts";

describe("splitModel", () => {
  it.each([
    ["gpt-5#low", { model: "gpt-5", suffix: { effort: "low" } }],
    ["claude-x#thinking", { model: "claude-x", suffix: { effort: "high" } }],
    ["a#b#search", { model: "a#b", suffix: { search: true } }],
  ])("removes the suffix from %s", (name, expected) => {
    expect(splitModel(name)).toEqual(expected);
  });

  it.each(["gpt-5", "gpt-5#", "#low", "gpt-5#lower", "gpt-5#toString", ""])("leaves %s alone", (name) => {
    expect(splitModel(name)).toBeUndefined();
  });
});

describe("applySuffix", () => {
  const call = (more: Partial<ChatCall> = {}): ChatCall => ({
    model: "m",
    stream: false,
    messages: [],
    ...more,
  });

  it("sets options that the call itself does not set", () => {
    const suffixed = call();
    applySuffix(suffixed, { effort: "low" });
    applySuffix(suffixed, { search: true });
    applySuffix(suffixed, { search: true });
    expect(suffixed.reasoning).toEqual({ effort: "low" });
    expect(suffixed.hostedTools).toMatchObject([{ kind: "web-search" }]);
  });

  it("keeps options that the call sets", () => {
    const said = call({ reasoning: { budgetTokens: 5 } });
    applySuffix(said, { effort: "high" });
    expect(said.reasoning).toEqual({ budgetTokens: 5 });
  });
});
