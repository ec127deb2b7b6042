import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testedClient } from "../support/http-clients.ts";
import { createUpstreamCaller } from "../../src/relay/upstream/call-upstream.ts";
import { createDeadlines } from "../../src/relay/upstream/deadlines.ts";
import type { UpstreamRequest } from "../../src/relay/providers/provider.ts";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Requests with inline images, which are cut for parsing and sent whole. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "media-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  const renames = (model: string) => ({ models: [model], model_mapping: `{"${model}":"media-renamed"}` });
  await running.aChannel({ base_url: upstream.url, models: ["media-plain"] });
  await running.aChannel({ base_url: upstream.url, ...renames("media-named") });
  await running.aChannel({
    base_url: upstream.url,
    ...renames("media-changed"),
    custom_parameter: '{"top_k":5,"remove_params":["user"]}',
  });
  await running.aChannel({
    base_url: upstream.url,
    models: ["media-added"],
    custom_parameter: '{"pre_add":true,"top_k":5}',
  });
  await running.aChannel({ base_url: upstream.url, type: 14, models: ["media-claude"] });
  await running.aChannel({ base_url: upstream.url, ...renames("media-twice"), priority: 2 });
  await running.aChannel({ base_url: upstream.url, models: ["media-twice"], priority: 1 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => upstream.answer(jsonAnswer(chatAnswer())));

const base64 = "iVBORw0KGgo+/A".repeat(20_000);
const textOf = (model: string, more: object = {}): string =>
  JSON.stringify({
    model,
    max_tokens: 5,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: 'What is "model" here?' },
          { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } },
          { type: "image_url", image_url: { url: `data:image/png;base64,${base64}AA` } },
        ],
      },
    ],
    seed: 1,
    user: "u",
    ...more,
  }).replace('"seed":1', '"seed":12345678901234567890');

/** The upstream request for this body. */
async function sentFor(body: string, status = 200): Promise<string> {
  const response = await running.call(key, body);
  await response.text();
  expect(response.status).toBe(status);
  return upstream.seen.at(-1)?.text ?? "";
}

describe("a request with large images", () => {
  it("is sent byte for byte, with only its model renamed", async () => {
    expect((await sentFor(textOf("media-plain"))) === textOf("media-plain")).toBe(true);
    expect((await sentFor(textOf("media-named"))) === textOf("media-renamed")).toBe(true);
  });

  it("requests its usage if it is streamed", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hi"])));
    const expected = textOf("media-renamed", { stream: true }).replace(
      "{",
      '{"stream_options":{"include_usage":true},',
    );
    expect((await sentFor(textOf("media-named", { stream: true }))) === expected).toBe(true);
  });

  it("has its channel's parameters, and not its forbidden fields", async () => {
    const expected = textOf("media-renamed").replace("{", '{"top_k":5,').replace(',"user":"u"', "");
    expect((await sentFor(textOf("media-changed"))) === expected).toBe(true);
    expect(JSON.parse(await sentFor(textOf("media-added")))).toEqual({
      ...JSON.parse(textOf("media-added")),
      top_k: 5,
    });
  });

  it("is translated whole", async () => {
    const content = [{ type: "text", text: "Hi" }];
    const usage = { input_tokens: 5, output_tokens: 2 };
    upstream.answer(jsonAnswer({ id: "i", type: "message", role: "assistant", content, usage }));
    const sent = await sentFor(textOf("media-claude"));
    expect(sent.includes(`"${base64}"`) && sent.includes(`"${base64}AA"`)).toBe(true);
  });

  it("is whole at the second channel, too", async () => {
    upstream.answer((response, request) => {
      const answer =
        request.json["model"] === "media-renamed"
          ? jsonAnswer({ error: "broken" }, 500)
          : jsonAnswer(chatAnswer());
      return answer(response, request);
    });
    expect((await sentFor(textOf("media-twice"))) === textOf("media-twice")).toBe(true);
    expect(upstream.seen[0]?.text === textOf("media-renamed")).toBe(true);
  });

  it("is rejected if it is not valid JSON at any position", async () => {
    for (const control of ["\n", "\u0000", "\u001f", "\\x"]) {
      await running.books();
      const spoiled = textOf("media-plain").replace(`${base64}AA`, `${base64}${control}AA`);
      const response = await running.call(key, spoiled);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("The body is not valid JSON.");
    }
    expect(upstream.seen).toEqual([]);
  });

  it("rejects duplicate metered fields, before or after its images", async () => {
    for (const [place, more] of [
      ["{", '{"max_tokens":9,'],
      [/\}$/, ',"max_tokens":9}'],
      [/\}$/, ',"max_token\\u0073":9}'],
    ] as const) {
      const text = textOf("media-plain").replace(place, more);
      expect(Object.keys(JSON.parse(text) as object).filter((name) => name === "max_tokens")).toHaveLength(1);
      await sentFor(text, 400);
    }
    expect(upstream.seen).toEqual([]);
  });

  it("may be chunked without a length", async () => {
    const text = textOf("media-named");
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < text.length; at += 50_000)
          controller.enqueue(Buffer.from(text.slice(at, at + 50_000)));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: pieces, duplex: "half" } as RequestInit;
    const response = await fetch(`${running.url}/v1/chat/completions`, init);
    expect(response.status).toBe(200);
    await response.text();
    expect(upstream.seen[0]?.text === textOf("media-renamed")).toBe(true);
  });
});

