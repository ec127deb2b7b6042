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

function bodyOf(call: ChatCall): Record<string, unknown> {
  const request = provider.chat?.buildRequest(call, aChannelView());
  return JSON.parse(String(request?.body)) as Record<string, unknown>;
}

describe("openai", () => {
  it("limits reasoning models by max_completion_tokens and drops their sampling options", () => {
    const call = aChatCall({ model: "gpt-5.4", maxOutputTokens: 50, temperature: 0.2, topP: 0.5 });
    const request = provider.chat?.buildRequest(call, aChannelView());
    expect(bodyOf(call)).toMatchObject({ max_completion_tokens: 50 });
    expect(bodyOf(call)).not.toHaveProperty("temperature");
    expect(request?.dropped).toEqual(["temperature", "top_p"]);
    expect(bodyOf({ ...call, model: "gpt-4.1" })).toMatchObject({ max_tokens: 50, temperature: 0.2 });
    expect(bodyOf({ ...call, model: "gpt-5-chat-latest" })).toMatchObject({ max_tokens: 50 });
  });

  it("requests usage in streams and sends the key as a bearer token", () => {
    const request = provider.chat?.buildRequest(aChatCall({ stream: true }), aChannelView());
    expect(JSON.parse(String(request?.body))).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(request?.url).toBe("https://upstream.test/v1/chat/completions");
    expect(request?.headers).toMatchObject({ authorization: "Bearer test-key", accept: "text/event-stream" });
  });

  it("puts tool results into separate messages, with images after them", () => {
    const { messages } = bodyOf(
      aChatCall({
        messages: [
          { role: "system", developer: true, content: [{ type: "text", text: "Be brief." }] },
          {
            role: "assistant",
            content: [
              { type: "reasoning", text: "hm", signature: { dialect: "openai-chat", value: "s" } },
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

  it("reports what it cannot pass on", () => {
    const text = { type: "text" as const, text: "x", cache: { ttl: "1h" as const } };
    const call = aChatCall({ topK: 5, messages: [{ role: "user", content: [text] }] });
    expect(provider.chat?.buildRequest(call, aChannelView()).dropped?.sort()).toEqual([
      "cache_control",
      "top_k",
    ]);
  });

  it("merges the channel's parameters into unset fields", () => {
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

  it("forwards extra fields of its own dialect, and drops another's", () => {
    const fields = { logit_bias: { 5: 1 }, safety_identifier: "u", model: "other", messages: [] };
    const own = aChatCall({ endUser: "u", extras: { dialect: "openai-chat", fields } });
    expect(bodyOf(own)).toEqual({
      model: "test-model",
      messages: [{ role: "user", content: "Hello" }],
      logit_bias: { 5: 1 },
      safety_identifier: "u",
    });
    const foreign = aChatCall({ extras: { dialect: "anthropic-messages", fields: { container: "x" } } });
    expect(provider.chat?.buildRequest(foreign, aChannelView()).dropped).toEqual(["container"]);
  });

  it("enables web search for the models that support it", () => {
    const tool = {
      dialect: "anthropic-messages",
      kind: "web-search",
      definition: { type: "web_search_20250305" },
    } as const;
    expect(bodyOf(aChatCall({ model: "gpt-4o-search-preview", hostedTools: [tool] }))).toMatchObject({
      web_search_options: {},
    });
    const call = aChatCall({ model: "gpt-4.1", hostedTools: [tool] });
    expect(provider.chat?.buildRequest(call, aChannelView()).dropped).toEqual(["tools.web_search_20250305"]);
    const answer = {
      model: "gpt-4o-search-preview-2025-03-11",
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    };
    expect(provider.native?.readUsage(answer, undefined, "openai-chat")).toMatchObject({ web_search: 1 });
    expect(
      provider.native?.readUsage({ ...answer, model: "gpt-4o" }, undefined, "openai-chat"),
    ).toMatchObject({
      web_search: 0,
    });
  });

  it("reports dropped names in header-safe characters", () => {
    const tool = { dialect: "gemini-generate", definition: { type: "поиск\r\nx" } } as const;
    const { dropped } = provider.chat?.buildRequest(aChatCall({ hostedTools: [tool] }), aChannelView()) ?? {};
    expect(dropped).toEqual(["tools.???????x"]);
  });

  it("serves models without Chat Completions through Responses", () => {
    const view = aChannelView();
    for (const model of [
      "o1-pro",
      "o3-pro-2025-06-10",
      "o3-deep-research",
      "o4-mini-deep-research",
      "codex-mini-latest",
      "gpt-5-codex",
      "gpt-5.1-codex-max",
      "gpt-5.5-pro",
    ]) {
      expect(provider.chat?.buildRequest(aChatCall({ model }), view).url, model).toBe(
        "https://upstream.test/v1/responses",
      );
      expect(provider.native?.supports("openai-chat", model, view), model).toBe(false);
    }
    for (const model of ["o1", "o3", "gpt-5", "gpt-5.5", "gpt-5-chat-latest", "gpt-4o", "my-gpt-pro"]) {
      expect(provider.chat?.buildRequest(aChatCall({ model }), view).url, model).toContain(
        "/chat/completions",
      );
      expect(provider.native?.supports("openai-chat", model, view), model).toBe(true);
    }
    const call = aChatCall({ model: "o1-pro" });
    const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
    const result = provider.chat?.readResponse({ id: "resp_1", status: "completed", output: [item] }, call);
    expect(result?.choices[0]?.content).toMatchObject([{ type: "text", text: "Hi" }]);
  });

  it("forwards Responses and completions unchanged", () => {
    const view = aChannelView();
    const native = { model: "gpt-5.4", stream: false, body: Buffer.from("{}"), headers: {} };
    const url = (format: "openai-responses" | "openai-completions") =>
      provider.native?.buildRequest({ ...native, format }, view).url;
    expect(url("openai-responses")).toBe("https://upstream.test/v1/responses");
    expect(url("openai-completions")).toBe("https://upstream.test/v1/completions");
    expect(provider.native?.supports("openai-completions", "gpt-3.5-turbo-instruct", view)).toBe(true);
    expect(provider.native?.supports("openai-completions", "gpt-4o", view)).toBe(false);
  });

  it("counts the text of forwarded Responses", () => {
    const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
    const body = { id: "resp_1", object: "response", status: "completed", output: [item] };
    const result = provider.chat?.readResponse(body, aChatCall({ model: "gpt-5.4" }));
    expect(result?.choices[0]?.content).toMatchObject([{ type: "text", text: "Hi" }]);
    const reader = provider.chat?.streamReader(aChatCall({ model: "gpt-5.4", stream: true }));
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

  it("counts the text of forwarded completions", () => {
    const body = { id: "cmpl-1", choices: [{ text: "Hello", index: 0, finish_reason: "length" }] };
    const result = provider.chat?.readResponse(body, aChatCall());
    expect(result?.choices[0]).toMatchObject({
      content: [{ type: "text", text: "Hello" }],
      stopReason: "length",
    });
    const parts = provider.chat?.streamReader(aChatCall()).read({ event: "", data: JSON.stringify(body) });
    expect(parts).toMatchObject([{ type: "start" }, { type: "text", text: "Hello" }, { type: "stop" }]);
  });

  it("returns the account's spending limit", () => {
    expect(provider.balance?.buildBalance(aChannelView())).toMatchObject({
      url: "https://upstream.test/v1/dashboard/billing/subscription",
      headers: { authorization: "Bearer test-key" },
    });
    expect(provider.balance?.readBalance({ hard_limit_usd: 120 })).toBe(120);
    for (const body of [{}, { hard_limit_usd: "many" }, [], null, { hard_limit_usd: "" }])
      expect(() => provider.balance?.readBalance(body)).toThrow();
  });

  it("parses every kind of content other than text", () => {
    const audio = { id: "audio_1", data: "AAAA", transcript: "Hi", expires_at: 5 };
    const images = [{ type: "image_url", image_url: { url: "data:image/png;base64,BBBB" } }];
    const signed = { google: { thought_signature: "sig" } };
    const tool_calls = [
      { id: "a", type: "function", function: { name: "f", arguments: "{}" }, extra_content: signed },
    ];
    const message = { role: "assistant", content: "x", audio, images, tool_calls, extra_content: signed };
    const result = provider.chat?.readResponse({ choices: [{ index: 0, message }] }, aChatCall());
    const signature = { dialect: "gemini-generate", value: "sig" };
    expect(result?.choices[0]?.content).toEqual([
      { type: "text", text: "x", signature },
      { type: "image", source: { kind: "inline", mediaType: "image/png", data: "BBBB" } },
      { type: "tool-call", id: "a", name: "f", arguments: "{}", signature },
      { type: "spoken", id: "audio_1", data: "AAAA", transcript: "Hi", expiresAt: 5 },
    ]);
    const delta = {
      audio: { id: "audio_1", data: "AAAA" },
      images,
      tool_calls: [{ index: 0, ...tool_calls[0] }],
    };
    const chunk = { id: "c", choices: [{ index: 0, delta }] };
    const parts = provider.chat?.streamReader(aChatCall()).read({ event: "", data: JSON.stringify(chunk) });
    expect(parts?.slice(1)).toEqual([
      { type: "image", choice: 0, source: { kind: "inline", mediaType: "image/png", data: "BBBB" } },
      { type: "spoken", choice: 0, id: "audio_1", data: "AAAA" },
      { type: "tool-call", choice: 0, block: 0, id: "a", name: "f", signature },
      { type: "tool-arguments", choice: 0, block: 0, text: "{}" },
    ]);
  });

  it("returns its own speech by id, and no foreign signatures", () => {
    const signature = { dialect: "gemini-generate", value: "sig" } as const;
    const call = aChatCall({
      modalities: ["text", "audio"],
      audio: { voice: "alloy", format: "mp3" },
      messages: [
        {
          role: "assistant",
          content: [
            { type: "spoken", id: "audio_1", data: "AAAA", transcript: "Hi" },
            { type: "tool-call", id: "a", name: "f", arguments: "{}", signature },
            { type: "image", source: { kind: "url", url: "https://p.test/1.png" } },
            { type: "opaque", dialect: "anthropic-messages", value: { type: "server_tool_use" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "file", source: { kind: "text", text: "Words." }, name: "a.txt" },
            { type: "file", source: { kind: "url", url: "https://f.test/a.pdf" } },
          ],
        },
      ],
    });
    expect(bodyOf(call)).toMatchObject({
      modalities: ["text", "audio"],
      audio: { voice: "alloy", format: "mp3" },
      messages: [
        { content: null, audio: { id: "audio_1" } },
        { content: [{ type: "text", text: "a.txt\n\nWords." }] },
      ],
    });
    expect(provider.chat?.buildRequest(call, aChannelView()).dropped?.sort()).toEqual([
      "messages.file",
      "messages.images",
      "messages.server_tool_use",
      "messages.tool_calls.extra_content",
    ]);
    expect(provider.chat?.needsInline?.("https://f.test/a.pdf", "file")).toBe(true);
    expect(provider.chat?.needsInline?.("https://f.test/a.png", "image")).toBe(false);
  });

  it("removes fields that the channel forbids", () => {
    const customParameters = { remove_params: ["temperature", "metadata.a", "model"] };
    const request = provider.chat?.buildRequest(
      aChatCall({ model: "gpt-4.1", temperature: 0.7, metadata: { a: "1", b: "2" } }),
      aChannelView({ customParameters }),
    );
    expect(JSON.parse(String(request?.body))).toEqual({
      model: "gpt-4.1",
      messages: [{ role: "user", content: "Hello" }],
      metadata: { b: "2" },
    });
  });

  it("forwards native bytes unchanged and reads their usage", () => {
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
    expect(
      provider.native?.readUsage({ choices: [], usage: null }, undefined, "openai-chat"),
    ).toBeUndefined();
    const usage = {
      prompt_tokens: 5,
      completion_tokens: 2,
      prompt_tokens_details: { cache_write_tokens: 3 },
    };
    expect(provider.native?.readUsage({ usage }, undefined, "openai-chat")).toEqual({
      ...noUsage,
      input: 2,
      cached_write: 3,
      output: 2,
    });
  });

  it("counts a token once if audio, images and caches overlap", () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 8, audio_tokens: 7, image_tokens: 9 },
      completion_tokens_details: { reasoning_tokens: 3, audio_tokens: 9 },
    };
    expect(provider.native?.readUsage({ usage }, undefined, "openai-chat")).toEqual({
      ...noUsage,
      cached: 8,
      input_audio: 2,
      reasoning: 3,
      output_audio: 1,
    });
  });

  it("derives a missing count from the total", () => {
    const read = (usage: object) => provider.native?.readUsage({ usage }, undefined, "openai-chat");
    const expected = { ...noUsage, input: 5, output: 7 };
    expect(read({ prompt_tokens: 5, total_tokens: 12 })).toEqual(expected);
    expect(read({ completion_tokens: 7, total_tokens: 12 })).toEqual(expected);
  });

  it("leaves impossible counts to metering, which flags them", () => {
    const read = (usage: object) => provider.native?.readUsage({ usage }, undefined, "openai-chat");
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
