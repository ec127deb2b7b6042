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
});

describe("groq", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("renders each model family's own efforts", () => {
    const effort = (model: string, requested: string) =>
      bodyOf(aChatCall({ model, reasoning: { effort: requested } })).reasoning_effort;
    expect(effort("openai/gpt-oss-120b", "medium")).toBe("medium");
    expect(effort("openai/gpt-oss-120b", "xhigh")).toBe("high");
    expect(effort("openai/gpt-oss-120b", "none")).toBe("low");
    expect(effort("qwen/qwen3.6-27b", "none")).toBe("none");
    expect(effort("qwen/qwen3.6-27b", "high")).toBe("default");
    expect(effort("groq/compound", "high")).toBeUndefined();
    expect(bodyOf(aChatCall({ model: "qwen/qwen3.6-27b" }))).toMatchObject({ reasoning_format: "parsed" });
  });

  it("drops and reports rejected fields", () => {
    const call = aChatCall({
      choices: 2,
      logProbabilities: { alternatives: 1 },
      messages: [
        { role: "user", name: "Ann", content: [{ type: "text", text: "x" }] },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm" },
            { type: "text", text: "y" },
          ],
        },
      ],
    });
    expect(bodyOf(call)).toEqual({
      model: "test-model",
      messages: [
        { role: "user", content: "x" },
        { role: "assistant", content: "y", reasoning: "hm" },
      ],
    });
    expect(request(call)?.dropped).toEqual(["logprobs", "top_logprobs", "n", "messages.name"]);
  });

  it("reads an error next to the usage as a failure, and nothing else there", () => {
    const read = (x_groq: object) => {
      const reader = provider.chat?.streamReader(aChatCall({ stream: true }));
      const data = JSON.stringify({ id: "c", choices: [], x_groq });
      return reader?.read({ event: "", data }).map((part) => part.type);
    };
    expect(read({ id: "req_1", error: "over capacity" })).toEqual(["problem"]);
    expect(read({ id: "req_1", error: null })).toEqual(["start"]);
  });
});
