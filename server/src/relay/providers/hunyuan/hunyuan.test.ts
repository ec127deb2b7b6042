import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { UpstreamRequest } from "../provider.ts";
import { provider } from "./index.ts";
import { signTc3 } from "./sign-tc3.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: { ...openAiStops, sensitive: "filter" },
  stopped: stoppedInOpenAiDialect,
  skip: { "model list": "the vendor has none for API keys" },
});

const cloud = aChannelView({ baseUrl: "https://api.hunyuan.cloud.tencent.com", key: "AKID|sk" });
const build = (call: ChatCall) => provider.chat!.buildRequest(call, cloud);
const stream = (...events: unknown[]) => [
  Buffer.from(events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join("")),
];

describe("signTc3", () => {
  it("reproduces the signature of the vendor's published example", () => {
    const request: UpstreamRequest = {
      method: "POST",
      url: "https://cvm.tencentcloudapi.com/",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    };
    const scope = {
      secretId: "AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE",
      secretKey: "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE",
      service: "cvm",
    };
    signTc3(request, scope, 1_551_113_065_000);
    expect(request.headers).toMatchObject({
      "x-tc-timestamp": "1551113065",
      authorization:
        "TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, " +
        "SignedHeaders=content-type;host, " +
        "Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168",
    });
  });
});

