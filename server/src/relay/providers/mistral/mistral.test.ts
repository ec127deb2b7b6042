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
  stops: { ...openAiStops, model_length: "context-length" },
  stopped: stoppedInOpenAiDialect,
});

describe("mistral", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("has no native path, and no usage option in streams", () => {
    expect(provider.native).toBeUndefined();
    expect(bodyOf(aChatCall({ stream: true }))).not.toHaveProperty("stream_options");
  });

  it("gives tool calls of other vendors ids of its own, the same everywhere", () => {
    const messages: ChatCall["messages"] = [
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "Wait." },
          { type: "tool-call", id: "toolu_01Long", name: "f", arguments: "{}" },
          { type: "tool-call", id: "Ab3dE6gH9", name: "f", arguments: "{}" },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool-result", toolCallId: "toolu_01Long", content: [{ type: "text", text: "1" }] },
        ],
      },
    ];
    const [request, result] = bodyOf(aChatCall({ messages })).messages as [
      { content: unknown; tool_calls: { id: string }[] },
      { tool_call_id: string },
    ];
    const ids = request.tool_calls.map((call) => call.id);
    expect(ids[0]).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(ids[1]).toBe("Ab3dE6gH9");
    expect(result.tool_call_id).toBe(ids[0]);
    expect(request.content).toEqual([
      { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
      { type: "text", text: "Wait." },
    ]);
  });

  it("drops and reports rejected fields", () => {
    const call = aChatCall({
      model: "mistral-medium-latest",
      seed: 7,
      endUser: "u",
      reasoning: { effort: "low" },
      messages: [{ role: "user", name: "Ann", content: [{ type: "text", text: "x" }] }],
    });
    expect(bodyOf(call)).toEqual({
      model: "mistral-medium-latest",
      messages: [{ role: "user", content: "x" }],
      random_seed: 7,
      reasoning_effort: "high",
    });
    expect(request(call)?.dropped).toEqual(["user", "messages.name"]);
    const large = aChatCall({ model: "mistral-large-latest", reasoning: { effort: "low" } });
    expect(request(large)?.dropped).toEqual(["reasoning_effort"]);
  });
});
