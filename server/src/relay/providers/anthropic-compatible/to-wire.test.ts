import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { provider } from "../anthropic/index.ts";
import type { ChannelView } from "../provider.ts";
import { readModelTraits } from "./model-traits.ts";
import { strictSchema } from "./strict-schema.ts";
import type { WireRequest } from "./wire.ts";

function translate(more: Partial<ChatCall>, channel: Partial<ChannelView> = {}) {
  const call = aChatCall({ model: "claude-sonnet-4-5", ...more });
  const request = provider.chat!.buildRequest(call, aChannelView(channel));
  return {
    body: JSON.parse(String(request.body)) as WireRequest,
    dropped: request.dropped ?? [],
    headers: request.headers,
    url: request.url,
  };
}

const text = (value: string): { type: "text"; text: string } => ({ type: "text", text: value });
const user = (value: string): ChatMessage => ({ role: "user", content: [text(value)] });
const tool = { name: "f", parameters: { type: "object", properties: {} } };

describe("anthropic requests", () => {
  it("contain key, version, betas and the default limit", () => {
    const { body, headers, url } = translate({}, { headers: { "Anthropic-Beta": "one, two" } });
    expect(url).toBe("https://upstream.test/v1/messages");
    expect(headers).toMatchObject({
      "x-api-key": "test-key",
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "one,two",
    });
    expect(body.max_tokens).toBe(8192);
    expect(body).not.toHaveProperty("stream");
    const file: ChatMessage = {
      role: "user",
      content: [{ type: "file", source: { kind: "id", id: "file_1" } }],
    };
    const withFile = translate({ messages: [file] }, { headers: { "anthropic-beta": "one" } });
    expect(withFile.headers["anthropic-beta"]).toBe("one,files-api-2025-04-14");
    expect(withFile.body.messages[0]?.content[0]).toEqual({
      type: "document",
      source: { type: "file", file_id: "file_1" },
    });
  });

  it("move system messages out, with their cache marks", () => {
    const messages: ChatMessage[] = [
      { role: "system", content: [{ ...text("A"), cache: { ttl: "1h" } }] },
      user("hi"),
      { role: "system", developer: true, content: [text("B")] },
    ];
    expect(translate({ messages }).body.system).toEqual([
      { type: "text", text: "A", cache_control: { type: "ephemeral", ttl: "1h" } },
      { type: "text", text: "B" },
    ]);
    expect(translate({ messages: [{ role: "system", content: [text("A")] }, user("hi")] }).body.system).toBe(
      "A",
    );
  });

  it("put several tool results first in one user turn, and replace invalid ids", () => {
    const { body } = translate({
      tools: [tool],
      messages: [
        user("go"),
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm", signature: { dialect: "anthropic-messages", value: "sig" } },
            { type: "encrypted-reasoning", data: "blob", dialect: "anthropic-messages" },
            { type: "reasoning", text: "unsigned" },
            text("Looking."),
            { type: "tool-call", id: "functions.f:0", name: "f", arguments: '{"a":1}' },
            { type: "tool-call", id: "b", name: "f", arguments: "not json" },
          ],
        },
        {
          role: "user",
          content: [
            text("By the way"),
            { type: "tool-result", toolCallId: "functions.f:0", content: [text("one")] },
            {
              type: "tool-result",
              toolCallId: "b",
              isError: true,
              content: [text("two"), { type: "image", source: { kind: "url", url: "https://p.test/x.png" } }],
            },
          ],
        },
        user("and?"),
      ],
    });
    expect(body.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "sig" },
          { type: "redacted_thinking", data: "blob" },
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "functions_f_0", name: "f", input: { a: 1 } },
          { type: "tool_use", id: "b", name: "f", input: { arguments: "not json" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "functions_f_0", content: "one" },
          {
            type: "tool_result",
            tool_use_id: "b",
            is_error: true,
            content: [
              { type: "text", text: "two" },
              { type: "image", source: { type: "url", url: "https://p.test/x.png" } },
            ],
          },
          { type: "text", text: "By the way" },
          { type: "text", text: "and?" },
        ],
      },
    ]);
  });

  it("omit empty texts and trim the end of a prefilled answer", () => {
    const { body } = translate({
      messages: [user(""), user("hi"), { role: "assistant", content: [text("So:  ")] }],
    });
    expect(body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "hi" }] },
      { role: "assistant", content: [{ type: "text", text: "So:" }] },
    ]);
  });

  it("translate images and documents, and report unsupported ones", () => {
    const inline = (mediaType: string, data: string) => ({ kind: "inline" as const, mediaType, data });
    const { body, dropped } = translate({
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: inline("image/jpg", "AAAA"), cache: {} },
            { type: "file", source: inline("application/pdf", "JVBE"), name: "a.pdf" },
            { type: "file", source: inline("text/csv", Buffer.from("a,b").toString("base64")) },
            { type: "file", source: { kind: "url", url: "https://d.test/x.pdf" } },
            { type: "file", source: inline("application/zip", "UEsD") },
            { type: "audio", data: "AAAA", format: "wav" },
          ],
        },
      ],
    });
    expect(body.messages[0]?.content).toEqual([
      {
        type: "image",
        source: { type: "base64", media_type: "image/jpeg", data: "AAAA" },
        cache_control: { type: "ephemeral" },
      },
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "JVBE" },
        title: "a.pdf",
      },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "a,b" } },
      { type: "document", source: { type: "url", url: "https://d.test/x.pdf" } },
    ]);
    expect(dropped.sort()).toEqual(["messages.file", "messages.input_audio"]);
  });

  it("choose tools, one at a time if requested", () => {
    const choice = (more: Partial<ChatCall>) => translate({ tools: [tool], ...more }).body.tool_choice;
    expect(choice({})).toBeUndefined();
    expect(choice({ toolChoice: { type: "required" } })).toEqual({ type: "any" });
    expect(choice({ toolChoice: { type: "none" } })).toEqual({ type: "none" });
    expect(choice({ parallelToolCalls: false })).toEqual({ type: "auto", disable_parallel_tool_use: true });
    expect(choice({ toolChoice: { type: "tool", name: "f" }, parallelToolCalls: false })).toEqual({
      type: "tool",
      name: "f",
      disable_parallel_tool_use: true,
    });
    expect(translate({ tools: [{ name: "g" }] }).body.tools).toEqual([
      { name: "g", input_schema: { type: "object", properties: {} } },
    ]);
  });

  it("name the tools of a conversation that no longer offers any", () => {
    const { body } = translate({
      messages: [
        user("go"),
        { role: "assistant", content: [{ type: "tool-call", id: "a", name: "f", arguments: "" }] },
        { role: "user", content: [{ type: "tool-result", toolCallId: "a", content: [] }] },
      ],
    });
    expect(body.tools).toEqual([{ name: "f", input_schema: { type: "object", properties: {} } }]);
    expect(body.tool_choice).toEqual({ type: "none" });
  });

  it("convert an effort to a budget below the limit and drop sampling", () => {
    const thinking = (more: Partial<ChatCall>) => translate({ reasoning: { effort: "medium" }, ...more });
    const usual = thinking({ temperature: 0.5, topP: 0.9, topK: 3, maxOutputTokens: 10_000 });
    expect(usual.body.thinking).toEqual({ type: "enabled", budget_tokens: 5000 });
    expect(usual.body.max_tokens).toBe(10_000);
    expect(usual.body).not.toHaveProperty("temperature");
    expect(usual.dropped).toEqual(["temperature", "top_p", "top_k"]);
    expect(thinking({ maxOutputTokens: 1500 }).body.thinking).toEqual({
      type: "enabled",
      budget_tokens: 1024,
    });
    const tight = thinking({ maxOutputTokens: 1000 });
    expect(tight.body).not.toHaveProperty("thinking");
    expect(tight.body.max_tokens).toBe(1000);
    expect(tight.dropped).toEqual(["reasoning_effort"]);
    const budget = translate({ reasoning: { budgetTokens: 20_000 } });
    expect(budget.body).toMatchObject({ thinking: { budget_tokens: 20_000 }, max_tokens: 28_192 });
    const capped = translate({ reasoning: { budgetTokens: 20_000 }, maxOutputTokens: 4000 });
    expect(capped.body).toMatchObject({ thinking: { budget_tokens: 3999 }, max_tokens: 4000 });
    expect(thinking({ reasoning: { effort: "none" } }).body.thinking).toEqual({ type: "disabled" });
    const always = thinking({ reasoning: { effort: "none" }, model: "claude-fable-5" });
    expect(always.body).not.toHaveProperty("thinking");
    expect(always.dropped).toEqual(["reasoning_effort"]);
  });

  it("do not think where the API forbids it", () => {
    const forced = translate({
      reasoning: { effort: "high" },
      tools: [tool],
      toolChoice: { type: "required" },
    });
    expect(forced.body).not.toHaveProperty("thinking");
    expect(forced.dropped).toEqual(["reasoning_effort"]);
    const signed = { signature: { dialect: "anthropic-messages", value: "s" } } as const;
    const loop = (signature: Partial<typeof signed>): ChatMessage[] => [
      user("go"),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", ...signature },
          { type: "tool-call", id: "a", name: "f", arguments: "" },
        ],
      },
      { role: "user", content: [{ type: "tool-result", toolCallId: "a", content: [text("x")] }] },
    ];
    const call = { reasoning: { effort: "low" }, tools: [tool] };
    expect(translate({ ...call, messages: loop(signed) }).body.thinking).toBeDefined();
    expect(translate({ ...call, messages: loop({}) }).dropped.sort()).toEqual([
      "messages.reasoning_content",
      "reasoning_effort",
    ]);
  });

  it("use the fields of each model generation", () => {
    const options = { reasoning: { effort: "xhigh" }, temperature: 0.3 };
    expect(translate({ ...options, model: "claude-opus-4-8" }).body).toMatchObject({
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "xhigh" },
    });
    expect(translate({ ...options, model: "claude-sonnet-4-6" }).body).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
    });
    expect(translate({ model: "claude-opus-5", temperature: 0.3 }).dropped).toEqual(["temperature"]);
    expect(translate({ model: "claude-sonnet-4-5", temperature: 1.5, topP: 0.5 })).toMatchObject({
      body: { temperature: 1 },
      dropped: ["temperature", "top_p"],
    });
    expect(translate({ model: "claude-3-5-haiku-20241022", temperature: 0.5, topP: 0.5 }).body).toMatchObject(
      {
        temperature: 0.5,
        top_p: 0.5,
      },
    );
  });

  it("request output by schema if the model supports it", () => {
    const responseFormat = {
      type: "json-schema" as const,
      name: "n",
      schema: { type: "object", properties: { a: { type: "integer", minimum: 1 } } },
    };
    const { body } = translate({ responseFormat, reasoning: { effort: "low" }, model: "claude-opus-5" });
    expect(body.output_config).toEqual({
      effort: "low",
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { a: { type: "integer", description: "{minimum: 1}" } },
          additionalProperties: false,
        },
      },
    });
    expect(translate({ responseFormat, model: "claude-3-7-sonnet-20250219" }).dropped).toEqual([
      "response_format",
    ]);
    expect(translate({ responseFormat: { type: "json" } }).dropped).toEqual(["response_format"]);
  });

  it("report every unsupported field", () => {
    const { body, dropped } = translate({
      frequencyPenalty: 1,
      presencePenalty: 1,
      seed: 1,
      choices: 2,
      logProbabilities: { alternatives: 1 },
      cacheKey: "k",
      verbosity: "low",
      modalities: ["text", "audio"],
      audio: { voice: "v", format: "wav" },
      metadata: { user_id: "u", other: "x" },
      serviceTier: "flex",
      stop: ["END", " "],
    });
    expect(dropped.sort()).toEqual(
      [
        "frequency_penalty",
        "presence_penalty",
        "seed",
        "n",
        "logprobs",
        "prompt_cache_key",
        "verbosity",
        "modalities",
        "audio",
        "metadata",
        "service_tier",
        "stop",
      ].sort(),
    );
    expect(body).toMatchObject({ stop_sequences: ["END"], metadata: { user_id: "u" } });
    expect(translate({ serviceTier: "default" }).body.service_tier).toBe("standard_only");
  });

  it("merge the channel's parameters under the call's, and remove forbidden fields", () => {
    const customParameters = { max_tokens: 5, top_k: 7 };
    const { body } = translate({ topK: 3 }, { customParameters });
    expect(body).toMatchObject({ max_tokens: 8192, top_k: 3 });
    expect(
      translate({}, { customParameters: { ...customParameters, overwrite: true } }).body.max_tokens,
    ).toBe(5);
    const forbidden = translate({ topK: 3 }, { customParameters: { remove_params: ["top_k", "model"] } });
    expect(forbidden.body).not.toHaveProperty("top_k");
  });
});

