import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { compatibleResponsesChat } from "./chat.ts";
import { compatibleResponsesNative } from "./native.ts";
import type { ResponsesOptions } from "./options.ts";

function build(call: Partial<ChatCall>, options: ResponsesOptions = {}, channel = aChannelView()) {
  const request = compatibleResponsesChat(options).buildRequest(aChatCall(call), channel);
  return {
    ...request,
    body: JSON.parse(String(request.body)) as Record<string, unknown> & {
      input: unknown[];
      tools: unknown[];
    },
  };
}

const text = (text: string) => ({ type: "text" as const, text });

describe("a translated call", () => {
  it("stores nothing and requests encrypted reasoning", () => {
    const { url, headers, body, dropped } = build({});
    expect(url).toBe("https://upstream.test/v1/responses");
    expect(headers).toMatchObject({ authorization: "Bearer test-key", accept: "application/json" });
    expect(body).toEqual({
      model: "test-model",
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] }],
      store: false,
      include: ["reasoning.encrypted_content"],
    });
    expect(dropped).toBeUndefined();
    expect(build({ stream: true })).toMatchObject({
      headers: { accept: "text/event-stream" },
      body: { stream: true },
    });
  });

  it("renders a conversation item by item, results before the user's text", () => {
    const messages: ChatMessage[] = [
      { role: "system", content: [text("Be"), text("kind.")] },
      { role: "system", developer: true, content: [text("And brief.")] },
      { role: "user", content: [text("Hi")] },
      {
        role: "assistant",
        content: [
          {
            type: "encrypted-reasoning",
            data: "gA",
            dialect: "openai-responses",
            id: "rs_1",
            summary: "Sum.",
          },
          text("One."),
          { type: "refusal", text: "No." },
          { type: "opaque", dialect: "openai-responses", value: { type: "web_search_call", id: "ws_1" } },
          { type: "reasoning", text: "", signature: { dialect: "openai-responses", value: "gB" } },
          { type: "tool-call", id: "c", name: "f", arguments: "" },
        ],
      },
      {
        role: "user",
        content: [
          text("Look:"),
          {
            type: "tool-result",
            toolCallId: "c",
            content: [text("a"), { type: "image", source: { kind: "id", id: "file-1" } }],
          },
          { type: "opaque", dialect: "openai-responses", value: { type: "mcp_approval_response" } },
          text("Go on."),
        ],
      },
    ];
    const { body, dropped } = build({ messages });
    expect(body.instructions).toBe("Be\n\nkind.");
    expect(body.input).toEqual([
      { type: "message", role: "developer", content: [{ type: "input_text", text: "And brief." }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Hi" }] },
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "Sum." }],
        encrypted_content: "gA",
      },
      {
        type: "message",
        role: "assistant",
        content: [
          { type: "output_text", text: "One." },
          { type: "refusal", refusal: "No." },
        ],
      },
      { type: "web_search_call", id: "ws_1" },
      { type: "reasoning", summary: [], encrypted_content: "gB" },
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "c",
        output: [
          { type: "input_text", text: "a" },
          { type: "input_image", detail: "auto", file_id: "file-1" },
        ],
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Look:" }] },
      { type: "mcp_approval_response" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Go on." }] },
    ]);
    expect(dropped).toBeUndefined();
  });

  it("makes a tool strict only if the call does", () => {
    const { body } = build({ tools: [{ name: "a" }, { name: "b", strict: true, description: "B" }] });
    expect(body.tools).toEqual([
      { type: "function", name: "a", parameters: { type: "object", properties: {} }, strict: false },
      {
        type: "function",
        name: "b",
        description: "B",
        parameters: { type: "object", properties: {} },
        strict: true,
      },
    ]);
    const schema = { type: "json-schema", name: "s", schema: {} } as const;
    expect(build({ responseFormat: schema }).body.text).toEqual({
      format: { type: "json_schema", name: "s", schema: {}, strict: false },
    });
  });

  it("names hosted tools as the vendor does", () => {
    const hostedTools: ChatCall["hostedTools"] = [
      { dialect: "openai-responses", definition: { type: "file_search", vector_store_ids: ["v"] } },
      {
        kind: "web-search",
        dialect: "anthropic-messages",
        definition: { type: "web_search_20250305", name: "web_search" },
      },
      { kind: "code-execution", dialect: "gemini-generate", definition: { codeExecution: {} } },
      { kind: "url-fetch", dialect: "anthropic-messages", definition: { type: "web_fetch_20250910" } },
    ];
    const { body, dropped } = build({ hostedTools });
    expect(body.tools).toEqual([
      { type: "file_search", vector_store_ids: ["v"] },
      { type: "web_search" },
      { type: "code_interpreter", container: { type: "auto" } },
    ]);
    expect(dropped).toEqual(["tools.web_fetch_20250910"]);
    const preview = { "web-search": { type: "web_search_preview" } };
    expect(build({ hostedTools }, { hostedTools: preview }).body.tools[1]).toEqual({
      type: "web_search_preview",
    });
  });

  it("forwards extras of its own dialect, and reports those of others", () => {
    const fields = {
      truncation: "auto",
      "reasoning.summary": "auto",
      include: ["file_search_call.results"],
      store: true,
    };
    const own = build({ reasoning: { effort: "low" }, extras: { dialect: "openai-responses", fields } });
    expect(own.body).toMatchObject({
      truncation: "auto",
      reasoning: { effort: "low", summary: "auto" },
      include: ["reasoning.encrypted_content", "file_search_call.results"],
      store: false,
    });
    const foreign = build({ extras: { dialect: "gemini-generate", fields: { "safety settings": [] } } });
    expect(foreign.dropped).toEqual(["safety?settings"]);
  });

  it("reports options that Responses does not support", () => {
    const { body, dropped } = build({
      topK: 1,
      seed: 1,
      stop: ["x"],
      choices: 2,
      frequencyPenalty: 1,
      presencePenalty: 1,
      modalities: ["audio"],
      messages: [
        {
          role: "user",
          name: "Ann",
          content: [
            { type: "audio", data: "x", format: "wav" },
            { ...text("a"), cache: {} },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Unproven." },
            { type: "encrypted-reasoning", data: "x", dialect: "anthropic-messages" },
            { type: "opaque", dialect: "anthropic-messages", value: {} },
            { type: "image", source: { kind: "url", url: "https://p.test" } },
          ],
        },
        { role: "user", content: [{ type: "tool-result", toolCallId: "c", content: [], isError: true }] },
      ],
    });
    expect(dropped?.sort()).toEqual(
      [
        "audio",
        "cache_control",
        "frequency_penalty",
        "messages.image",
        "messages.input_audio",
        "messages.name",
        "messages.opaque",
        "messages.reasoning_content",
        "messages.reasoning_details",
        "n",
        "presence_penalty",
        "seed",
        "stop",
        "tool_result.is_error",
        "top_k",
      ].sort(),
    );
    expect(body.input).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] },
      { type: "function_call_output", call_id: "c", output: "" },
    ]);
  });

  it("applies a vendor's differences", () => {
    const options: ResponsesOptions = {
      path: (channel) => `/openai/v1/responses?api-version=${channel.other}`,
      authorize: (channel) => ({ "api-key": channel.key }),
      isReasoningModel: () => true,
      unsupportedFields: ["metadata"],
      adjustBody: (body) => {
        body.extra = 1;
      },
    };
    const channel = aChannelView({
      other: "preview",
      customParameters: { top_p: 0.1, remove_params: ["include"] },
    });
    const call = { temperature: 1, topP: 0.5, metadata: { a: "b" }, logProbabilities: { alternatives: 2 } };
    const { url, headers, body, dropped } = build(call, options, channel);
    expect(url).toBe("https://upstream.test/openai/v1/responses?api-version=preview");
    expect(headers["api-key"]).toBe("test-key");
    expect(headers.authorization).toBeUndefined();
    expect(body).toMatchObject({ extra: 1, top_p: 0.1, top_logprobs: 2 });
    expect(body.include).toBeUndefined();
    expect(body.temperature).toBeUndefined();
    expect(dropped).toEqual(["temperature", "top_p", "metadata"]);
  });

  it("keeps the API's limits: an input, ids of 64 characters, at least 16 output tokens", () => {
    const long = "x".repeat(100);
    const messages: ChatMessage[] = [
      { role: "assistant", content: [{ type: "tool-call", id: long, name: "f", arguments: "{}" }] },
      { role: "user", content: [{ type: "tool-result", toolCallId: long, content: [text("a")] }] },
    ];
    const [call, result] = build({ messages }).body.input as { call_id: string }[];
    expect(call?.call_id.length).toBeLessThanOrEqual(64);
    expect(result?.call_id).toBe(call?.call_id);
    const small = build({
      messages: [{ role: "system", content: [text("Only this.")] }],
      maxOutputTokens: 5,
    });
    expect(small.body).toMatchObject({ max_output_tokens: 16, input: [{ role: "system" }] });
    expect(small.body.instructions).toBeUndefined();
    expect(small.dropped).toEqual(["max_output_tokens"]);
    expect(build({ maxOutputTokens: 16 }).dropped).toBeUndefined();
  });

  it("gives a file a name, and a text document its media type", () => {
    const files: ChatMessage = {
      role: "user",
      content: [
        { type: "file", source: { kind: "inline", mediaType: "application/pdf", data: "JVBE" } },
        { type: "file", source: { kind: "text", text: "words" }, name: "a.md" },
        { type: "file", source: { kind: "url", url: "https://f.test/a.pdf" } },
      ],
    };
    expect(build({ messages: [files] }).body.input).toMatchObject([
      {
        content: [
          { type: "input_file", filename: "document.pdf", file_data: "data:application/pdf;base64,JVBE" },
          { type: "input_file", filename: "a.md", file_data: "data:text/plain;base64,d29yZHM=" },
          { type: "input_file", file_url: "https://f.test/a.pdf" },
        ],
      },
    ]);
  });
});