describe("hunyuan, compatible", () => {
  it("enables web search for every way of requesting it", () => {
    const bodies = [
      { kind: "web-search", dialect: "anthropic-messages", definition: {} } as const,
      { dialect: "openai-chat", definition: { search_context_size: "low" } } as const,
    ].map((tool) => {
      const request = provider.chat!.buildRequest(aChatCall({ hostedTools: [tool] }), aChannelView());
      expect(request.dropped).toBeUndefined();
      return JSON.parse(String(request.body)) as unknown;
    });
    expect(bodies[0]).toMatchObject({ enable_enhancement: true, force_search_enhancement: true });
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it("renders thinking as a switch, and the effort for newer models", () => {
    const rendered = (model: string, effort: string) => {
      const call = aChatCall({ model, reasoning: { effort } });
      const { enable_thinking, reasoning_effort } = JSON.parse(
        String(provider.chat!.buildRequest(call, aChannelView()).body),
      ) as Record<string, unknown>;
      return [enable_thinking, reasoning_effort];
    };
    expect(rendered("hunyuan-a13b", "high")).toEqual([true, undefined]);
    expect(rendered("hy3-preview", "high")).toEqual([true, "high"]);
    expect(rendered("hy3-preview", "none")).toEqual([false, undefined]);
  });
});

describe("hunyuan, Tencent Cloud API 3.0", () => {
  it("is used if the key has two parts, or the channel selects it", () => {
    expect(provider.chat!.buildRequest(aChatCall(), aChannelView()).url).toBe(
      "https://upstream.test/v1/chat/completions",
    );
    expect(build(aChatCall()).url).toBe("https://hunyuan.tencentcloudapi.com/");
    const selected = aChannelView({ plugin: { protocol: { legacy: true } } });
    expect(provider.chat!.buildRequest(aChatCall(), selected).headers["x-tc-action"]).toBe("ChatCompletions");
    expect(provider.native?.supports("openai-chat", "x", aChannelView())).toBe(true);
    expect(provider.native?.supports("openai-chat", "x", cloud)).toBe(false);
  });

  it("renames fields but not those of schemas", () => {
    const tool = { name: "get_weather", parameters: { type: "object", properties: { city_name: {} } } };
    const request = build(
      aChatCall({
        model: "hunyuan-turbos-latest",
        stream: true,
        temperature: 0.5,
        maxOutputTokens: 9,
        stop: ["x"],
        tools: [tool],
        toolChoice: { type: "tool", name: "get_weather" },
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "What?" },
              { type: "image", source: { kind: "url", url: "https://p.test/1.jpg" } },
            ],
          },
          {
            role: "assistant",
            content: [{ type: "tool-call", id: "c1", name: "get_weather", arguments: '{"city_name":"x"}' }],
          },
          {
            role: "user",
            content: [{ type: "tool-result", toolCallId: "c1", content: [{ type: "text", text: "ok" }] }],
          },
        ],
      }),
    );
    const wire = { Name: "get_weather", Parameters: JSON.stringify(tool.parameters) };
    expect(JSON.parse(String(request.body))).toEqual({
      Model: "hunyuan-turbos-latest",
      Stream: true,
      Temperature: 0.5,
      Stop: ["x"],
      Tools: [{ Type: "function", Function: wire }],
      ToolChoice: "custom",
      CustomTool: { Type: "function", Function: wire },
      Messages: [
        {
          Role: "user",
          Contents: [
            { Type: "text", Text: "What?" },
            { Type: "image_url", ImageUrl: { Url: "https://p.test/1.jpg" } },
          ],
        },
        {
          Role: "assistant",
          Content: "",
          ToolCalls: [
            { Id: "c1", Type: "function", Function: { Name: "get_weather", Arguments: '{"city_name":"x"}' } },
          ],
        },
        { Role: "tool", ToolCallId: "c1", Content: "ok" },
      ],
    });
    expect(request.dropped).toEqual(["max_tokens"]);
  });

  it("signs at dispatch", () => {
    const request = build(aChatCall());
    expect(request.headers).not.toHaveProperty("authorization");
    request.sign?.(request, 1_790_000_000_000);
    expect(request.headers.authorization).toMatch(/^TC3-HMAC-SHA256 Credential=AKID\/2026-09-21\/hunyuan\//);
    expect(request.headers["x-tc-timestamp"]).toBe("1790000000");
  });

  const usage = { PromptTokens: 5, CompletionTokens: 3, TotalTokens: 8 };

  it("reads whole answers", () => {
    const toolCall = { Id: "c1", Type: "function", Function: { Name: "f", Arguments: '{"A":1}' } };
    const read = (Message: object, FinishReason: string) =>
      collectResult(
        provider.chat!.readResponse(
          { Response: { Id: "h1", Created: 1, Usage: usage, Choices: [{ FinishReason, Message }] } },
          aChatCall(),
        ),
      );
    expect(read({ Role: "assistant", Content: "Hi", ReasoningContent: "hm" }, "stop")).toMatchObject({
      id: "h1",
      text: "Hi",
      reasoning: "hm",
      stop: "stop",
      usage: { input: 5, output: 3 },
    });
    expect(read({ Content: "", ToolCalls: [toolCall] }, "tool_calls")).toMatchObject({
      stop: "tool-calls",
      tools: [{ id: "c1", name: "f", arguments: '{"A":1}' }],
    });
    expect(read({ Content: "" }, "sensitive").stop).toBe("filter");
  });

  it("reads streams to the event with a reason", () => {
    const event = (Content: string, FinishReason: string) => ({
      Id: "h1",
      Created: 1,
      Usage: usage,
      Choices: [{ Delta: { Role: "assistant", Content }, FinishReason }],
    });
    const parts = readPieces(
      provider,
      aChatCall({ stream: true }),
      stream(event("H", ""), event("i", "stop")),
    );
    expect(collectParts(parts)).toMatchObject({
      text: "Hi",
      stop: "stop",
      ended: true,
      usage: { output: 3 },
    });
    const cut = readPieces(provider, aChatCall({ stream: true }), stream(event("H", "")));
    expect(collectParts(cut)).toMatchObject({ text: "H", ended: false });
  });

  it("reports problems inside answers with status 200", () => {
    const refusal = { Response: { RequestId: "r", Error: { Code: "LimitExceeded", Message: "Too many" } } };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("Too many");
    const inside = { Note: "n", ErrorMsg: { Msg: "busy", Code: 5000 } };
    const kinds = [stream(refusal), [Buffer.from(JSON.stringify(refusal))], stream(inside)].map((bytes) => {
      const [part] = readPieces(provider, aChatCall({ stream: true }), bytes);
      return part?.type === "problem" ? part.problem.kind : part?.type;
    });
    expect(kinds).toEqual(["rate", "rate", "server"]);
  });
});
