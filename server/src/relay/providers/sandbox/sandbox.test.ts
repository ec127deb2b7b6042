import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatTool } from "../../canonical/chat.ts";
import type { UpstreamRequest } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});

interface Heard {
  status: number;
  headers: Record<string, string>;
  pieces: Buffer[];
  text: string;
}

function hear(request: UpstreamRequest): Promise<Heard> {
  return new Promise((resolve) => {
    const heard: Heard = { status: 0, headers: {}, pieces: [], text: "" };
    provider.local?.(request, {
      head: (status, headers) => Object.assign(heard, { status, headers }),
      data: (chunk) => heard.pieces.push(chunk),
      end: () => resolve({ ...heard, text: Buffer.concat(heard.pieces).toString() }),
    });
  });
}

const weather: ChatTool = {
  name: "get_weather",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      days: { type: "integer", minimum: 2 },
    },
    required: ["city"],
  },
};

function userCall(text: string, more: Partial<ChatCall> = {}): ChatCall {
  return aChatCall({ messages: [{ role: "user", content: [{ type: "text", text }] }], ...more });
}

const send = (call: ChatCall) => {
  const request = provider.chat?.buildRequest(call, aChannelView({ baseUrl: "sandbox://local" }));
  if (request === undefined) throw new Error("no chat");
  return hear(request);
};

async function answerTo(call: ChatCall) {
  const heard = await send(call);
  return collectResult(provider.chat!.readResponse(JSON.parse(heard.text), call));
}

describe("sandbox", () => {
  it("returns the same text for the same prompt, whole and streamed", async () => {
    const whole = await answerTo(userCall("What is a tollgate?"));
    const again = await answerTo(userCall("What is a tollgate?"));
    expect(again).toEqual(whole);
    expect(whole.text).toContain("What is a tollgate?");
    const call = userCall("What is a tollgate?", { stream: true });
    const { pieces } = await send(call);
    expect(pieces.length).toBeGreaterThan(5);
    expect(collectParts(readPieces(provider, call, pieces))).toEqual(whole);
    expect((await answerTo(userCall("Something else"))).text).not.toBe(whole.text);
  });

  it("counts one word as one word", async () => {
    expect((await answerTo(userCall("Hello"))).text).toContain("Your message has one word.");
    expect((await answerTo(userCall("Hello there"))).text).toContain("Your message has 2 words.");
  });

  it("answers in English sentences that quote the message", async () => {
    const sentences = [
      "Here is a sandbox answer",
      "The sandbox replies",
      "This is a made-up answer",
      "The sandbox sends a sample answer",
    ];
    for (const said of ["Hi", "Hello", "Good day", "Hey there", "Morning", "Evening", "Yes", "No"]) {
      const [first = ""] = (await answerTo(userCall(said))).text.split(". ");
      expect(sentences.map((sentence) => `${sentence} to “${said}”`)).toContain(first);
    }
  });

  it("calls the requested tool, with arguments that match the schema, and reads the result", async () => {
    const call = userCall("Please use the tool for Geneva", { tools: [weather] });
    const { tools, stop } = await answerTo(call);
    expect(stop).toBe("tool-calls");
    expect(tools).toHaveLength(1);
    expect(JSON.parse(tools[0]?.arguments ?? "")).toEqual({
      city: "tool for Geneva",
      unit: "celsius",
      days: 2,
    });
    const after = await answerTo({
      ...call,
      messages: [
        ...call.messages,
        {
          role: "assistant",
          content: [{ type: "tool-call", id: "a", name: "get_weather", arguments: "{}" }],
        },
        {
          role: "user",
          content: [{ type: "tool-result", toolCallId: "a", content: [{ type: "text", text: "Sunny" }] }],
        },
      ],
    });
    expect(after).toMatchObject({ text: "The tool answered: Sunny", tools: [], stop: "stop" });
  });

  it("calls every tool on “use the tools” and none without a request", async () => {
    const tools = [weather, { name: "get_time" }];
    expect((await answerTo(userCall("use the tools", { tools }))).tools.map((tool) => tool.name)).toEqual([
      "get_weather",
      "get_time",
    ]);
    expect((await answerTo(userCall("hello", { tools }))).tools).toEqual([]);
    const forced = userCall("hello", { tools, toolChoice: { type: "tool", name: "get_time" } });
    expect((await answerTo(forced)).tools.map((tool) => tool.name)).toEqual(["get_time"]);
  });

  it("fails on request", async () => {
    for (const status of [400, 401, 429, 500, 503]) {
      const heard = await send(userCall(`[error:${status}]`, { stream: true }));
      expect(heard.status).toBe(status);
      const problem = provider.readProblem(heard.status, heard.text, heard.headers);
      expect(problem.message).toBe(`The sandbox returns the requested status ${status}.`);
      if (status === 429) expect(problem).toMatchObject({ kind: "rate", retryAfter: 1 });
    }
  });

  it("breaks off on request", async () => {
    const call = userCall("[cut] a few words", { stream: true });
    const { pieces } = await send(call);
    const parts = readPieces(provider, call, pieces);
    expect(parts.some((part) => part.type === "text")).toBe(true);
    expect(parts.some((part) => part.type === "end" || part.type === "stop")).toBe(false);
    const whole = await send(userCall("[cut] a few words"));
    expect(() => JSON.parse(whole.text)).toThrow(SyntaxError);
  });

  it("applies limits, stops and schemas, and reasons on request", async () => {
    const short = await answerTo(userCall("hello", { maxOutputTokens: 3 }));
    expect(short).toMatchObject({ stop: "length" });
    expect(short.usage?.output).toBe(3);
    expect((await answerTo(userCall("hello", { stop: ["“"] }))).text).not.toContain("“");
    const schema = { type: "object", properties: { ok: { type: "boolean" } } };
    const json = await answerTo(
      userCall("x", { responseFormat: { type: "json-schema", name: "n", schema } }),
    );
    expect(JSON.parse(json.text)).toEqual({ ok: true });
    const thinking = await answerTo(userCall("x", { reasoning: { effort: "low" } }));
    expect(thinking.reasoning).not.toBe("");
    expect(thinking.usage?.reasoning).toBeGreaterThan(0);
  });

  it("waits for the requested delay and stops when stopped", async () => {
    const started = Date.now();
    await send(userCall("[delay:40] hi"));
    expect(Date.now() - started).toBeGreaterThanOrEqual(35);
    const request = provider.chat!.buildRequest(userCall("[delay:30] hi", { stream: true }), aChannelView());
    let heard = 0;
    const stop = provider.local!(request, { head: () => {}, data: () => heard++, end: () => heard++ });
    await new Promise((resolve) => setTimeout(resolve, 80));
    stop();
    const then = heard;
    expect(then).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(heard).toBe(then);
  });

  it("plans nothing more after a stop from within a piece", async () => {
    const request = provider.chat!.buildRequest(
      userCall("[delay:5] hi there", { stream: true }),
      aChannelView(),
    );
    let heard = 0;
    const stop: () => void = provider.local!(request, {
      head: () => {},
      data: () => {
        heard++;
        stop();
      },
      end: () => heard++,
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(heard).toBe(1);
  });

  it("lists its models", async () => {
    const account = provider.account!;
    const heard = await hear(account.buildModelList(aChannelView()));
    expect(account.readModelList(JSON.parse(heard.text))).toEqual(
      [...provider.descriptor.defaultModels].sort(),
    );
  });
});
