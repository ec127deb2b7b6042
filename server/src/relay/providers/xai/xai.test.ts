import { noUsage } from "@tollgate/contract/cost";
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

describe("xai", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("drops what reasoning models reject", () => {
    const options = { stop: ["x"], frequencyPenalty: 1, presencePenalty: 1, temperature: 0.5 };
    const call = aChatCall({ model: "grok-4.3", ...options });
    expect(Object.keys(bodyOf(call))).toEqual(["model", "messages", "temperature"]);
    expect(request(call)?.dropped).toEqual(["stop", "frequency_penalty", "presence_penalty"]);
    expect(bodyOf(aChatCall({ model: "grok-3", ...options }))).toMatchObject({ stop: "x" });
  });

  it("renders the efforts that each model supports", () => {
    const effort = (model: string, requested: string) =>
      bodyOf(aChatCall({ model, reasoning: { effort: requested } })).reasoning_effort;
    expect(effort("grok-4.3", "none")).toBe("none");
    expect(effort("grok-4.6", "xhigh")).toBe("high");
    expect(effort("grok-3-mini", "medium")).toBe("high");
    for (const model of ["grok-4", "grok-4-0709", "grok-4.20-0309-reasoning", "grok-3"])
      expect(effort(model, "high"), model).toBeUndefined();
  });

  it("counts the text of forwarded Responses", () => {
    const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
    const body = { id: "resp_1", object: "response", status: "completed", output: [item] };
    const result = provider.chat?.readResponse(body, aChatCall({ model: "grok-4.3" }));
    expect(result?.choices[0]?.content).toMatchObject([{ type: "text", text: "Hi" }]);
    const reader = provider.chat?.streamReader(aChatCall({ model: "grok-4.3", stream: true }));
    const events = [
      { type: "response.created", response: { id: "resp_1", status: "in_progress", output: [] } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "message", id: "m", role: "assistant", content: [] },
      },
      { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hi" },
    ];
    const parts = events.flatMap((event) => reader?.read({ event: "", data: JSON.stringify(event) }) ?? []);
    expect(parts).toContainEqual({ type: "text", choice: 0, text: "Hi" });
    expect(provider.chat?.streamReader(aChatCall()).end()).toEqual([]);
  });

  it("forwards Responses unchanged", () => {
    const view = aChannelView();
    expect(provider.native?.supports("openai-responses", "grok-4.3", view)).toBe(true);
    const native = {
      format: "openai-responses",
      model: "grok-4.3",
      stream: true,
      body: Buffer.from("{}"),
    } as const;
    expect(provider.native?.buildRequest({ ...native, headers: {} }, view).url).toBe(
      "https://upstream.test/v1/responses",
    );
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 20 };
    expect(provider.native?.readUsage({ usage }, undefined, "openai-chat")).toEqual({
      ...noUsage,
      input: 10,
      output: 10,
    });
    const later = { usage: { input_tokens: 10, output_tokens: 4 } };
    expect(provider.native?.readUsage(later, undefined, "openai-responses")).toMatchObject({
      input: 10,
      output: 4,
    });
  });
});
