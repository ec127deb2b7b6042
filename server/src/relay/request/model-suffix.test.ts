import { describe, expect, it } from "vitest";
import type { ChatCall } from "../canonical/chat.ts";
import { addWish, splitModel } from "./model-suffix.ts";

describe("splitModel", () => {
  it.each([
    ["gpt-5#low", { model: "gpt-5", wish: { effort: "low" } }],
    ["claude-x#thinking", { model: "claude-x", wish: { effort: "high" } }],
    ["a#b#search", { model: "a#b", wish: { search: true } }],
  ])("takes the wish off %s", (name, expected) => {
    expect(splitModel(name)).toEqual(expected);
  });

  it.each(["gpt-5", "gpt-5#", "#low", "gpt-5#lower", "gpt-5#toString", ""])("leaves %s alone", (name) => {
    expect(splitModel(name)).toBeUndefined();
  });
});

describe("addWish", () => {
  const call = (more: Partial<ChatCall> = {}): ChatCall => ({
    model: "m",
    stream: false,
    messages: [],
    ...more,
  });

  it("asks for what the call itself does not say", () => {
    const wished = call();
    addWish(wished, { effort: "low" });
    addWish(wished, { search: true });
    addWish(wished, { search: true });
    expect(wished.reasoning).toEqual({ effort: "low" });
    expect(wished.hostedTools).toMatchObject([{ kind: "web-search" }]);
  });

  it("leaves what the call says", () => {
    const said = call({ reasoning: { budgetTokens: 5 } });
    addWish(said, { effort: "high" });
    expect(said.reasoning).toEqual({ budgetTokens: 5 });
  });
});
