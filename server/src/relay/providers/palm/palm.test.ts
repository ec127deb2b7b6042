import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "ndjson",
  stops: {},
  stopped: () => ({ body: {}, lines: [] }),
  skip: {
    "tool call": "the API knows no tools",
    "several tool calls": "the API knows no tools",
    "image input": "the API knows words only",
    "stop reasons": "the API gives none",
    "usage with cached tokens": "the API reports no usage",
    "usage in a stream": "the API reports no usage",
    "model list": "there is one model",
    "spoilt answers": "needs the fixtures of tool calls; spoilt answers are tested below",
  },
});

describe("palm", () => {
  const chat = provider.chat!;

  it("sends words by two authors, and names what it leaves out", () => {
    const request = chat.buildRequest(
      aChatCall({
        temperature: 1.5,
        choices: 2,
        maxOutputTokens: 5,
        messages: [
          { role: "system", content: [{ type: "text", text: "Be brief." }] },
          { role: "user", content: [{ type: "text", text: "Hi" }] },
          { role: "assistant", content: [{ type: "text", text: "Yes?" }] },
          {
            role: "user",
            content: [{ type: "image", source: { kind: "url", url: "https://p.test/a.png" } }],
          },
        ],
      }),
      aChannelView(),
    );
    expect(request.url).toBe("https://upstream.test/v1beta2/models/chat-bison-001:generateMessage");
    expect(JSON.parse(String(request.body))).toEqual({
      prompt: {
        context: "Be brief.",
        messages: [
          { author: "0", content: "Hi" },
          { author: "1", content: "Yes?" },
        ],
      },
      temperature: 1,
      candidateCount: 2,
    });
    expect(request.dropped).toEqual(["messages.image", "temperature", "max_tokens"]);
  });

  it("stops by a filter where everything was filtered away", () => {
    const body = { filters: [{ reason: "SAFETY" }] };
    expect(collectResult(chat.readResponse(body, aChatCall()))).toMatchObject({ text: "", stop: "filter" });
    const parts = readPieces(provider, aChatCall(), [Buffer.from(JSON.stringify(body))]);
    expect(collectParts(parts)).toMatchObject({ stop: "filter", ended: true });
  });

  it("cannot read what is no answer", () => {
    for (const body of [null, 5, {}, { candidates: [] }, { candidates: {} }])
      expect(() => chat.readResponse(body, aChatCall())).toThrow("the answer");
    expect(() => readPieces(provider, aChatCall(), [Buffer.from("<html>")])).toThrow("not JSON");
    expect(readPieces(provider, aChatCall(), [])).toEqual([]);
  });

  it("tells an error inside a 200 as a problem", () => {
    const body = { error: { code: 503, message: "Overloaded.", status: "UNAVAILABLE" } };
    expect(readPieces(provider, aChatCall(), [Buffer.from(JSON.stringify(body))])).toMatchObject([
      { type: "problem", problem: { kind: "overload" } },
    ]);
  });
});
