import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../test/conformance/random-cuts.ts";
import { spoilJson } from "../../../../test/conformance/spoil-json.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { RelayError } from "../../relay-error.ts";
import { format } from "./index.ts";

const user = (content: unknown): object => ({ role: "user", content });

function parse(more: object, messages: unknown[] = [user("Hello")]): { call: ChatCall; unread: string[] } {
  return format.parseRequest({ model: "requested", messages, ...more }, "forwarded");
}

const everySetting = (): string =>
  readFileSync(new URL("./__fixtures__/every-setting.json", import.meta.url), "utf8");

function refusalOf(body: unknown): { param: string | undefined; message: string } {
  try {
    format.parseRequest(body, "m");
  } catch (error) {
    if (error instanceof RelayError && error.kind === "invalid_request")
      return { param: error.param, message: error.message };
    throw error;
  }
  throw new Error("accepted");
}

describe("readHead", () => {
  it("reads what the pipeline needs", () => {
    const body = {
      model: "m",
      messages: [user("x")],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 10,
      max_completion_tokens: 20,
      n: 3,
      tools: [{}],
    };
    expect(format.readHead(body)).toEqual({
      model: "m",
      stream: true,
      maxOutputTokens: 20,
      choices: 3,
      hasTools: true,
      wantsStreamUsage: true,
    });
    expect(format.readHead({ model: "m", messages: [1] })).toMatchObject({ choices: 1, stream: false });
  });

  it("marks requests with Google's thought signatures for translation, and no others", () => {
    const extra_content = { google: { thought_signature: "sig" } };
    const translated = (message: object) => format.readHead({ model: "m", messages: [message] }).translated;
    expect(translated({ role: "assistant", tool_calls: [{ id: "a" }, { id: "b", extra_content }] })).toBe(
      true,
    );
    expect(translated({ role: "assistant", content: "x", extra_content })).toBe(true);
    expect(
      translated({ role: "assistant", content: "x", tool_calls: [{ id: "a", extra_content: null }] }),
    ).toBeUndefined();
    expect(translated({ role: "user", content: '"extra_content"', extra_content })).toBeUndefined();
  });

  it.each([
    [{ messages: [1] }, "model"],
    [{ model: "", messages: [1] }, "model"],
    [{ model: "m" }, "messages"],
    [{ model: "m", messages: [] }, "messages"],
    [{ model: "m", messages: [1], stream: "yes" }, "stream"],
    [{ model: "m", messages: [1], max_tokens: -1 }, "max_tokens"],
    [{ model: "m", messages: [1], max_tokens: 1.5 }, "max_tokens"],
    [{ model: "m", messages: [1], n: 0 }, "n"],
    [{ model: "m", messages: [1], n: 1e9 }, "n"],
    [{ model: "cheap", Model: "dear", messages: [1] }, "Model"],
    [{ model: "m", messages: [1], stream: false, Stream: true }, "Stream"],
    [{ model: "m", messages: [1], "\u017ftream": true }, "\u017ftream"],
    [{ model: "m", messages: [1], N: 8 }, "N"],
    [{ model: "m", messages: [1], Max_Tokens: 8 }, "Max_Tokens"],
    [{ model: "m", messages: [1], "max_to\u212aens": 8 }, "max_to\u212aens"],
    [{ model: "m", messages: [1], max_completion_TOKENS: 8 }, "max_completion_TOKENS"],
    [{ model: "m".repeat(201), messages: [1] }, "model"],
    [{ model: "a\nb", messages: [1] }, "model"],
    [{ model: "a\u0000", messages: [1] }, "model"],
    [{ model: "a\ud800", messages: [1] }, "model"],
  ])("rejects %j for %s", (body, param) => {
    expect(() => format.readHead(body)).toThrowError(
      expect.objectContaining({ kind: "invalid_request", param }),
    );
  });

  it("accepts names in any script, and fields that only look alike", () => {
    const body = { model: "模型 😀", messages: [1], Streams: true, temperature: 1, Tools: [1] };
    expect(format.readHead(body)).toMatchObject({ model: "模型 😀", stream: false });
  });

  it("rejects a body that is not an object", () => {
    for (const body of [null, [], "x", 1]) expect(() => format.readHead(body)).toThrow(RelayError);
  });
});

