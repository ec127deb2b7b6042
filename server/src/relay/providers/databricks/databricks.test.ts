import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
  skip: { "model list": "the vendor has none" },
});

describe("databricks", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("puts the model into its path and the token into the password", () => {
    expect(request(aChatCall({ model: "a b" }))).toMatchObject({
      url: "https://upstream.test/serving-endpoints/a%20b/invocations",
      headers: { authorization: `Basic ${Buffer.from("token:test-key").toString("base64")}` },
    });
    expect(provider.native).toBeUndefined();
  });

  it("gives Claude a part of the limit for reasoning", () => {
    const rendered = (more: Partial<ChatCall>) => {
      const { thinking, max_tokens: limit } = bodyOf(aChatCall({ model: "databricks-claude-x", ...more }));
      return { thinking, limit };
    };
    const budget = (tokens: number) => ({ type: "enabled", budget_tokens: tokens });
    expect(rendered({ reasoning: { effort: "medium" }, maxOutputTokens: 10_000 })).toEqual({
      thinking: budget(5000),
      limit: 10_000,
    });
    expect(rendered({ reasoning: { effort: "low" }, maxOutputTokens: 500 })).toEqual({
      thinking: budget(1024),
      limit: 1280,
    });
    expect(rendered({ reasoning: { effort: "none" } })).toEqual({ thinking: undefined, limit: undefined });
    expect(bodyOf(aChatCall({ model: "gpt-oss", reasoning: { effort: "low" } }))).toMatchObject({
      reasoning_effort: "low",
    });
  });

  it("joins text parts to one text", () => {
    const content = ["a", "b"].map((text) => ({ type: "text" as const, text }));
    expect(bodyOf(aChatCall({ messages: [{ role: "user", content }] })).messages).toEqual([
      { role: "user", content: "ab" },
    ]);
  });
});