describe("the native path", () => {
  const call = { model: "m", stream: true, body: Buffer.from("{}"), headers: { "openai-beta": "x=1" } };

  it("forwards the caller's bytes to the path of their format", () => {
    const native = compatibleResponsesNative({ compacts: true });
    const request = native.buildRequest({ ...call, format: "openai-responses" }, aChannelView());
    expect(request).toMatchObject({
      url: "https://upstream.test/v1/responses",
      headers: { "openai-beta": "x=1", accept: "text/event-stream" },
    });
    expect(request.body).toBe(call.body);
    const compact = native.buildRequest({ ...call, format: "openai-responses-compact" }, aChannelView());
    expect(compact.url).toBe("https://upstream.test/v1/responses/compact");
  });

  it("supports Responses, and compaction only if the vendor has it", () => {
    const supports = (
      options: ResponsesOptions,
      format: Parameters<ReturnType<typeof compatibleResponsesNative>["supports"]>[0],
    ) => compatibleResponsesNative(options).supports(format, "m", aChannelView());
    expect(supports({}, "openai-responses")).toBe(true);
    expect(supports({}, "openai-responses-compact")).toBe(false);
    expect(supports({ compacts: true }, "openai-responses-compact")).toBe(true);
    expect(supports({}, "openai-chat")).toBe(false);
  });
});
