import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { provider } from "./index.ts";
import { chatToWire } from "./to-wire.ts";

const nova = "us.amazon.nova-pro-v1:0";
const translate = (call: Partial<ChatCall>) => chatToWire(aChatCall({ model: nova, ...call }));
const user = (...content: Extract<ChatMessage, { role: "user" }>["content"]): ChatMessage => ({
  role: "user",
  content,
});

describe("converse requests", () => {
  it("separate system messages, alternate turns and omit empty texts", () => {
    const { body, dropped } = translate({
      messages: [
        { role: "system", content: [{ type: "text", text: "Be brief." }] },
        user({ type: "text", text: "One" }),
        user({ type: "text", text: " " }, { type: "text", text: "Two" }),
        { role: "assistant", content: [{ type: "text", text: "" }] },
        { role: "system", content: [{ type: "text", text: "In French.", cache: { ttl: "1h" } }] },
        { role: "assistant", content: [{ type: "text", text: "Oui", cache: {} }] },
      ],
    });
    expect(body).toEqual({
      system: [{ text: "Be brief." }, { text: "In French." }, { cachePoint: { type: "default", ttl: "1h" } }],
      messages: [
        { role: "user", content: [{ text: "One" }, { text: "Two" }] },
        { role: "assistant", content: [{ text: "Oui" }, { cachePoint: { type: "default" } }] },
      ],
    });
    expect(dropped).toEqual([]);
  });

  it("set no cache point for models without caching, and report it", () => {
    const messages = [user({ type: "text", text: "Hi", cache: {} })];
    const { body, dropped } = translate({ model: "meta.llama3-3-70b-instruct-v1:0", messages });
    expect(body.messages[0]?.content).toEqual([{ text: "Hi" }]);
    expect(dropped).toEqual(["cache_control"]);
  });

  it("contain tool calls and results, with an object for any arguments of the model", () => {
    const call = (id: string, text: string) => ({
      type: "tool-call" as const,
      id,
      name: "f",
      arguments: text,
    });
    const { body, dropped } = translate({
      messages: [
        user({ type: "text", text: "Go" }),
        {
          role: "assistant",
          content: [call("a.1", '{"x":1}'), call("b", ""), call("c", "[1]"), call("d", "{half")],
        },
        user(
          { type: "tool-result", toolCallId: "a.1", content: [{ type: "text", text: "sun" }] },
          {
            type: "tool-result",
            toolCallId: "b",
            isError: true,
            content: [{ type: "image", source: { kind: "inline", mediaType: "image/jpg", data: "AA==" } }],
          },
        ),
      ],
    });
    expect(body.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { toolUse: { toolUseId: "a_1", name: "f", input: { x: 1 } } },
          { toolUse: { toolUseId: "b", name: "f", input: {} } },
          { toolUse: { toolUseId: "c", name: "f", input: { value: [1] } } },
          { toolUse: { toolUseId: "d", name: "f", input: { arguments: "{half" } } },
        ],
      },
      {
        role: "user",
        content: [
          { toolResult: { toolUseId: "a_1", content: [{ text: "sun" }] } },
          {
            toolResult: {
              toolUseId: "b",
              content: [{ image: { format: "jpeg", source: { bytes: "AA==" } } }],
              status: "error",
            },
          },
        ],
      },
    ]);
    // Tools named in the conversation must be defined.
    expect(body.toolConfig).toEqual({
      tools: [{ toolSpec: { name: "f", inputSchema: { json: { type: "object", properties: {} } } } }],
    });
    expect(dropped).toEqual([]);
  });

  it("choose among tools, or omit them", () => {
    const tools = [{ name: "f", description: "F", parameters: { properties: { a: {} } }, strict: true }];
    const toolSpec = {
      name: "f",
      description: "F",
      inputSchema: { json: { type: "object", properties: { a: {} } } },
      strict: true,
    };
    expect(translate({ tools }).body.toolConfig).toEqual({ tools: [{ toolSpec }] });
    expect(translate({ tools, toolChoice: { type: "required" } }).body.toolConfig?.toolChoice).toEqual({
      any: {},
    });
    expect(translate({ tools, toolChoice: { type: "tool", name: "f" } }).body.toolConfig?.toolChoice).toEqual(
      {
        tool: { name: "f" },
      },
    );
    const none = translate({ tools, toolChoice: { type: "none" } });
    expect(none.body.toolConfig).toBeUndefined();
    expect(none.dropped).toEqual([]);
  });

  it("name documents uniquely, with allowed characters", () => {
    const pdf = { kind: "inline" as const, mediaType: "application/pdf", data: "JVBERg==" };
    const { body, dropped } = translate({
      messages: [
        user(
          { type: "file", source: pdf, name: "Bericht  2026.pdf", context: "For the board" },
          { type: "file", source: pdf, name: "Bericht 2026.pdf" },
          { type: "file", source: { kind: "text", text: "plain" } },
          { type: "file", source: { kind: "id", id: "file-1" } },
          { type: "image", source: { kind: "url", url: "https://a.test/x.png" } },
        ),
      ],
    });
    expect(body.messages[0]?.content).toEqual([
      {
        document: {
          format: "pdf",
          name: "Bericht 2026-pdf",
          source: { bytes: "JVBERg==" },
          context: "For the board",
        },
      },
      { document: { format: "pdf", name: "Bericht 2026-pdf (2)", source: { bytes: "JVBERg==" } } },
      { document: { format: "txt", name: "document", source: { bytes: "cGxhaW4=" } } },
    ]);
    expect(dropped).toEqual(["messages.file", "messages.image"]);
  });

  it("contain limits, sampling, schema and tier", () => {
    const { body, dropped } = translate({
      maxOutputTokens: 100,
      temperature: 0,
      topP: 0.9,
      topK: 20,
      stop: ["END"],
      serviceTier: "flex",
      responseFormat: { type: "json-schema", name: "n", description: "d", schema: { type: "object" } },
    });
    expect(body).toMatchObject({
      inferenceConfig: { maxTokens: 100, temperature: 0, topP: 0.9, stopSequences: ["END"] },
      additionalModelRequestFields: { inferenceConfig: { topK: 20 } },
      serviceTier: { type: "flex" },
      outputConfig: {
        textFormat: {
          type: "json_schema",
          structure: { jsonSchema: { name: "n", description: "d", schema: '{"type":"object"}' } },
        },
      },
    });
    expect(dropped).toEqual([]);
  });

  it("render reasoning options for each family", () => {
    const fields = (model: string, call: Partial<ChatCall>) =>
      translate({ model, ...call }).body.additionalModelRequestFields;
    const nova2 = "global.amazon.nova-2-lite-v1:0";
    const effort = (level: string) => ({ reasoningConfig: { type: "enabled", maxReasoningEffort: level } });
    expect(fields(nova2, { reasoning: { effort: "high" } })).toEqual(effort("high"));
    expect(fields(nova2, { reasoning: { effort: "minimal" } })).toEqual(effort("low"));
    expect(fields(nova2, { reasoning: { budgetTokens: 5000 } })).toEqual(effort("medium"));
    expect(fields(nova2, { reasoning: { effort: "none" } })).toBeUndefined();
    expect(fields("openai.gpt-oss-120b-1:0", { reasoning: { effort: "xhigh" } })).toEqual({
      reasoning_effort: "high",
    });
    expect(fields("mistral.mistral-large-2407-v1:0", { topK: 3 })).toEqual({ top_k: 3 });
    expect(fields("cohere.command-r-plus-v1:0", { topK: 3 })).toEqual({ k: 3 });

    const limited = translate({ model: nova2, reasoning: { effort: "high" }, maxOutputTokens: 500 });
    expect(limited.body.additionalModelRequestFields).toEqual(effort("medium"));
    expect(limited.body.inferenceConfig).toEqual({ maxTokens: 500 });
    expect(limited.dropped).toEqual(["reasoning_effort"]);
    expect(translate({ model: "meta.llama4", topK: 1, reasoning: { effort: "low" } }).dropped).toEqual([
      "top_k",
      "reasoning_effort",
    ]);
  });

  it("report what they do not support", () => {
    const { body, dropped } = translate({
      seed: 1,
      choices: 2,
      responseFormat: { type: "json" },
      serviceTier: "scale",
      endUser: "u",
      messages: [
        user({ type: "text", text: "Hi" }, { type: "audio", data: "AA==", format: "wav" }),
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Hm", signature: { dialect: "anthropic-messages", value: "s" } },
            { type: "encrypted-reasoning", data: "e", dialect: "anthropic-messages" },
            { type: "text", text: "Yes" },
          ],
        },
      ],
    });
    expect(dropped.sort()).toEqual(
      [
        "messages.input_audio",
        "messages.reasoning_content",
        "messages.reasoning_details",
        "n",
        "response_format",
        "seed",
        "service_tier",
        "user",
      ].sort(),
    );
    expect(body.messages[1]).toEqual({ role: "assistant", content: [{ text: "Yes" }] });
  });

  it("use the model's own path, signed or with a bearer token", () => {
    const baseUrl = provider.descriptor.defaultBaseUrl!;
    const build = (key: string, call: Partial<ChatCall> = {}) =>
      provider.chat!.buildRequest(aChatCall({ model: nova, ...call }), aChannelView({ baseUrl, key }));
    const bearer = build("eu-west-3|abc");
    expect(bearer.url).toBe(
      "https://bedrock-runtime.eu-west-3.amazonaws.com/model/us.amazon.nova-pro-v1%3A0/converse",
    );
    expect(bearer.headers.authorization).toBe("Bearer abc");
    expect(bearer.sign).toBeUndefined();
    expect(build("abc").url).toContain("bedrock-runtime.us-east-1.");

    const signed = build("eu-west-3|AKID|SECRET|SESSION", { stream: true });
    expect(signed.url).toMatch(/\/converse-stream$/);
    expect(signed.headers).not.toHaveProperty("authorization");
    signed.sign?.(signed, 1_790_000_000_000);
    expect(signed.headers.authorization).toContain("Credential=AKID/20260921/eu-west-3/bedrock/aws4_request");
    expect(signed.headers["x-amz-security-token"]).toBe("SESSION");

    const arn = "arn:aws:bedrock:us-east-1:1:application-inference-profile/a1b2";
    expect(build("r|t", { model: arn }).url).toContain(
      "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fa1b2/converse",
    );
  });

  it("merge the channel's parameters under the call's", () => {
    const customParameters = {
      guardrailConfig: { guardrailIdentifier: "g" },
      inferenceConfig: { maxTokens: 5 },
    };
    const build = (call: Partial<ChatCall>) =>
      JSON.parse(
        String(
          provider.chat!.buildRequest(aChatCall({ model: nova, ...call }), aChannelView({ customParameters }))
            .body,
        ),
      ) as object;
    expect(build({})).toMatchObject(customParameters);
    expect(build({ maxOutputTokens: 9 })).toMatchObject({ inferenceConfig: { maxTokens: 9 } });
  });
});
