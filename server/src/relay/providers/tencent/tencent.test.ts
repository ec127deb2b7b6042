import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import { provider } from "./index.ts";

const noTools = "the API supports text only";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: { stop: "stop", sensitive: "filter" },
  stopped: (word) => ({
    body: { id: "t", choices: [{ messages: { content: "Half" }, finish_reason: word }] },
    lines: [
      JSON.stringify({ id: "t", choices: [{ delta: { content: "Half" }, finish_reason: "" }] }),
      JSON.stringify({ id: "t", choices: [{ delta: { content: "" }, finish_reason: word }] }),
    ],
  }),
  skip: {
    "tool call": noTools,
    "several tool calls": noTools,
    "image input": noTools,
    "usage with cached tokens": "the API reports no caching",
    "model list": "the API has none",
  },
});

const channel = aChannelView({ baseUrl: "https://hunyuan.cloud.tencent.com", key: "1255|AKID|secret" });
const now = 1_790_000_000_042;
function sign(call: ChatCall) {
  const request = provider.chat!.buildRequest(call, channel);
  request.sign?.(request, now);
  return { request, body: JSON.parse(String(request.body)) as Record<string, unknown> };
}
const text = (role: ChatMessage["role"], text: string): ChatMessage => ({
  role,
  content: [{ type: "text", text }],
});

describe("tencent", () => {
  it("signs every field in alphabetical order", () => {
    const { request, body } = sign(aChatCall({ model: "ChatPro", stream: true, temperature: 0.5 }));
    expect(request.url).toBe("https://hunyuan.cloud.tencent.com/hyllm/v1/chat/completions");
    expect(request.headers["x-tc-action"]).toBe("ChatPro");
    expect(body).toEqual({
      app_id: 1255,
      secret_id: "AKID",
      timestamp: 1790000000,
      expired: 1790086400,
      query_id: "1790000000-42",
      messages: [{ role: "user", content: "Hello" }],
      temperature: 0.5,
      stream: 1,
    });
    const signed =
      "hunyuan.cloud.tencent.com/hyllm/v1/chat/completions?app_id=1255&expired=1790086400" +
      '&messages=[{"role":"user","content":"Hello"}]&query_id=1790000000-42&secret_id=AKID&stream=1' +
      "&temperature=0.5&timestamp=1790000000";
    expect(request.headers.authorization).toBe(createHmac("sha1", "secret").update(signed).digest("base64"));
  });

  it("alternates user and assistant, with system messages as the user's", () => {
    const messages = [
      text("system", "Be brief."),
      text("user", "Hi"),
      text("assistant", "Yes?"),
      text("assistant", "Well?"),
    ];
    const { request, body } = sign(aChatCall({ messages, maxOutputTokens: 5, tools: [{ name: "f" }] }));
    expect(body).toMatchObject({
      stream: 0,
      messages: [
        { role: "user", content: "Be brief.\nHi" },
        { role: "assistant", content: "Yes?\nWell?" },
        { role: "user", content: "…" },
      ],
    });
    expect(request.dropped).toEqual(["tools", "max_tokens"]);
  });

  it("reports problems inside answers with status 200", () => {
    const refusal = { error: { code: 2001, message: "too many requests" } };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("too many requests");
    const framed = [Buffer.from(`data: ${JSON.stringify(refusal)}\n\n`)];
    for (const bytes of [framed, [Buffer.from(JSON.stringify(refusal))]])
      expect(readPieces(provider, aChatCall({ stream: true }), bytes)).toMatchObject([
        { type: "problem", problem: { kind: "rate", message: "too many requests" } },
      ]);
  });
});
