import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { GoogleGenAI } from "@google/genai";
import { noUsage } from "@tollgate/contract/cost";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChatCall, ChatResult } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { findEndpoint } from "../../endpoints/endpoint-table.ts";
import { RelayError } from "../../relay-error.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";

/** Google's own SDK calls a server that parses and renders with this format. */
let server: Server;
let client: GoogleGenAI;
/** The parsed request of the SDK, and the response to it. */
let requests: ChatCall[] = [];
const answer: { whole?: ChatResult; parts?: ChatStreamPart[] } = {};

const usage = { ...noUsage, input: 10, output: 5, reasoning: 3, cached: 2 };

function reply(url: string, text: string): { status: number; type: string; pieces: string[] } {
  const [path = "", query = ""] = url.split("?");
  const endpoint = findEndpoint("POST", path, query, undefined);
  if (endpoint?.serves !== "call" || !endpoint.path) throw new Error(`no call at ${url}`);
  try {
    const { call } = format.parseRequest(JSON.parse(text), "forwarded", endpoint.path);
    requests.push(call);
    const context: RenderContext = {
      requestedModel: endpoint.path.model ?? "",
      requestId: "req-1",
      now: 1,
      wantsStreamUsage: true,
      request: JSON.parse(text),
    };
    if (!call.stream)
      return {
        status: 200,
        type: "application/json",
        pieces: [format.renderResponse(answer.whole!, context)],
      };
    const renderer = format.streamRenderer(context);
    const pieces = (answer.parts ?? []).map((part) => renderer.render(part));
    return { status: 200, type: renderer.contentType ?? "", pieces: [...pieces, renderer.finish(usage)] };
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    const { kind: code, message, param } = error;
    const reply = format.renderError({ status: 400, type: "t", code, message, param, requestId: "req-1" });
    return { status: reply.status, type: "application/json", pieces: [reply.body] };
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, type, pieces } = reply(request.url ?? "", Buffer.concat(chunks).toString());
      response.writeHead(status, { "content-type": type });
      for (const piece of pieces) if (piece !== "") response.write(piece);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new GoogleGenAI({ apiKey: "unused", vertexai: false, httpOptions: { baseUrl } });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  requests = [];
});

const signed = { dialect: "anthropic-messages", value: "c2ln" } as const;

describe("Google's SDK", () => {
  it("sends a request and reads a whole response", async () => {
    answer.whole = {
      id: "r",
      model: "m",
      usage,
      choices: [
        {
          index: 0,
          stopReason: "stop",
          content: [
            { type: "reasoning", text: "Thinking.", signature: signed },
            { type: "text", text: "Grüezi 🏔️" },
          ],
        },
      ],
    };
    const response = await client.models.generateContent({
      model: "gemini-2.5-flash",
      contents: "Hello",
      config: { systemInstruction: "Be brief.", temperature: 0.5, maxOutputTokens: 9 },
    });
    expect(response.text).toBe("Grüezi 🏔️");
    expect(response.modelVersion).toBe("gemini-2.5-flash");
    expect(response.candidates?.[0]?.finishReason).toBe("STOP");
    expect(response.candidates?.[0]?.content?.parts?.[0]).toMatchObject({ text: "Thinking.", thought: true });
    expect(response.usageMetadata).toMatchObject({
      promptTokenCount: 12,
      cachedContentTokenCount: 2,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 3,
      totalTokenCount: 20,
    });
    expect(requests).toMatchObject([
      {
        stream: false,
        temperature: 0.5,
        maxOutputTokens: 9,
        messages: [
          { role: "system", content: [{ type: "text", text: "Be brief." }] },
          { role: "user", content: [{ type: "text", text: "Hello" }] },
        ],
      },
    ]);
  });

  it("reads a stream including its usage", async () => {
    answer.parts = [
      { type: "start", id: "r", model: "m" },
      { type: "reasoning", choice: 0, text: "Hm." },
      { type: "text", choice: 0, text: "Grü" },
      { type: "text", choice: 0, text: "ezi 🏔️" },
      { type: "stop", choice: 0, reason: "length" },
      { type: "end" },
    ];
    const stream = await client.models.generateContentStream({ model: "m", contents: "Hello" });
    let text = "";
    let last: { finish?: string | undefined; total?: number | undefined } = {};
    for await (const chunk of stream) {
      text += chunk.text ?? "";
      const [candidate] = chunk.candidates ?? [];
      last = { finish: candidate?.finishReason, total: chunk.usageMetadata?.totalTokenCount };
    }
    expect(text).toBe("Grüezi 🏔️");
    expect(last).toEqual({ finish: "MAX_TOKENS", total: 20 });
    expect(requests[0]?.stream).toBe(true);
  });

  it("calls functions over several turns of a streamed chat, and sends every signature back", async () => {
    const chat = client.chats.create({
      model: "m",
      config: {
        tools: [
          {
            functionDeclarations: [
              {
                name: "get_weather",
                parametersJsonSchema: { type: "object", properties: { city: { type: "string" } } },
              },
            ],
          },
        ],
      },
    });
    answer.parts = [
      { type: "start", id: "r", model: "m" },
      { type: "reasoning", choice: 0, text: "I need " },
      { type: "reasoning", choice: 0, text: "the weather." },
      { type: "reasoning-signature", choice: 0, signature: signed },
      { type: "text", choice: 0, text: "Let me " },
      { type: "text", choice: 0, text: "see." },
      { type: "tool-call", choice: 0, block: 0, id: "toolu_1", name: "get_weather" },
      { type: "tool-arguments", choice: 0, block: 0, text: '{"city":' },
      { type: "tool-arguments", choice: 0, block: 0, text: '"Genève"}' },
      { type: "stop", choice: 0, reason: "tool-calls" },
      { type: "end" },
    ];
    const calls = [];
    for await (const chunk of await chat.sendMessageStream({ message: "Weather?" }))
      calls.push(...(chunk.functionCalls ?? []));
    expect(calls).toEqual([{ id: "toolu_1", name: "get_weather", args: { city: "Genève" } }]);

    answer.parts = [
      { type: "start", id: "r2", model: "m" },
      { type: "text", choice: 0, text: "Sunny." },
      { type: "stop", choice: 0, reason: "stop" },
      { type: "end" },
    ];
    const functionResponse = { id: "toolu_1", name: "get_weather", response: { output: "sunny" } };
    let text = "";
    for await (const chunk of await chat.sendMessageStream({ message: [{ functionResponse }] }))
      text += chunk.text ?? "";
    expect(text).toBe("Sunny.");
    expect(requests[1]?.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "Weather?" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "I need the weather.", signature: signed },
          { type: "text", text: "Let me see." },
          { type: "tool-call", id: "toolu_1", name: "get_weather", arguments: '{"city":"Genève"}' },
        ],
      },
      {
        role: "user",
        content: [{ type: "tool-result", toolCallId: "toolu_1", content: [{ type: "text", text: "sunny" }] }],
      },
    ]);
    expect(requests[1]?.tools).toMatchObject([{ name: "get_weather", parameters: { type: "object" } }]);
  });

  it("throws for a rejected request, with its status", async () => {
    const wrong = client.models.generateContent({
      model: "m",
      contents: [{ role: "system", parts: [{ text: "x" }] }],
    });
    await expect(wrong).rejects.toMatchObject({
      name: "ApiError",
      status: 400,
      message: expect.stringContaining("must be user or model") as string,
    });
  });
});