describe("the memory of a large request", () => {
  afterEach(() => vi.restoreAllMocks());

  const { transfer } = ArrayBuffer.prototype;

  /** How often memory of exactly this size was freed while the request was served. */
  async function freedFor(model: string): Promise<number> {
    const text = textOf(model);
    const freed: number[] = [];
    vi.spyOn(ArrayBuffer.prototype, "transfer").mockImplementation(function (
      this: ArrayBuffer,
      length?: number,
    ) {
      freed.push(this.byteLength);
      return transfer.call(this, length);
    });
    await sentFor(text);
    await running.books();
    vi.restoreAllMocks();
    return freed.filter((length) => length === Buffer.byteLength(text)).length;
  }

  it("is freed after it was served", async () => {
    expect(await freedFor("media-plain")).toBe(1);
  });

  it("is kept while a connection may still write it: at a channel that failed, behind a proxy", async () => {
    upstream.answer((response, request) => {
      const failed = request.json["model"] === "media-renamed";
      return jsonAnswer(failed ? { error: "broken" } : chatAnswer(), failed ? 500 : 200)(response, request);
    });
    expect(await freedFor("media-twice")).toBe(0);

    // For an absolute URL it responds as a proxy would.
    await running.aChannel({ base_url: upstream.url, models: ["media-behind"], proxy: upstream.url });
    expect(await freedFor("media-behind")).toBe(0);
  });
});

describe("a request in chunks", () => {
  const target = { proxy: "", connectTimeout: 1, firstByteTimeout: 1, idleTimeout: 1, totalTimeout: 5 };
  const pieces = [Buffer.from("one "), Buffer.from("two")];
  const none = (): void => {};

  it("is one text for signing, and for an upstream in this process", () => {
    const deadlines = createDeadlines();
    const sent: string[] = [];
    const note = (request: UpstreamRequest): void => void sent.push(String(request.body));
    const caller = createUpstreamCaller({ deadlines, client: testedClient });
    const request: UpstreamRequest = { method: "POST", url: "http://x/", headers: {}, pieces, sign: note };
    const local = (requested: UpstreamRequest) => {
      note(requested);
      return none;
    };
    caller
      .call(request, { ...target, local }, { onHead: none, onData: none, onEnd: none, onFail: none })
      .cancel();
    expect(sent).toEqual(["one two", "one two"]);
    deadlines.stop();
  });
});
