import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import type { AssistantBlock, ChatCall, UserBlock } from "../../canonical/chat.ts";
import type { GeminiOptions } from "./options.ts";
import { chatToWire } from "./to-wire.ts";

const options: GeminiOptions = {
  url: () => "https://upstream.test/",
  headers: () => ({}),
  reportsServerTools: true,
  unsupportedFields: ["labels"],
};
const oldest: GeminiOptions = { ...options, supportsJsonSchema: () => false };

function build(more: Partial<ChatCall>, model = "gemini-3.8-flash", given = options) {
  return chatToWire(aChatCall({ model, ...more }), aChannelView(), given);
}

const textBlock = (text: string): UserBlock & AssistantBlock => ({ type: "text", text });
const user = (...content: UserBlock[]) => ({ role: "user" as const, content });
const model = (...content: AssistantBlock[]) => ({ role: "assistant" as const, content });
const call = (id: string, name = "f", more: object = {}): AssistantBlock => ({
  type: "tool-call",
  id,
  name,
  arguments: '{"x":1}',
  ...more,
});
const result = (toolCallId: string, text: string, more: object = {}): UserBlock => ({
  type: "tool-result",
  toolCallId,
  content: [{ type: "text", text }],
  ...more,
});
const own = (value: string) => ({ dialect: "gemini-generate" as const, value });
const foreign = { dialect: "anthropic-messages" as const, value: "s" };

