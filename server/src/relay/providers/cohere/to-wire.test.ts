import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { provider } from "./index.ts";
import { chatToWire } from "./to-wire.ts";

const translate = (call: Partial<ChatCall>) => chatToWire(aChatCall(call));
const user = (...content: Extract<ChatMessage, { role: "user" }>["content"]): ChatMessage => ({
  role: "user",
  content,
});
const assistant = (...content: Extract<ChatMessage, { role: "assistant" }>["content"]): ChatMessage => ({
  role: "assistant",
  content,
});

describe("cohere requests", () => {
  it("contain a conversation with images, tool calls and results", () => {
    const { body, dropped } = translate({
      messages: [
        { role: "system", content: [{ type: "text", text: "Be brief." }] },
        user(
          { type: "text", text: "What?" },
          { type: "image", source: { kind: "url", url: "https://a.test/x.png" }, detail: "low" },
          { type: "file", source: { kind: "text", text: "Notes" } },
        ),
        assistant(
          { type: "reasoning", text: "Look." },
          { type: "tool-call", id: "t", name: "f", arguments: "" },
        ),
        user(
          {
            type: "tool-result",
            toolCallId: "t",
            content: [
              { type: "text", text: "sun" },
              { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AA==" } },
            ],
          },
          { type: "text", text: "So?" },
        ),
        assistant({ type: "text", text: "Sun." }),
      ],
    });
    expect(body).toEqual({
      model: "test-model",
      stream: false,
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "What?" },
            { type: "image_url", image_url: { url: "https://a.test/x.png", detail: "low" } },
            { type: "text", text: "Notes" },
          ],
        },
        {
          role: "assistant",
          tool_plan: "Look.",
          tool_calls: [{ id: "t", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "t", content: "sun" },
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
            { type: "text", text: "So?" },
          ],
        },
        { role: "assistant", content: [{ type: "text", text: "Sun." }] },
      ],
    });
    expect(dropped).toEqual([]);
  });

  it("return reasoning to a model that supports it, and drop it otherwise", () => {
    const messages = [assistant({ type: "reasoning", text: "Hm" }, { type: "text", text: "Yes" })];
    expect(translate({ model: "command-a-reasoning-08-2025", messages }).body.messages).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm" },
          { type: "text", text: "Yes" },
        ],
      },
    ]);
    expect(translate({ messages }).dropped).toEqual(["messages.reasoning_content"]);
  });

  it("contain limits and sampling under the vendor's names and bounds", () => {
    const { body, dropped } = translate({
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      seed: 0,
      frequencyPenalty: 2,
      presencePenalty: 0.5,
      stop: ["a", "b", "c", "d", "e", "f"],
      logProbabilities: { alternatives: 2 },
    });
    expect(body).toMatchObject({
      max_tokens: 9,
      temperature: 0,
      p: 0.5,
      k: 3,
      seed: 0,
      frequency_penalty: 1,
      presence_penalty: 0.5,
      stop_sequences: ["a", "b", "c", "d", "e"],
      logprobs: true,
    });
    expect(dropped).toEqual(["frequency_penalty", "stop", "top_logprobs"]);
  });

  it("choose among tools; a named one becomes the only one", () => {
    const tools = [
      { name: "f", description: "F", parameters: { type: "object" }, strict: true },
      { name: "g" },
    ];
    const f = { type: "function", function: { name: "f", description: "F", parameters: { type: "object" } } };
    const g = { type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } };
    expect(translate({ tools }).body).toMatchObject({ tools: [f, g] });
    expect(translate({ tools }).body).not.toHaveProperty("tool_choice");
    expect(translate({ tools, toolChoice: { type: "required" } }).body.tool_choice).toBe("REQUIRED");
    expect(translate({ tools, toolChoice: { type: "none" } }).body.tool_choice).toBe("NONE");
    expect(translate({ tools, toolChoice: { type: "tool", name: "f" } }).body).toMatchObject({
      tools: [f],
      strict_tools: true,
      tool_choice: "REQUIRED",
    });
  });

  it("render reasoning and output by schema", () => {
    const model = "command-a-reasoning-08-2025";
    const thinking = (reasoning: ChatCall["reasoning"], more: Partial<ChatCall> = {}) =>
      translate({ model, ...(reasoning && { reasoning }), ...more }).body.thinking;
    expect(thinking({ effort: "none" })).toEqual({ type: "disabled" });
    expect(thinking({ effort: "low" }, { maxOutputTokens: 1000 })).toEqual({
      type: "enabled",
      token_budget: 200,
    });
    expect(thinking({ effort: "high" })).toEqual({ type: "enabled" });
    expect(thinking({ budgetTokens: 77 })).toEqual({ type: "enabled", token_budget: 77 });
    expect(thinking(undefined)).toBeUndefined();
    expect(translate({ reasoning: { effort: "low" } }).dropped).toEqual(["reasoning_effort"]);
    expect(translate({ reasoning: { effort: "none" } }).dropped).toEqual([]);

    const schema = { type: "object" };
    expect(
      translate({ responseFormat: { type: "json-schema", name: "n", schema } }).body.response_format,
    ).toEqual({
      type: "json_object",
      json_schema: schema,
    });
    expect(translate({ responseFormat: { type: "json" } }).body.response_format).toEqual({
      type: "json_object",
    });
  });

  it("report what they do not support", () => {
    const pdf = { kind: "inline" as const, mediaType: "application/pdf", data: "AA==" };
    expect(
      translate({
        choices: 2,
        parallelToolCalls: false,
        serviceTier: "flex",
        messages: [
          user(
            { type: "file", source: pdf },
            { type: "audio", data: "AA==", format: "wav" },
            { type: "image", source: { kind: "id", id: "i" } },
            { type: "text", text: "Hi", cache: {} },
            { type: "tool-result", toolCallId: "t", isError: true, content: [] },
          ),
        ],
      }).dropped.sort(),
    ).toEqual(
      [
        "messages.file",
        "messages.input_audio",
        "messages.image",
        "cache_control",
        "tool_result.is_error",
        "n",
        "parallel_tool_calls",
        "service_tier",
      ].sort(),
    );
  });

  it("report the caller's own field names in no way that could break a header", () => {
    const extras = { dialect: "openai-chat" as const, fields: { "a\r\nset-cookie: b": 1 } };
    const request = provider.chat!.buildRequest(aChatCall({ extras }), aChannelView());
    expect(request.dropped).toEqual(["a??set-cookie??b"]);
  });

  it("merge the channel's parameters under the call's", () => {
    const customParameters = { safety_mode: "OFF", k: 5 };
    const request = provider.chat!.buildRequest(
      aChatCall({ topK: 1, stream: true }),
      aChannelView({ customParameters }),
    );
    expect(JSON.parse(String(request.body))).toMatchObject({ safety_mode: "OFF", k: 1, stream: true });
    expect(request).toMatchObject({
      url: "https://upstream.test/v2/chat",
      headers: { accept: "text/event-stream", authorization: "Bearer test-key" },
    });
  });
});