describe("readModelTraits", () => {
  it("treats unknown models as the newest", () => {
    const thinking = (model: string) => readModelTraits(model).thinking;
    for (const old of [
      "claude-3-opus-20240229",
      "claude-3.5-sonnet",
      "claude-opus-4-20250514",
      "claude-sonnet-4@20250514",
      "anthropic/claude-sonnet-4.5",
      "claude-4-sonnet",
      "claude-haiku-4-5-20251001",
      "glm-4.7",
    ])
      expect(thinking(old), old).toBe("budget");
    for (const both of ["claude-opus-4-6", "anthropic/claude-sonnet-4.6"])
      expect(thinking(both)).toBe("either");
    for (const newest of ["claude-opus-4-7", "claude-sonnet-5", "claude-mythos-preview", "claude-fable-5-2"])
      expect(thinking(newest), newest).toBe("adaptive");
    expect(readModelTraits("claude-opus-4-1-20250805").jsonSchema).toBe(true);
    expect(readModelTraits("claude-opus-4-20250514").jsonSchema).toBe(false);
  });
});

describe("strictSchema", () => {
  it("closes objects at every depth and describes unsupported limits", () => {
    const schema = {
      $schema: "x",
      type: "object",
      description: "Top",
      minProperties: 1,
      properties: {
        pattern: { type: "string", pattern: "^a" },
        list: { type: "array", items: { type: "object", properties: {} }, minItems: 3 },
        either: { oneOf: [{ type: "object", properties: {} }, { type: "null" }] },
      },
      $defs: { d: { type: "object", properties: {} } },
    };
    expect(strictSchema(schema)).toEqual({
      type: "object",
      description: "Top\n\n{minProperties: 1}",
      additionalProperties: false,
      properties: {
        pattern: { type: "string", description: '{pattern: "^a"}' },
        list: {
          type: "array",
          items: { type: "object", properties: {}, additionalProperties: false },
          description: "{minItems: 3}",
        },
        either: {
          anyOf: [{ type: "object", properties: {}, additionalProperties: false }, { type: "null" }],
        },
      },
      $defs: { d: { type: "object", properties: {}, additionalProperties: false } },
    });
  });
});
