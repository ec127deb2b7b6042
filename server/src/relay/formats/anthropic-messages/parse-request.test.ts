import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AssistantBlock, ChatCall, UserBlock } from "../../canonical/chat.ts";
import { RelayError } from "../../relay-error.ts";
import { format } from "./index.ts";

type Fields = Record<string, unknown>;

const everyField = JSON.parse(
  readFileSync(new URL("./__fixtures__/every-field.json", import.meta.url), "utf8"),
) as Fields;

function parse(more: Fields = {}): { call: ChatCall; unread: string[] } {
  const messages = [{ role: "user", content: "Hello" }];
  return format.parseRequest({ model: "m", max_tokens: 10, messages, ...more }, "m");
}

function refused(act: () => unknown): { message: string; param: string | undefined } {
  try {
    act();
  } catch (error) {
    if (error instanceof RelayError) return { message: error.message, param: error.param };
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("Messages requests", () => {
  const { call, unread } = format.parseRequest(everyField, "mapped");

  it("are parsed completely", () => {
    expect(unread).toEqual([]);
    expect(call).toMatchObject({
      model: "mapped",
      stream: true,
      maxOutputTokens: 4096,
      toolChoice: { type: "auto" },
      parallelToolCalls: false,
      reasoning: { budgetTokens: 2048 },
      responseFormat: { type: "json-schema", schema: { type: "object" } },
      temperature: 1,
      topP: 0.9,
      topK: 40,
      stop: ["END"],
      endUser: "u-1",
      serviceTier: "default",
    });
    expect(call.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "system"]);
    expect(call.messages[0]?.content).toEqual([
      { type: "text", text: "Be brief.", cache: { ttl: "1h" } },
      { type: "text", text: "Be kind." },
    ]);
  });

  it("keep every kind of user block", () => {
    const content = call.messages[1]?.content as UserBlock[];
    expect(content.slice(0, 8)).toEqual([
      { type: "text", text: "Look at these.", cache: {} },
      { type: "image", source: { kind: "inline", mediaType: "image/png", data: "iVBORw0KGgo=" } },
      { type: "image", source: { kind: "url", url: "https://pictures.test/cat.jpg" } },
      { type: "image", source: { kind: "id", id: "file_1" } },
      {
        type: "file",
        source: { kind: "inline", mediaType: "application/pdf", data: "JVBERi0=" },
        name: "Report",
        context: "Of last year.",
        citable: true,
        cache: { ttl: "5m" },
      },
      { type: "file", source: { kind: "text", text: "Grüße" } },
      { type: "file", source: { kind: "url", url: "https://files.test/a.pdf" } },
      { type: "file", source: { kind: "id", id: "file_2" } },
    ]);
    const opaque = content.slice(8).map((block) => (block.type === "opaque" ? block.value.type : block.type));
    expect(opaque).toEqual(["document", "search_result", "container_upload"]);
  });

  it("keep every kind of model block, with the signature of a tool call", () => {
    const content = call.messages[2]?.content as AssistantBlock[];
    const dialect = "anthropic-messages";
    expect(content).toMatchObject([
      { type: "reasoning", text: "Two ways.", signature: { dialect, value: "c2ln" } },
      { type: "encrypted-reasoning", data: "cmVk", dialect },
      { type: "opaque", dialect, value: { type: "server_tool_use", id: "srvtoolu_1" } },
      { type: "opaque", dialect, value: { type: "web_search_tool_result" } },
      { type: "text", text: "A cat.", citations: [{ title: "Report", quote: "cat", source: { dialect } }] },
      { type: "tool-call", id: "toolu_1", name: "get_weather", arguments: '{"city":"Bern"}' },
      { type: "tool-call", id: "toolu_2", arguments: "{}", signature: { dialect } },
    ]);
    expect(content[5]).not.toHaveProperty("signature");
  });

  it("keep tool results with any content", () => {
    expect(call.messages[3]?.content).toMatchObject([
      {
        type: "tool-result",
        toolCallId: "toolu_1",
        isError: true,
        cache: {},
        content: [
          { type: "text", text: "Rain" },
          { type: "image" },
          { type: "file", source: { kind: "text" } },
        ],
      },
      { type: "tool-result", toolCallId: "toolu_2", content: [{ type: "text", text: "noon" }] },
      { type: "opaque", value: { type: "tool_result", tool_use_id: "toolu_3" } },
    ]);
  });

  it("separate the caller's tools from hosted tools, by kind if other vendors have them too", () => {
    expect(call.tools?.map(({ name, strict, cache }) => ({ name, strict, cache }))).toEqual([
      { name: "get_weather", strict: true, cache: {} },
      { name: "get_time", strict: undefined, cache: undefined },
    ]);
    expect(call.hostedTools?.map(({ kind, definition }) => [kind, definition.type])).toEqual([
      ["web-search", "web_search_20250305"],
      ["url-fetch", "web_fetch_20250910"],
      ["code-execution", "code_execution_20250825"],
      [undefined, "bash_20250124"],
    ]);
  });

  it("keep fields of this dialect as extras", () => {
    expect(call.extras).toEqual({
      dialect: "anthropic-messages",
      fields: {
        container: "container_1",
        mcp_servers: [{ type: "url", url: "https://mcp.test", name: "files" }],
        field_of_tomorrow: { deep: true },
        "tools.get_weather.defer_loading": true,
        "thinking.display": "omitted",
        "output_config.effort": "low",
      },
    });
    const hostile = JSON.parse(`{"__proto__": {"speed": "fast"}, "diagnostics": null}`) as Fields;
    expect(Object.keys(parse(hostile).call.extras?.fields ?? {})).toEqual([]);
  });

  it("set one reasoning option", () => {
    const reasoning = (more: Fields) => parse(more).call.reasoning;
    expect(reasoning({})).toBeUndefined();
    expect(reasoning({ thinking: { type: "disabled" } })).toEqual({ effort: "none" });
    expect(reasoning({ thinking: { type: "adaptive" } })).toEqual({ effort: "high" });
    expect(reasoning({ thinking: { type: "adaptive" }, output_config: { effort: "low" } })).toEqual({
      effort: "low",
    });
    const effortOnly = parse({ output_config: { effort: "max" } }).call;
    expect(effortOnly.reasoning).toEqual({ effort: "max" });
    expect(effortOnly.extras?.fields).toEqual({ thinking: null });
    expect(parse({ thinking: { type: "between_tools" } }).call).toMatchObject({
      extras: { fields: { thinking: { type: "between_tools" } } },
    });
  });

  it("name fields that no upstream gets", () => {
    const image = {
      type: "image",
      source: { type: "url", url: "u" },
      transformations: { oversized_image: "error" },
    };
    const found = { type: "search_result", title: "T", source: "S", content: [{ type: "text", text: "x" }] };
    const result = { type: "tool_result", tool_use_id: "a", content: [found] };
    const { call: read, unread: lost } = parse({
      messages: [{ role: "user", content: [image, result], name: "n" }],
      metadata: { user_id: "u", team: "t" },
      tool_choice: { type: "of_tomorrow" },
    });
    expect(lost.sort()).toEqual([
      "messages.0.content.0.transformations",
      "messages.0.content.1.content.0",
      "messages.0.name",
      "metadata.team",
      "tool_choice",
    ]);
    expect(read.messages[0]?.content[1]).toMatchObject({ content: [{ type: "text", text: "T\nS\nx" }] });
  });
});

describe("invalid Messages requests", () => {
  it.each<[string, Fields]>([
    ["model", { model: "" }],
    ["model", { model: "a\u0000b" }],
    ["max_tokens", { max_tokens: null }],
    ["max_tokens", { max_tokens: -1 }],
    ["max_tokens", { max_tokens: 1.5 }],
    ["Max_Tokens", { Max_Tokens: 5 }],
    ["ſtream", { ſtream: true }],
    ["messages", { messages: [] }],
    ["messages.0", { messages: ["hi"] }],
    ["messages.0.role", { messages: [{ role: "tool", content: "x" }] }],
    ["messages.0.content", { messages: [{ role: "user" }] }],
    ["messages.0.content.0.text", { messages: [{ role: "user", content: [{ type: "text", text: 5 }] }] }],
    [
      "messages.0.content.0.source.type",
      { messages: [{ role: "user", content: [{ type: "image", source: { type: "x" } }] }] },
    ],
    [
      "messages.0.content.0.input",
      { messages: [{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "b", input: "x" }] }] },
    ],
    [
      "messages.0.content.0.tool_use_id",
      { messages: [{ role: "user", content: [{ type: "tool_result" }] }] },
    ],
    [
      "messages.0.content.0.cache_control.ttl",
      {
        messages: [
          {
            role: "user",
            content: [{ type: "text", text: "x", cache_control: { type: "ephemeral", ttl: "2h" } }],
          },
        ],
      },
    ],
    ["system.0.type", { system: [{ type: "image" }] }],
    ["tools.0.name", { tools: [{ input_schema: {} }] }],
    ["tools.0.input_schema", { tools: [{ name: "f", input_schema: [] }] }],
    ["tool_choice.name", { tool_choice: { type: "tool" } }],
    ["thinking.budget_tokens", { thinking: { type: "enabled", budget_tokens: "many" } }],
    ["output_config.format.type", { output_config: { format: { type: "xml" } } }],
    ["stop_sequences.0", { stop_sequences: [1] }],
    ["temperature", { temperature: "hot" }],
    ["metadata.user_id", { metadata: { user_id: 5 } }],
  ])("name %s", (param, more) => {
    expect(refused(() => parse(more))).toMatchObject({ param, message: expect.stringContaining("'") });
  });

  it("are rejected if they are not an object", () => {
    expect(refused(() => format.readHead([])).message).toContain("object");
  });
});

