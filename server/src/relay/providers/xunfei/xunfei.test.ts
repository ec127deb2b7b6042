import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { ChannelView } from "../provider.ts";
import { provider } from "./index.ts";
import { httpModel } from "./spark-models.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
  skip: {
    "usage with cached tokens": "the vendor reports no caching",
    "model list": "the vendor has none",
  },
});

const build = (call: ChatCall, channel: Partial<ChannelView> = {}) =>
  provider.chat!.buildRequest(
    call,
    aChannelView({ baseUrl: "https://spark-api-open.xf-yun.com", ...channel }),
  );

describe("xunfei, HTTP", () => {
  it.each([
    ["4.0Ultra", "/v1/chat/completions"],
    ["spark-x", "/v2/chat/completions"],
    ["x1", "/v2/chat/completions"],
  ])("finds %s at %s", (model, path) => {
    expect(build(aChatCall({ model })).url).toBe(`https://spark-api-open.xf-yun.com${path}`);
  });

  it("keeps the version in a base URL", () => {
    const at = (baseUrl: string) => build(aChatCall({ model: "spark-x" }), { baseUrl }).url;
    expect(at("https://spark-api-open.xf-yun.com/v1")).toMatch(/com\/v1\/chat\/completions$/);
    expect(at("https://spark-api-open.xf-yun.com/x2")).toMatch(/com\/x2\/chat\/completions$/);
  });

  it("accepts a password, or the joined parts of a key", () => {
    const sent = (key: string) => build(aChatCall(), { key }).headers.authorization;
    expect(sent("password")).toBe("Bearer password");
    expect(sent("app|secret|key")).toBe("Bearer key:secret");
  });

  it("supports One API's model names", () => {
    expect(
      ["SparkDesk", "SparkDesk-v1.1", "SparkDesk-v3.5", "SparkDesk-v4.0", "lite"].map(httpModel),
    ).toEqual(["lite", "lite", "generalv3.5", "4.0Ultra", "lite"]);
  });

  it("reads a single tool call that is no list", () => {
    const call = { type: "function", function: { name: "f", arguments: "{}" } };
    const body = { code: 0, choices: [{ message: { content: "", tool_calls: call } }] };
    const choice = provider.chat!.readResponse(body, aChatCall()).choices[0];
    expect(choice?.stopReason).toBe("tool-calls");
    expect(choice?.content.at(-1)).toMatchObject({ type: "tool-call", name: "f", arguments: "{}" });
  });

  it("reads usage after a stop reason, until the end mark", () => {
    const reader = provider.chat!.streamReader(aChatCall({ stream: true }));
    const events = [
      { code: 0, choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: "stop" }] },
      { code: 0, choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
    ];
    const parts = [...events.map((event) => JSON.stringify(event)), "[DONE]"].flatMap((data) =>
      reader.read({ event: "", data }),
    );
    expect(parts.map((part) => part.type)).toEqual(["start", "text", "stop", "usage", "end"]);
  });

  it("reports problems inside answers with status 200", () => {
    const refusal = { code: 10013, message: "not allowed", sid: "s" };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("not allowed");
    const reader = provider.chat!.streamReader(aChatCall({ stream: true }));
    expect(reader.read({ event: "", data: JSON.stringify(refusal) })).toMatchObject([
      { type: "problem", problem: { kind: "filter", code: "10013" } },
    ]);
  });
});
