import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  // The completion count leaves reasoning out, as the total shows.
  usage: {
    whole: { ...noUsage, input: 36, cached: 64, output: 10, reasoning: 25 },
    stream: { ...noUsage, input: 46, cached: 64, output: 11, reasoning: 26 },
  },
  stops: { ...openAiStops, model_length: "context-length", eos: "stop" },
  stopped: stoppedInOpenAiDialect,
});

describe("custom", () => {
  it("puts the operator's version into the path", () => {
    const url = (baseUrl: string, other: string): string | undefined =>
      provider.chat?.buildRequest(aChatCall(), aChannelView({ baseUrl, other })).url;
    expect(url("http://host:8000", "")).toBe("http://host:8000/v1/chat/completions");
    expect(url("http://host:8000/v1", "")).toBe("http://host:8000/v1/chat/completions");
    expect(url("http://host:8000/", "v3")).toBe("http://host:8000/v3/chat/completions");
    expect(url("http://host:8000/api", "disable")).toBe("http://host:8000/api/chat/completions");
    expect(url("https://host/api/paas/v4", "")).toBe("https://host/api/paas/v4/chat/completions");
    expect(provider.account?.buildModelList(aChannelView({ other: "disable" })).url).toBe(
      "https://upstream.test/models",
    );
  });

  it("sends thinking with its signatures, cache marks and top_k", () => {
    const request = provider.chat?.buildRequest(
      aChatCall({
        topK: 40,
        messages: [
          { role: "user", content: [{ type: "text", text: "x", cache: {} }] },
          {
            role: "assistant",
            content: [
              { type: "reasoning", text: "hm", signature: "sig" },
              { type: "encrypted-reasoning", data: "blob" },
              { type: "text", text: "y" },
            ],
          },
        ],
      }),
      aChannelView(),
    );
    expect(request?.dropped).toBeUndefined();
    expect(JSON.parse(String(request?.body))).toMatchObject({
      top_k: 40,
      messages: [
        { content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] },
        {
          content: "y",
          reasoning_content: "hm",
          reasoning_details: [
            { type: "reasoning.text", text: "hm", signature: "sig", index: 0 },
            { type: "reasoning.encrypted", data: "blob", index: 1 },
          ],
        },
      ],
    });
  });
});
