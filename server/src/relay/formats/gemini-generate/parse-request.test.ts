import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PathParams } from "../format.ts";
import { format } from "./index.ts";

const path: PathParams = { model: "requested", version: "v1beta", action: "generateContent", query: "" };
const hello = [{ role: "user", parts: [{ text: "Hello" }] }];

function parse(body: object, more: Partial<PathParams> = {}) {
  return format.parseRequest(body, "forwarded", { ...path, ...more });
}

function contentOf(...contents: object[]) {
  return parse({ contents }).call.messages.map((message) => message.content);
}

const signature = (value: string) => ({ dialect: "gemini-generate", value });

describe("readHead", () => {
  it("reads model and stream from the path, limits from the body", () => {
    const body = {
      contents: hello,
      generationConfig: { maxOutputTokens: "50", candidateCount: 2 },
      tools: [{}],
    };
    expect(format.readHead(body, { ...path, stream: true, query: "alt=sse" })).toEqual({
      model: "requested",
      stream: true,
      maxOutputTokens: 50,
      choices: 2,
      hasTools: true,
      wantsStreamUsage: true,
    });
    expect(format.readHead({ contents: hello }, { ...path, model: "models/requested" }).model).toBe(
      "requested",
    );
  });

  it("marks streams in Google's list framing for translation", () => {
    const translated = (more: Partial<PathParams>) =>
      format.readHead({ contents: hello }, { ...path, ...more }).translated;
    expect(translated({ stream: true })).toBe(true);
    expect(translated({ stream: true, query: "alt=json&x=1" })).toBe(true);
    expect(translated({ stream: true, query: "x=1&alt=SSE" })).toBeUndefined();
    expect(translated({ stream: false })).toBeUndefined();
  });

  it.each([
    [[], "must be a JSON object"],
    [{}, "'contents' is required"],
    [{ contents: [] }, "'contents' is required"],
    [{ contents: hello, generationConfig: 5 }, "'generationConfig' must be an object"],
    [{ contents: hello, generationConfig: { candidateCount: 1.5 } }, "whole number from 1"],
  ])("rejects %j", (body, message) => {
    expect(() => format.readHead(body, path)).toThrow(message);
  });

  it("rejects names that cannot be logged", () => {
    for (const model of ["", "a\nb", "x".repeat(5000), "\ud800"])
      expect(() => format.readHead({ contents: hello }, { ...path, model })).toThrow(/name/);
  });
});