describe("conversations", () => {
  const contents = (messages: ChatCall["messages"], name?: string) => {
    const { body, dropped } = build({ messages }, name);
    return { contents: body.contents, system: body.systemInstruction, dropped };
  };

  it("separate system messages and alternate turns, results first and by name", () => {
    const given = contents([
      { role: "system", content: [{ type: "text", text: "One." }] },
      user(textBlock("Hi")),
      user(textBlock(""), textBlock("there")),
      { role: "system", content: [{ type: "text", text: "Two." }], developer: true },
      model(textBlock("Yes?"), call("a", "get", { signature: own("s1") }), call("b", "put")),
      user(textBlock("Now."), result("b", "done"), result("a", '{"rows":2}')),
      user(result("gone", "x", { isError: true })),
    ]);
    expect(given.system).toEqual({ parts: [{ text: "One." }, { text: "Two." }] });
    expect(given.contents).toEqual([
      { role: "user", parts: [{ text: "Hi" }, { text: "there" }] },
      {
        role: "model",
        parts: [
          { text: "Yes?" },
          { functionCall: { id: "a", name: "get", args: { x: 1 } }, thoughtSignature: "s1" },
          { functionCall: { id: "b", name: "put", args: { x: 1 } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "b", name: "put", response: { output: "done" } } },
          { functionResponse: { id: "a", name: "get", response: { rows: 2 } } },
          { functionResponse: { id: "gone", name: "gone", response: { error: "x" } } },
          { text: "Now." },
        ],
      },
    ]);
    expect(given.dropped).toEqual([]);
  });

  it("send instructions as the user's if there is nothing else, or the model has no system instruction", () => {
    const system = { role: "system" as const, content: [{ type: "text" as const, text: "Be." }] };
    expect(contents([system])).toMatchObject({
      contents: [{ role: "user", parts: [{ text: "Be." }] }],
      system: undefined,
    });
    expect(contents([user(textBlock("Hi")), system], "gemma-3-27b-it")).toMatchObject({
      contents: [{ role: "user", parts: [{ text: "Be." }, { text: "Hi" }] }],
      system: undefined,
    });
  });

  it("sign the first call of a turn with a placeholder, for models that require a signature", () => {
    const messages = [
      user(textBlock("Hi")),
      model(textBlock("So"), call("a", "f", { signature: foreign }), call("b")),
    ];
    const signatures = (name: string) =>
      (contents(messages, name).contents as { parts: { thoughtSignature?: string }[] }[])[1]?.parts.map(
        (part) => part.thoughtSignature,
      );
    const placeholder = "skip_thought_signature_validator";
    expect(signatures("gemini-3.8-flash")).toEqual([undefined, placeholder, undefined]);
    expect(signatures("gemini-flash-latest")).toEqual([undefined, placeholder, undefined]);
    expect(signatures("gemini-4-argon")).toEqual([undefined, placeholder, undefined]);
    expect(signatures("gemini-2.5-pro")).toEqual([undefined, undefined, undefined]);
  });

  it("return only Google's signatures, and report others", () => {
    const messages = [
      user(textBlock("Hi")),
      model(
        { type: "reasoning", text: "Mine.", signature: own("s1") },
        { type: "reasoning", text: "Plain." },
        { type: "reasoning", text: "Theirs.", signature: foreign },
        { type: "encrypted-reasoning", data: "x", dialect: "openai-responses" },
        { type: "text", text: "Signed.", signature: own("s2") },
        { type: "text", text: "Foreign.", signature: foreign },
        { type: "text", text: "", signature: own("s3") },
        { type: "opaque", dialect: "gemini-generate", value: { executableCode: {} } },
        { type: "opaque", dialect: "anthropic-messages", value: { type: "server_tool_use" } },
        { type: "refusal", text: "No." },
        { type: "spoken", id: "a", data: "AA", transcript: "Said." },
        { type: "audio-reference", id: "b" },
      ),
    ];
    const given = contents(messages);
    expect((given.contents as { parts: object[] }[])[1]?.parts).toEqual([
      { text: "Mine.", thought: true, thoughtSignature: "s1" },
      { text: "Plain.", thought: true },
      { text: "Signed.", thoughtSignature: "s2" },
      { text: "Foreign." },
      { text: "", thoughtSignature: "s3" },
      { executableCode: {} },
      { text: "No." },
      { text: "Said." },
    ]);
    expect(given.dropped).toEqual([
      "messages.reasoning_content",
      "messages.reasoning_details",
      "messages.signature",
      "messages.opaque",
      "messages.audio",
    ]);
    expect(contents(messages, "gemini-2.0-flash").dropped).toContain("messages.reasoning_content");
  });

  it("contain media by bytes and by URL", () => {
    const given = contents([
      user(
        { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AA" }, detail: "high" },
        { type: "image", source: { kind: "url", url: "https://p.test/a.webp?x=1" } },
        { type: "file", source: { kind: "url", url: "https://www.youtube.com/watch?v=1" } },
        {
          type: "file",
          source: { kind: "url", url: "https://generativelanguage.googleapis.com/v1beta/files/a" },
        },
        { type: "file", source: { kind: "id", id: "files/b" }, context: "About it." },
        { type: "file", source: { kind: "id", id: "file-openai" } },
        { type: "file", source: { kind: "text", text: "Words." } },
        { type: "audio", data: "BB", format: "mp3" },
      ),
    ]);
    expect((given.contents as { parts: object[] }[])[0]?.parts).toEqual([
      { inlineData: { mimeType: "image/png", data: "AA" } },
      { fileData: { mimeType: "image/webp", fileUri: "https://p.test/a.webp?x=1" } },
      { fileData: { mimeType: "video/mp4", fileUri: "https://www.youtube.com/watch?v=1" } },
      { fileData: { fileUri: "https://generativelanguage.googleapis.com/v1beta/files/a" } },
      { text: "About it." },
      { fileData: { fileUri: "https://generativelanguage.googleapis.com/v1beta/files/b" } },
      { text: "Words." },
      { inlineData: { mimeType: "audio/mp3", data: "BB" } },
    ]);
    expect(given.dropped).toEqual(["messages.image.detail", "messages.file"]);
  });

  it("put images into a result if the model supports that, else next to it", () => {
    const picture = {
      type: "image" as const,
      source: { kind: "inline" as const, mediaType: "image/png", data: "AA" },
    };
    const messages = [
      user(textBlock("Hi")),
      model(call("a")),
      user({ type: "tool-result", toolCallId: "a", content: [picture] }),
    ];
    const last = (name: string) => (contents(messages, name).contents as { parts: object[] }[])[2]?.parts;
    const inlineData = { mimeType: "image/png", data: "AA" };
    const response = { id: "a", name: "f", response: { output: "" } };
    expect(last("gemini-3.8-flash")).toEqual([
      { functionResponse: { ...response, parts: [{ inlineData }] } },
    ]);
    expect(last("gemini-2.5-flash")).toEqual([{ functionResponse: response }, { inlineData }]);
  });

  it("keep arguments and results that are no JSON object", () => {
    const odd = (text: string) => call("a", "f", { arguments: text });
    const messages = [
      user(textBlock("Hi")),
      model(odd("[1]"), odd("{cut"), odd("")),
      user(result("a", "[1]"), result("a", '{"id":12345678901234567890}'), result("a", "")),
    ];
    expect(contents(messages, "gemini-2.5-pro").contents).toMatchObject([
      {},
      {
        parts: [
          { functionCall: { args: { value: [1] } } },
          { functionCall: { args: { arguments: "{cut" } } },
          { functionCall: { args: {} } },
        ],
      },
      {
        parts: [
          { functionResponse: { response: { output: "[1]" } } },
          { functionResponse: { response: { output: '{"id":12345678901234567890}' } } },
          { functionResponse: { response: { output: "" } } },
        ],
      },
    ]);
  });
});

describe("tools", () => {
  const parameters = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      a: { type: ["string", "null"], minLength: 2 },
      b: { $ref: "#/definitions/B", description: "x" },
    },
    required: ["a"],
    definitions: { B: { const: 5 } },
    additionalProperties: false,
  };

  it("are described in JSON Schema, with Google's supported keywords", () => {
    const { body, dropped } = build({
      tools: [
        { name: "f", description: "F.", parameters, strict: true, cache: {} },
        { name: "g", parameters: { type: "object", properties: {} } },
        { name: "h" },
      ],
      toolChoice: { type: "tool", name: "f" },
      parallelToolCalls: false,
    });
    expect(body.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: "f",
            description: "F.",
            parametersJsonSchema: {
              type: "object",
              properties: {
                a: { type: ["string", "null"], description: "{minLength: 2}" },
                b: { $ref: "#/$defs/B" },
              },
              required: ["a"],
              $defs: { B: { enum: [5] } },
              additionalProperties: false,
            },
          },
          { name: "g" },
          { name: "h" },
        ],
      },
    ]);
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } });
    expect(dropped).toEqual(["tools.strict", "cache_control", "parallel_tool_calls"]);
  });

  it("are described in the older subset if the version has no JSON Schema", () => {
    const { body } = build({ tools: [{ name: "f", parameters }] }, "gemini-2.5-flash", oldest);
    expect(body.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: "f",
            parameters: {
              type: "OBJECT",
              properties: { a: { type: "STRING", nullable: true, description: "{minLength: 2}" }, b: {} },
              required: ["a"],
            },
          },
        ],
      },
    ]);
  });

  it("end recursive schemas", () => {
    const node = {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`p${index}`, { $ref: "#/$defs/N" }]),
      ),
    };
    const circle = { ...node, $defs: { N: node } };
    const { body } = build({ tools: [{ name: "f", parameters: circle }] }, "gemini-2.5-flash", oldest);
    expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
    const choice = { anyOf: Array.from({ length: 50 }, () => ({ $ref: "#/$defs/C" })) };
    const choices = { type: "object", properties: { a: choice }, $defs: { C: choice } };
    const chosen = build({ tools: [{ name: "f", parameters: choices }] }, "gemini-2.5-flash", oldest);
    expect(JSON.stringify(chosen.body).length).toBeLessThan(50_000_000);
    let deep: object = { type: "string" };
    for (let depth = 0; depth < 60; depth++) deep = { allOf: [deep, { description: "d" }] };
    const nested = { type: "object", properties: { a: deep } };
    expect(build({ tools: [{ name: "f", parameters: nested }] }).body.tools).toMatchObject([
      { functionDeclarations: [{ parametersJsonSchema: { properties: { a: { type: "string" } } } }] },
    ]);
  });

  it("of the upstream are enabled by kind, by name or in Google's format, each once", () => {
    const { body, dropped } = build({
      tools: [{ name: "urlContext" }, { name: "googleSearch" }],
      hostedTools: [
        { kind: "web-search", dialect: "anthropic-messages", definition: { type: "web_search_20250305" } },
        { kind: "code-execution", dialect: "openai-responses", definition: { type: "code_interpreter" } },
        { dialect: "openai-responses", definition: { type: "file_search" } },
        { dialect: "gemini-generate", definition: { googleMaps: { x: 1 } } },
      ],
    });
    expect(body.tools).toEqual([
      { googleMaps: { x: 1 } },
      { urlContext: {} },
      { googleSearch: {} },
      { codeExecution: {} },
    ]);
    expect(body.toolConfig).toBeUndefined();
    expect(dropped).toEqual(["tools.file_search"]);
  });

  it("of both sorts are sent together from Gemini 3 on", () => {
    const more: Partial<ChatCall> = {
      tools: [{ name: "f" }],
      toolChoice: { type: "required" },
      hostedTools: [{ kind: "web-search", dialect: "anthropic-messages", definition: {} }],
    };
    expect(build(more).body.toolConfig).toEqual({
      functionCallingConfig: { mode: "ANY" },
      includeServerSideToolInvocations: true,
    });
    const older = build(more, "gemini-2.5-pro");
    expect(older.body.tools).toEqual([{ functionDeclarations: [{ name: "f" }] }]);
    expect(older.dropped).toEqual(["tools.googleSearch"]);
    expect(build(more, undefined, { ...options, reportsServerTools: false }).body.toolConfig).toEqual({
      functionCallingConfig: { mode: "ANY" },
    });
  });

  it("that are absent are not chosen", () => {
    expect(build({ toolChoice: { type: "auto" } }).body).not.toHaveProperty("toolConfig");
  });
});
