import { createHmac } from "node:crypto";
import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { ImageCall } from "../../canonical/image.ts";
import { CannotServe, type ChannelView } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: {
    ...openAiStops,
    sensitive: "filter",
    model_context_window_exceeded: "context-length",
  },
  stopped: stoppedInOpenAiDialect,
});

const build = (call: ChatCall, channel: Partial<ChannelView> = {}) =>
  provider.chat!.buildRequest(call, aChannelView(channel));
const bodyOf = (call: ChatCall, channel?: Partial<ChannelView>) =>
  JSON.parse(String(build(call, channel).body)) as Record<string, unknown>;

describe("zhipu", () => {
  it("keeps the version and the plan in a base URL", () => {
    const url = (baseUrl: string): string => build(aChatCall(), { baseUrl }).url;
    expect(url("https://open.bigmodel.cn/api/paas/v4")).toBe(
      "https://open.bigmodel.cn/api/paas/v4/chat/completions",
    );
    expect(url("https://open.bigmodel.cn")).toBe("https://open.bigmodel.cn/api/paas/v4/chat/completions");
    expect(url("https://api.z.ai/api/coding/paas/v4")).toBe(
      "https://api.z.ai/api/coding/paas/v4/chat/completions",
    );
  });

  it.each([
    [0, 0.01],
    [1, 0.99],
    [2, 0.99],
    [0.5, 0.5],
  ])("clamps temperature and top_p: %s becomes %s", (requested, sent) => {
    expect(bodyOf(aChatCall({ temperature: requested, topP: requested }))).toMatchObject({
      temperature: sent,
      top_p: sent,
    });
  });

  it("sends the key itself, or a token signed by it if the channel selects that", () => {
    expect(build(aChatCall(), { key: "id.secret" }).headers.authorization).toBe("Bearer id.secret");
    expect(build(aChatCall(), { key: "id.secret" }).sign).toBeUndefined();

    const request = build(aChatCall(), { key: "id.secret", plugin: { protocol: { legacy: true } } });
    const now = 1_790_000_000_123;
    request.sign?.(request, now);
    const [header = "", payload = "", signature] = (request.headers.authorization ?? "").split(".");
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    expect(read(header)).toEqual({ alg: "HS256", sign_type: "SIGN" });
    expect(read(payload)).toEqual({ api_key: "id", timestamp: now, exp: now + 86_400_000 });
    const expected = createHmac("sha256", "secret").update(`${header}.${payload}`).digest("base64url");
    expect(signature).toBe(expected);
  });

  it("enables thinking with its own object, and sends newer models the effort", () => {
    const rendered = (model: string, effort: string) => {
      const { thinking, reasoning_effort } = bodyOf(aChatCall({ model, reasoning: { effort } }));
      return { thinking, reasoning_effort };
    };
    expect(rendered("glm-4.7", "none")).toEqual({ thinking: { type: "disabled" } });
    expect(rendered("glm-4.7", "high")).toEqual({ thinking: { type: "enabled" } });
    expect(rendered("glm-5.3", "high")).toEqual({ thinking: { type: "enabled" }, reasoning_effort: "high" });
  });

  it("supports only the tool choice `auto`", () => {
    const tools = [{ name: "f" }];
    const none = bodyOf(aChatCall({ tools, toolChoice: { type: "none" } }));
    expect(none).not.toHaveProperty("tools");
    const forced = build(aChatCall({ tools, toolChoice: { type: "tool", name: "f" } }));
    expect(forced.dropped).toEqual(["tool_choice"]);
    expect(JSON.parse(String(forced.body))).not.toHaveProperty("tool_choice");
  });

  it("adds the tools that the channel enables", () => {
    const plugin = {
      retrieval: { knowledge_id: "k1", prompt_template: "{{knowledge}}" },
      web_search: { enable: true },
      web_browser: { enable: true },
      code_interpreter: { sandbox: "none" },
    };
    expect(bodyOf(aChatCall({ model: "glm-4.7" }), { plugin }).tools).toEqual([
      { type: "retrieval", retrieval: { knowledge_id: "k1", prompt_template: "{{knowledge}}" } },
      { type: "web_search", web_search: { enable: true, search_engine: "search_std" } },
    ]);
    const all = aChatCall({ model: "glm-4-alltools", stream: true });
    expect(bodyOf(all, { plugin }).tools).toHaveLength(4);
    expect(() => build(aChatCall({ model: "glm-4-alltools" }))).toThrow(CannotServe);
  });

  it("removes the prefix of images for glm-4v only", () => {
    const messages: ChatCall["messages"] = [
      {
        role: "user",
        content: [{ type: "image", source: { kind: "inline", mediaType: "image/png", data: "QUJD" } }],
      },
    ];
    const url = (model: string) =>
      JSON.stringify(bodyOf(aChatCall({ model, messages }))).match(/"url":"([^"]*)"/)?.[1];
    expect(url("glm-4v-plus")).toBe("QUJD");
    expect(url("glm-4.6v")).toBe("data:image/png;base64,QUJD");
  });

  it("reads an answer that a network error ended as a problem", () => {
    const { body, lines } = stoppedInOpenAiDialect("network_error");
    expect(() => provider.chat!.readResponse(body, aChatCall())).toThrow("interrupted");
    const reader = provider.chat!.streamReader(aChatCall());
    const parts = lines.flatMap((data) => reader.read({ event: "", data }));
    expect(parts.at(-1)).toMatchObject({ type: "problem", problem: { kind: "server" } });
  });
});

describe("zhipu, images and embeddings", () => {
  const picture: ImageCall = {
    model: "cogview-4",
    operation: "generate",
    prompt: "A cat",
    count: 1,
    size: "1024x1024",
    quality: "high",
    style: "vivid",
    answer: "url",
    images: [],
    extras: {},
  };
  const answerOf = (body: unknown) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });

  it("generates one image from text", () => {
    const request = provider.images!.buildRequest(
      picture,
      aChannelView({ baseUrl: "https://open.bigmodel.cn/api/paas/v4" }),
    );
    expect(request.url).toBe("https://open.bigmodel.cn/api/paas/v4/images/generations");
    expect(JSON.parse(String(request.body))).toEqual({
      model: "cogview-4",
      prompt: "A cat",
      size: "1024x1024",
      quality: "hd",
    });
    expect(request.dropped).toEqual(["style"]);
    const answer = answerOf({ created: 1790000000, data: [{ url: "https://p.test/1.png" }] });
    expect(provider.images!.readResponse(answer, picture)).toEqual({
      created: 1790000000,
      images: [{ url: "https://p.test/1.png" }],
      usage: { ...noUsage, input: 1000 },
    });
  });

  it("rejects unsupported operations, and an answer without an image", () => {
    const channel = aChannelView();
    expect(() => provider.images!.buildRequest({ ...picture, operation: "edit" }, channel)).toThrow(
      CannotServe,
    );
    expect(() => provider.images!.buildRequest({ ...picture, count: 2 }, channel)).toThrow(CannotServe);
    expect(() => provider.images!.readResponse(answerOf({ data: [] }), picture)).toThrow("no image");
    const refusal = answerOf({ error: { code: "1301", message: "unsafe" } });
    expect(() => provider.images!.readResponse(refusal, picture)).toThrow("unsafe");
  });

  it("requests embeddings as numbers", () => {
    const call = { model: "embedding-3", inputs: ["a"], encoding: "base64" as const, dimensions: 256 };
    const request = provider.embeddings!.buildRequest(call, aChannelView());
    expect(JSON.parse(String(request.body))).toEqual({ model: "embedding-3", input: ["a"], dimensions: 256 });
  });
});