describe("parseRequest", () => {
  it("reads every setting", () => {
    const { call, unread } = format.parseRequest(JSON.parse(everySetting()), "forwarded");
    expect(unread).toEqual([]);
    expect(call).toEqual({
      model: "forwarded",
      stream: true,
      messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
      maxOutputTokens: 20,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      frequencyPenalty: 1,
      presencePenalty: -1,
      seed: 7,
      stop: ["END"],
      choices: 2,
      logProbabilities: { alternatives: 3 },
      parallelToolCalls: false,
      responseFormat: {
        type: "json-schema",
        name: "n",
        schema: { type: "object" },
        strict: true,
        description: "d",
      },
      reasoning: { effort: "high" },
      endUser: "u",
      metadata: { a: "b" },
      serviceTier: "flex",
      cacheKey: "k",
      verbosity: "low",
      modalities: ["text"],
    });
  });

  it("names unsupported fields", () => {
    const { unread } = parse({
      "not a field's name": 1,
      ключ: 1,
      tools: [{ type: "custom", custom: { name: "c", format: { type: "grammar", grammar: {} } } }],
      tool_choice: { type: "strange" },
      response_format: { type: "grammar" },
    });
    expect(unread.sort()).toEqual(
      ["not?a?field?s?name", "????", "tools[0].custom.format", "tool_choice", "response_format"].sort(),
    );
  });

  it("names them so that they fit into a header", () => {
    expect(parse({ "a\r\nset-cookie: x": 1, "ключ, два": 1, "": 1 }).unread).toEqual([
      "a??set-cookie??x",
      "?????????",
      "?",
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field_${index}`, 1]));
    expect(parse(many).unread).toHaveLength(30);
  });

  it("reads every kind of content, with cache marks", () => {
    const { call } = parse({}, [
      {
        role: "developer",
        content: [{ type: "text", text: "D", cache_control: { type: "ephemeral", ttl: "1h" } }],
      },
      { role: "system", content: "S", cache_control: { type: "ephemeral" } },
      {
        role: "user",
        name: "ann",
        content: [
          { type: "text", text: "t", prompt_cache_breakpoint: { mode: "explicit" } },
          { type: "image_url", image_url: { url: "https://p.test/a.png", detail: "low" } },
          { type: "image_url", image_url: "data:image/png;base64,AAAA" },
          { type: "input_audio", input_audio: { data: "BBBB", format: "wav" } },
          { type: "file", file: { file_data: "data:application/pdf;base64,CCCC", filename: "a.pdf" } },
          { type: "file", file: { file_data: "DDDD", filename: "a.csv" } },
          { type: "file", file: { file_id: "file-1" }, cache_control: { type: "ephemeral" } },
        ],
      },
    ]);
    expect(call.messages).toEqual([
      { role: "system", developer: true, content: [{ type: "text", text: "D", cache: { ttl: "1h" } }] },
      { role: "system", content: [{ type: "text", text: "S", cache: {} }] },
      {
        role: "user",
        name: "ann",
        content: [
          { type: "text", text: "t", cache: {} },
          { type: "image", source: { kind: "url", url: "https://p.test/a.png" }, detail: "low" },
          { type: "image", source: { kind: "inline", mediaType: "image/png", data: "AAAA" } },
          { type: "audio", data: "BBBB", format: "wav" },
          {
            type: "file",
            source: { kind: "inline", mediaType: "application/pdf", data: "CCCC" },
            name: "a.pdf",
          },
          { type: "file", source: { kind: "inline", mediaType: "text/csv", data: "DDDD" }, name: "a.csv" },
          { type: "file", source: { kind: "id", id: "file-1" }, cache: {} },
        ],
      },
    ]);
  });

  it("reads a tool loop with parallel calls and reasoning", () => {
    const fn = (name: string) => ({ name, arguments: "{}" });
    const { call } = parse(
      {
        tools: [
          {
            type: "function",
            function: { name: "f", description: "d", parameters: { type: "object" }, strict: true },
            cache_control: { type: "ephemeral" },
          },
        ],
        tool_choice: { type: "function", function: { name: "f" } },
      },
      [
        {
          role: "assistant",
          content: null,
          reasoning_content: "said twice",
          reasoning_details: [
            { type: "reasoning.text", text: "hm", signature: "sig", index: 0 },
            { type: "reasoning.encrypted", data: "blob", index: 1 },
          ],
          tool_calls: [
            { id: "a", type: "function", function: fn("f") },
            { id: "b", type: "function", function: fn("g") },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "one" },
        { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "two" }] },
        user("and?"),
        { role: "assistant", content: [{ type: "refusal", refusal: "no" }], audio: { id: "au" } },
      ],
    );
    expect(call.tools).toEqual([
      { name: "f", description: "d", parameters: { type: "object" }, strict: true, cache: {} },
    ]);
    expect(call.toolChoice).toEqual({ type: "tool", name: "f" });
    expect(call.messages).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", signature: { dialect: "openai-chat", value: "sig" } },
          { type: "encrypted-reasoning", data: "blob", dialect: "openai-chat" },
          { type: "tool-call", id: "a", name: "f", arguments: "{}" },
          { type: "tool-call", id: "b", name: "g", arguments: "{}" },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool-result", toolCallId: "a", content: [{ type: "text", text: "one" }] },
          { type: "tool-result", toolCallId: "b", content: [{ type: "text", text: "two" }] },
        ],
      },
      { role: "user", content: [{ type: "text", text: "and?" }] },
      {
        role: "assistant",
        content: [
          { type: "refusal", text: "no" },
          { type: "audio-reference", id: "au" },
        ],
      },
    ]);
  });

  it("reads reasoning in the other shapes that clients send", () => {
    const reasoning = (message: object) =>
      parse({}, [{ role: "assistant", content: "", ...message }]).call.messages[0]?.content.slice(0, -1);
    expect(reasoning({ reasoning: "hm" })).toEqual([{ type: "reasoning", text: "hm" }]);
    expect(reasoning({ reasoning_content: "hm" })).toEqual([{ type: "reasoning", text: "hm" }]);
    const blocks = [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "redacted_thinking", data: "d" },
    ];
    expect(reasoning({ thinking_blocks: blocks })).toEqual([
      { type: "reasoning", text: "hm", signature: { dialect: "anthropic-messages", value: "s" } },
      { type: "encrypted-reasoning", data: "d", dialect: "anthropic-messages" },
    ]);
  });

  it("reads reasoning options in the other shapes that clients send", () => {
    const reasoning = (more: object) => parse(more).call.reasoning;
    expect(reasoning({ reasoning: { effort: "low" } })).toEqual({ effort: "low" });
    expect(reasoning({ reasoning: { max_tokens: 2000 } })).toEqual({ budgetTokens: 2000 });
    expect(reasoning({ reasoning: { enabled: false } })).toEqual({ effort: "none" });
    expect(reasoning({ thinking: { type: "enabled", budget_tokens: 3000 } })).toEqual({ budgetTokens: 3000 });
    expect(reasoning({ thinking: { type: "disabled" } })).toEqual({ effort: "none" });
    expect(reasoning({})).toBeUndefined();
  });

  it("sends only the allowed tools", () => {
    const tools = ["f", "g"].map((name) => ({ type: "function", function: { name } }));
    const allowed = { mode: "required", tools: [{ type: "function", function: { name: "g" } }] };
    const { call } = parse({ tools, tool_choice: { type: "allowed_tools", allowed_tools: allowed } });
    expect(call).toMatchObject({ tools: [{ name: "g" }], toolChoice: { type: "required" } });
    expect(call.tools).toHaveLength(1);
  });

  it("reads legacy functions", () => {
    const { call, unread } = parse(
      { functions: [{ name: "f", parameters: { type: "object" } }], function_call: { name: "f" } },
      [
        { role: "assistant", content: null, function_call: { name: "f", arguments: '{"a":1}' } },
        { role: "function", name: "f", content: "one" },
      ],
    );
    expect(unread).toEqual([]);
    expect(call.toolChoice).toEqual({ type: "tool", name: "f" });
    const [assistant, result] = call.messages;
    expect(assistant?.content).toEqual([
      { type: "tool-call", id: "call_function_0", name: "f", arguments: '{"a":1}' },
    ]);
    expect(result?.content).toMatchObject([{ type: "tool-result", toolCallId: "call_function_0" }]);
  });

  const withMessage = (message: unknown, more: object = {}) => ({
    model: "m",
    messages: [user("x"), message],
    ...more,
  });
  it.each([
    [withMessage("text"), "messages[1]"],
    [withMessage({ content: "x" }), "messages[1].role"],
    [withMessage({ role: "robot", content: "x" }), "messages[1].role"],
    [withMessage({ role: "user" }), "messages[1].content"],
    [withMessage({ role: "user", content: 5 }), "messages[1].content"],
    [withMessage({ role: "user", content: [5] }), "messages[1].content[0]"],
    [withMessage({ role: "user", content: [{ type: "video" }] }), "messages[1].content[0].type"],
    [withMessage({ role: "user", content: [{ type: "text" }] }), "messages[1].content[0].text"],
    [withMessage({ role: "user", content: [{ type: "image_url" }] }), "messages[1].content[0].image_url"],
    [
      withMessage({ role: "user", content: [{ type: "image_url", image_url: { url: "data:x" } }] }),
      "messages[1].content[0].image_url.url",
    ],
    [withMessage({ role: "tool", content: "x" }), "messages[1].tool_call_id"],
    [withMessage({ role: "assistant", tool_calls: [{ id: "a" }] }), "messages[1].tool_calls[0].function"],
    [withMessage({ role: "function", name: "f", content: "x" }), "messages[1].name"],
    [withMessage(user("x"), { temperature: "hot" }), "temperature"],
    [withMessage(user("x"), { stop: [1] }), "stop[0]"],
    [withMessage(user("x"), { tools: [{ type: "function" }] }), "tools[0].function"],
    [withMessage(user("x"), { tool_choice: "some" }), "tool_choice"],
    [withMessage(user("x"), { metadata: { a: 1 } }), "metadata.a"],
    [withMessage(user("x"), { response_format: { type: "json_schema" } }), "response_format.json_schema"],
  ])("rejects %j for %s", (body, param) => {
    expect(refusalOf(body).param).toBe(param);
  });

  it("rejects malformed requests and never throws another error", () => {
    const random = createRandom(5);
    const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
    const details = [{ type: "reasoning.text", text: "hm", signature: "s" }];
    const whole = {
      ...(JSON.parse(everySetting()) as object),
      messages: [
        { role: "system", content: [{ type: "text", text: "S", cache_control: { type: "ephemeral" } }] },
        { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }] },
        { role: "user", content: [{ type: "file", file: { file_data: "AA", filename: "a.pdf" } }] },
        { role: "assistant", content: "x", tool_calls: [call], reasoning_details: details },
        { role: "tool", tool_call_id: "a", content: "one" },
      ],
      tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [call] } },
    };
    let refused = 0;
    for (let round = 0; round < 3000; round++) {
      try {
        format.parseRequest(spoilJson(whole, random), "m");
      } catch (error) {
        expect(error).toBeInstanceOf(RelayError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });
});