describe("signatures of other vendors", () => {
  const assistant = (...content: Fields[]) =>
    parse({ messages: [{ role: "assistant", content }] }).call.messages[0]?.content;

  it("are restored to their blocks", () => {
    expect(
      assistant(
        { type: "thinking", thinking: "Hm", signature: "tollgate.gemini-generate.abc" },
        { type: "thinking", thinking: "Short", signature: "tollgate.openai-responses.encrypted:rs_1:blob" },
        { type: "redacted_thinking", data: "tollgate.openai-responses.encrypted::bare" },
        { type: "text", text: "Hi" },
        { type: "thinking", thinking: "", signature: "tollgate.gemini-generate.text:t1" },
        { type: "thinking", thinking: "", signature: "tollgate.gemini-generate.call:c1" },
        { type: "tool_use", id: "a", name: "f", input: {} },
      ),
    ).toEqual([
      { type: "reasoning", text: "Hm", signature: { dialect: "gemini-generate", value: "abc" } },
      {
        type: "encrypted-reasoning",
        data: "blob",
        dialect: "openai-responses",
        id: "rs_1",
        summary: "Short",
      },
      { type: "encrypted-reasoning", data: "bare", dialect: "openai-responses" },
      { type: "text", text: "Hi", signature: { dialect: "gemini-generate", value: "t1" } },
      {
        type: "tool-call",
        id: "a",
        name: "f",
        arguments: "{}",
        signature: { dialect: "gemini-generate", value: "c1" },
      },
    ]);
  });

  it("ignore the dialect of a citation without an index", () => {
    const cited = {
      type: "web_search_result_location",
      url: "https://a.test",
      title: "A",
      cited_text: "a",
      encrypted_index: "",
    };
    expect(assistant({ type: "text", text: "Hi", citations: [cited] })).toEqual([
      { type: "text", text: "Hi", citations: [{ url: "https://a.test", title: "A", quote: "a" }] },
    ]);
  });
});