describe("an agent's session", () => {
  const read = readFileSync(new URL("./__fixtures__/agent-session.json", import.meta.url), "utf8");
  const { call, unread } = parse(JSON.parse(read) as object);

  it("becomes turns in which every result has its call", () => {
    expect(unread).toEqual([]);
    const text = (text: string) => ({ type: "text", text });
    expect(call.messages).toEqual([
      { role: "system", content: [text("You are a coding agent.")] },
      { role: "user", content: [text("This is the set-up of the project.")] },
      { role: "assistant", content: [text("Got it.")] },
      { role: "user", content: [text("Which tests fail?")] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Looking around." },
          text("I will look."),
          {
            type: "tool-call",
            id: "call_list_directory_0",
            name: "list_directory",
            arguments: '{"path":"/app"}',
            signature: signature("c2lnLTE="),
          },
          { type: "tool-call", id: "call_read_file_0", name: "read_file", arguments: '{"path":"/app/a.ts"}' },
          { type: "tool-call", id: "call_read_file_1", name: "read_file", arguments: '{"path":"/app/b.ts"}' },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool-result", toolCallId: "call_list_directory_0", content: [text("a.ts\nb.ts")] },
          { type: "tool-result", toolCallId: "call_read_file_0", content: [text("one")] },
          {
            type: "tool-result",
            toolCallId: "call_read_file_1",
            content: [text("no such file")],
            isError: true,
          },
        ],
      },
      {
        role: "assistant",
        content: [
          {
            type: "tool-call",
            id: "call_read_file_2",
            name: "read_file",
            arguments: '{"path":"/app/c.ts"}',
            signature: signature("c2lnLTI="),
          },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool-result", toolCallId: "call_read_file_2", content: [text('{"lines":3,"text":"x"}')] },
        ],
      },
      {
        role: "assistant",
        content: [text("b is missing. That is all."), { ...text(""), signature: signature("c2lnLTM=") }],
      },
      { role: "user", content: [text("Fix it.")] },
    ]);
  });

  it("has its functions in JSON Schema", () => {
    expect(call.tools?.map((tool) => tool.name)).toEqual([
      "list_directory",
      "read_file",
      "search_text",
      "write_file",
      "run_shell",
    ]);
    const properties = call.tools?.map((tool) => tool.parameters?.properties);
    expect(properties?.slice(1)).toEqual([
      { path: { type: "string", description: "Absolute path" }, limit: { type: ["number", "null"] } },
      {
        pattern: { type: "string", description: "Regular expression" },
        include: { type: "array", items: { type: "string" }, minItems: 1 },
      },
      { path: { type: "string" }, content: { type: "string" } },
      {
        command: { type: "string", description: "Command" },
        mode: { type: "string", enum: ["fast", "safe"] },
      },
    ]);
    expect(call).toMatchObject({ temperature: 0, topP: 1, reasoning: { budgetTokens: 8192 } });
    expect(call.extras).toBeUndefined();
  });
});

