import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import { CannotServe } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
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

  it("calls the operator's own paths, by our names or One API's numbers", () => {
    const view = (paths: Record<string, unknown>) => aChannelView({ plugin: { customize: paths } });
    const url = (paths: Record<string, unknown>) => provider.chat?.buildRequest(aChatCall(), view(paths)).url;
    expect(url({ chat: "/api/v2/talk" })).toBe("https://upstream.test/api/v2/talk");
    expect(url({ "1": "api/talk" })).toBe("https://upstream.test/api/talk");
    expect(url({ chat: "", "1": 5, embeddings: "/x" })).toBe("https://upstream.test/v1/chat/completions");
    expect(() => url({ "1": "disable" })).toThrow(CannotServe);
    expect(() => provider.account?.buildModelList(view({ "1": "disable" }))).not.toThrow();
  });

  it("forwards Responses if the operator enables them", () => {
    const supports = (enable: unknown) =>
      provider.native?.supports("openai-responses", "m", aChannelView({ plugin: { responses: { enable } } }));
    expect([supports(true), supports(false), supports(undefined)]).toEqual([true, false, false]);
    const native = {
      format: "openai-responses",
      model: "m",
      stream: false,
      body: Buffer.from("{}"),
      headers: {},
    } as const;
    const plugin = { responses: { enable: true }, customize: { responses: "/r" } };
    expect(provider.native?.buildRequest(native, aChannelView({ plugin, other: "v3" })).url).toBe(
      "https://upstream.test/r",
    );
    expect(provider.native?.buildRequest(native, aChannelView({ other: "v3" })).url).toBe(
      "https://upstream.test/v3/responses",
    );
    expect(provider.native?.supports("openai-completions", "m", aChannelView())).toBe(true);
  });

  it("reads sources next to the choices, once each, with their titles", () => {
    const root = {
      id: "x",
      citations: ["https://a.test", "https://b.test"],
      search_results: [{ title: "B", url: "https://b.test" }, null],
    };
    const expected = [{ url: "https://a.test" }, { url: "https://b.test", title: "B" }];
    const message = { role: "assistant", content: "See.", annotations: [] };
    const result = provider.chat?.readResponse({ ...root, choices: [{ index: 0, message }] }, aChatCall());
    expect(result?.choices[0]?.content).toMatchObject([{ text: "See.", citations: expected }]);
    const reader = provider.chat?.streamReader(aChatCall());
    const chunk = JSON.stringify({ ...root, choices: [{ index: 0, delta: { content: "See." } }] });
    const parts = [chunk, chunk].flatMap((data) => reader?.read({ event: "", data }) ?? []);
    const citations = parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));
    expect(citations).toMatchObject(expected);
    expect(citations).toHaveLength(2);
  });

  it("counts the text of forwarded Responses", () => {
    const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
    const body = { id: "resp_1", object: "response", status: "completed", output: [item] };
    const result = provider.chat?.readResponse(body, aChatCall({ model: "any" }));
    expect(result?.choices[0]?.content).toMatchObject([{ type: "text", text: "Hi" }]);
    const reader = provider.chat?.streamReader(aChatCall({ model: "any", stream: true }));
    const events = [
      { type: "response.created", response: { id: "resp_1", status: "in_progress", output: [] } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "message", id: "m", role: "assistant", content: [] },
      },
      { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hi" },
    ];
    const parts = events.flatMap((event) => reader?.read({ event: "", data: JSON.stringify(event) }) ?? []);
    expect(parts).toContainEqual({ type: "text", choice: 0, text: "Hi" });
    expect(provider.chat?.streamReader(aChatCall()).end()).toEqual([]);
  });

  it("reads usage from every place that vendors use", () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2 };
    const read = (body: object) => provider.native?.readUsage(body, undefined, "openai-chat");
    const expected = { ...noUsage, input: 5, output: 2 };
    for (const body of [{ usage }, { x_groq: { usage } }, { choices: [{ index: 0, delta: {}, usage }] }])
      expect(read(body), JSON.stringify(body)).toEqual(expected);
    expect(read({ choices: [null] })).toBeUndefined();
  });

  it("returns Google's reasoning signatures, and no others", () => {
    const call = (dialect: "gemini-generate" | "openai-responses") =>
      provider.chat?.buildRequest(
        aChatCall({
          messages: [
            {
              role: "assistant",
              content: [
                { type: "text", text: "x", signature: { dialect, value: "s1" } },
                {
                  type: "tool-call",
                  id: "a",
                  name: "f",
                  arguments: "{}",
                  signature: { dialect, value: "s2" },
                },
              ],
            },
          ],
        }),
        aChannelView(),
      );
    expect(JSON.parse(String(call("gemini-generate")?.body))).toMatchObject({
      messages: [
        {
          extra_content: { google: { thought_signature: "s1" } },
          tool_calls: [{ extra_content: { google: { thought_signature: "s2" } } }],
        },
      ],
    });
    expect(String(call("openai-responses")?.body)).not.toContain("thought_signature");
    expect(call("openai-responses")?.dropped).toEqual([
      "messages.extra_content",
      "messages.tool_calls.extra_content",
    ]);
  });

  it("sends reasoning with its signatures, cache marks and top_k", () => {
    const request = provider.chat?.buildRequest(
      aChatCall({
        topK: 40,
        messages: [
          { role: "user", content: [{ type: "text", text: "x", cache: {} }] },
          {
            role: "assistant",
            content: [
              { type: "reasoning", text: "hm", signature: { dialect: "openai-chat", value: "sig" } },
              { type: "encrypted-reasoning", data: "blob", dialect: "openai-chat" },
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
