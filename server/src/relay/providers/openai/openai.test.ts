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
  usage: {
    whole: { ...noUsage, input: 176, cached: 1024, output: 24, reasoning: 16 },
    stream: { ...noUsage, input: 148, cached: 1152, output: 24, reasoning: 18 },
  },
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});

function bodyOf(call: ChatCall): Record<string, unknown> {
  const request = provider.chat?.buildRequest(call, aChannelView());
  return JSON.parse(String(request?.body)) as Record<string, unknown>;
}

describe("openai", () => {
  it("limits reasoning models by max_completion_tokens and leaves their sampling out", () => {
    const call = aChatCall({ model: "gpt-5.4", maxOutputTokens: 50, temperature: 0.2, topP: 0.5 });
    const request = provider.chat?.buildRequest(call, aChannelView());
    expect(bodyOf(call)).toMatchObject({ max_completion_tokens: 50 });
    expect(bodyOf(call)).not.toHaveProperty("temperature");
    expect(request?.dropped).toEqual(["temperature", "top_p"]);
    expect(bodyOf({ ...call, model: "gpt-4.1" })).toMatchObject({ max_tokens: 50, temperature: 0.2 });
    expect(bodyOf({ ...call, model: "gpt-5-chat-latest" })).toMatchObject({ max_tokens: 50 });
  });

  it("asks for usage in streams and sends the key as a bearer token", () => {
    const request = provider.chat?.buildRequest(aChatCall({ stream: true }), aChannelView());
    expect(JSON.parse(String(request?.body))).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(request?.url).toBe("https://upstream.test/v1/chat/completions");
    expect(request?.headers).toMatchObject({ authorization: "Bearer test-key", accept: "text/event-stream" });
  });

  it("puts tool results into messages of their own, with pictures after them", () => {
    const { messages } = bodyOf(
      aChatCall({
        messages: [
          { role: "system", developer: true, content: [{ type: "text", text: "Be brief." }] },
          {
            role: "assistant",
            content: [
              { type: "reasoning", text: "hm", signature: "s" },
              { type: "tool-call", id: "a", name: "look", arguments: "" },
              { type: "tool-call", id: "b", name: "look", arguments: '{"x":1}' },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool-result", toolCallId: "a", content: [{ type: "text", text: "one" }] },
              {
                type: "tool-result",
                toolCallId: "b",
                content: [{ type: "image", source: { kind: "url", url: "https://p.test/1.png" } }],
              },
              { type: "text", text: "And?" },
            ],
          },
        ],
      }),
    );
    expect(messages).toEqual([
      { role: "developer", content: "Be brief." },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "a", type: "function", function: { name: "look", arguments: "{}" } },
          { id: "b", type: "function", function: { name: "look", arguments: '{"x":1}' } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "one" },
      { role: "tool", tool_call_id: "b", content: "" },
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: "https://p.test/1.png" } },
          { type: "text", text: "And?" },
        ],
      },
    ]);
  });

  it("names what it cannot pass on", () => {
    const text = { type: "text" as const, text: "x", cache: { ttl: "1h" as const } };
    const call = aChatCall({ topK: 5, messages: [{ role: "user", content: [text] }] });
    expect(provider.chat?.buildRequest(call, aChannelView()).dropped?.sort()).toEqual([
      "cache_control",
      "top_k",
    ]);
  });

  it("merges the channel's parameters where the call said nothing", () => {
    const customParameters = { temperature: 0, top_p: 1, overwrite: false, model: "other", stream: true };
    const request = provider.chat?.buildRequest(
      aChatCall({ model: "gpt-4.1", temperature: 0.7 }),
      aChannelView({ customParameters }),
    );
    const body = JSON.parse(String(request?.body)) as object;
    expect(body).toMatchObject({ model: "gpt-4.1", temperature: 0.7, top_p: 1 });
    expect(body).not.toHaveProperty("overwrite");
    expect(body).not.toHaveProperty("stream");
  });

  it("forwards native bytes as they are and reads their usage", () => {
    const body = Buffer.from('{ "model" : "gpt-4.1" }');
    const call = {
      format: "openai-chat",
      model: "gpt-4.1",
      stream: false,
      body,
      headers: { "openai-beta": "x" },
    };
    const request = provider.native?.buildRequest({ ...call, format: "openai-chat" }, aChannelView());
    expect(request?.body).toBe(body);
    expect(request?.headers).toMatchObject({ "openai-beta": "x", authorization: "Bearer test-key" });
    expect(provider.native?.readUsage({ choices: [], usage: null }, undefined)).toBeUndefined();
    const usage = {
      prompt_tokens: 5,
      completion_tokens: 2,
      prompt_tokens_details: { cache_write_tokens: 3 },
    };
    expect(provider.native?.readUsage({ usage }, undefined)).toEqual({
      ...noUsage,
      input: 2,
      cached_write: 3,
      output: 2,
    });
  });

  it("counts a token once where sound, pictures and caches overlap", () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 8, audio_tokens: 7, image_tokens: 9 },
      completion_tokens_details: { reasoning_tokens: 3, audio_tokens: 9 },
    };
    expect(provider.native?.readUsage({ usage }, undefined)).toEqual({
      ...noUsage,
      cached: 8,
      input_audio: 2,
      reasoning: 3,
      output_audio: 1,
    });
  });

  it("leaves what cannot be true to metering, which flags it", () => {
    const read = (usage: object) => provider.native?.readUsage({ usage }, undefined);
    expect(read({ prompt_tokens: -5, completion_tokens: "12", total_tokens: Number.NaN })).toEqual({
      ...noUsage,
      input: -5,
      output: 12,
    });
    const cached = { cached_tokens: 50 };
    expect(read({ prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: cached })).toEqual({
      ...noUsage,
      input: -40,
      cached: 50,
      output: 5,
    });
    expect(read({ prompt_tokens: "many", completion_tokens: null })).toBeUndefined();
  });
});