describe("parts", () => {
  it("are read in snake_case, and as a single value instead of a list", () => {
    const { call, unread } = parse({
      system_instruction: { parts: { text: "Be brief." } },
      contents: { parts: { inline_data: { mime_type: "image/png", data: "a-_b" } } },
      tool_config: { function_calling_config: { mode: "any", allowed_function_names: ["f"] } },
      generation_config: {
        max_output_tokens: 5,
        stop_sequences: "END",
        response_mime_type: "application/json",
      },
      tools: { function_declarations: { name: "f", parameters_json_schema: { type: "object" } } },
    });
    expect(unread).toEqual([]);
    expect(call).toMatchObject({
      messages: [
        { role: "system", content: [{ type: "text", text: "Be brief." }] },
        {
          role: "user",
          content: [{ type: "image", source: { kind: "inline", mediaType: "image/png", data: "a+/b" } }],
        },
      ],
      tools: [{ name: "f", parameters: { type: "object" } }],
      toolChoice: { type: "tool", name: "f" },
      maxOutputTokens: 5,
      stop: ["END"],
      responseFormat: { type: "json" },
    });
  });

  it("contain images, audio and files, inline and by URL", () => {
    const inline = (mimeType: string) => ({ inlineData: { mimeType, data: "AAAA", displayName: "n" } });
    const [content] = contentOf({
      parts: [
        inline("audio/mpeg"),
        inline("application/pdf"),
        { fileData: { mimeType: "image/webp", fileUri: "https://f.test/a" } },
        { fileData: { fileUri: "https://youtu.be/x" } },
      ],
    });
    expect(content).toEqual([
      { type: "audio", data: "AAAA", format: "mp3" },
      {
        type: "file",
        source: { kind: "inline", mediaType: "application/pdf", data: "AAAA" },
        name: "n",
      },
      { type: "image", source: { kind: "url", url: "https://f.test/a", mediaType: "image/webp" } },
      { type: "file", source: { kind: "url", url: "https://youtu.be/x" } },
    ]);
  });

  it("that only Gemini supports pass whole", () => {
    const code = { executableCode: { language: "PYTHON", code: "1" }, thoughtSignature: "s" };
    const video = { fileData: { fileUri: "gs://b/v" }, videoMetadata: { startOffset: "1s" } };
    expect(contentOf({ parts: [video] }, { role: "model", parts: [code] })).toEqual([
      [{ type: "opaque", dialect: "gemini-generate", value: video }],
      [{ type: "opaque", dialect: "gemini-generate", value: code }],
    ]);
  });

  it("with unknown fields are read without them, and the fields are named", () => {
    const parts = [{ text: "Hi", partMetadata: {}, media_resolution: { level: "LOW" } }];
    expect(parse({ contents: [{ parts }], store: true }).unread).toEqual([
      "contents[0].parts[0].partMetadata",
      "contents[0].parts[0].mediaResolution",
      "store",
    ]);
  });

  it("keep ids, and results without one match the calls that still wait", () => {
    const call = (id?: string) => ({ functionCall: { name: "f", ...(id === undefined ? {} : { id }) } });
    const result = (id?: string) => ({
      functionResponse: { name: "f", response: { output: "x" }, ...(id && { id }) },
    });
    const [calls, results] = contentOf(
      { role: "model", parts: [call("a"), call(), call("c")] },
      { role: "user", parts: [result("c"), result(), result(), result()] },
    );
    expect(calls?.map((block) => "id" in block && block.id)).toEqual(["a", "call_f_0", "c"]);
    expect(results?.map((block) => "toolCallId" in block && block.toolCallId)).toEqual([
      "c",
      "a",
      "call_f_0",
      "call_f_1",
    ]);
  });

  it("of a result may be images", () => {
    const functionResponse = {
      name: "look",
      response: {},
      parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }],
    };
    expect(contentOf({ parts: [{ functionResponse }] })[0]).toMatchObject([
      { type: "tool-result", content: [{ type: "image", source: { kind: "inline", data: "AAAA" } }] },
    ]);
  });

  it("restore other vendors' reasoning unchanged", () => {
    const parts = [
      { text: "Hm.", thought: true },
      { text: "", thought: true, thoughtSignature: "tollgate.anthropic-messages.c2ln" },
      { text: "", thought: true, thoughtSignature: "tollgate.anthropic-messages.encrypted::cmVk" },
      { text: "So", thought: true },
      { text: "", thought: true, thoughtSignature: "tollgate.openai-responses.encrypted:rs_1:gAAA" },
    ];
    expect(contentOf(...parts.map((part) => ({ role: "model", parts: [part] })))).toEqual([
      [
        { type: "reasoning", text: "Hm.", signature: { dialect: "anthropic-messages", value: "c2ln" } },
        { type: "encrypted-reasoning", dialect: "anthropic-messages", data: "cmVk" },
        { type: "encrypted-reasoning", dialect: "openai-responses", data: "gAAA", id: "rs_1", summary: "So" },
      ],
    ]);
  });

  it.each([
    [{ role: "system", parts: [] }, "contents[0].role"],
    [{ parts: [5] }, "contents[0].parts[0]"],
    [{ parts: [{}] }, "contents[0].parts[0]"],
    [{ parts: [{ text: 5 }] }, "contents[0].parts[0].text"],
    [{ parts: [{ functionCall: { name: "f" } }] }, "contents[0].parts[0].functionCall"],
    [
      { role: "model", parts: [{ functionResponse: { name: "f" } }] },
      "contents[0].parts[0].functionResponse",
    ],
    [{ role: "model", parts: [{ functionCall: {} }] }, "contents[0].parts[0].functionCall.name"],
    [{ parts: [{ inlineData: { data: "AA" } }] }, "contents[0].parts[0].inlineData.mimeType"],
    [{ parts: [{ fileData: {} }] }, "contents[0].parts[0].fileData.fileUri"],
    [
      { parts: [{ functionResponse: { name: "f", parts: [{}] } }] },
      "contents[0].parts[0].functionResponse.parts[0]",
    ],
  ])("that are invalid are rejected by name: %j", (content, param) => {
    expect(() => parse({ contents: [content] })).toThrow(
      expect.objectContaining({ kind: "invalid_request", param }),
    );
  });
});
