import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PriceSimulation } from "@tollgate/contract/price-simulation";
import type { PriceInput } from "@tollgate/contract/pricing";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
  textAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Prices with rules, and prices per second, image and character, from the request to the log row. */
let upstream: FakeUpstream;
let running: RunningApp;
let key: string;

const tokens: PriceInput = { model: "", type: "tokens", channel_type: 1, input: 1, output: 2 };
const units: PriceInput = { ...tokens, input: 0, output: 0 };
const prices: PriceInput[] = [
  {
    ...tokens,
    model: "tiered",
    extra_ratios: { cached_tokens: 0.5 },
    rules: [
      { when: { prompt_above: 1000 }, input: 2, output: 3 },
      { when: { service_tier: "priority" }, ratio: 1.5 },
      { when: { service_tier: "flex" }, ratio: 0.25 },
    ],
  },
  {
    ...units,
    model: "dall-e-3",
    extra_ratios: { picture: 0.04 },
    rules: [{ when: { quality: "hd", size: "1024x1792" }, extra_ratios: { picture: 0.12 } }],
  },
  {
    ...units,
    model: "drawer",
    extra_ratios: { picture: 0.04 },
    rules: [
      { when: { size: "1024x1792" }, extra_ratios: { picture: 0.12 } },
      { when: { quality: "hd" }, extra_ratios: { picture: 0.12 } },
    ],
  },
  { ...units, model: "whisper-1", extra_ratios: { second: 0.0001 } },
  { ...tokens, model: "whisper-tokens" },
  { ...units, model: "tts-1", extra_ratios: { character: 0.000015 } },
];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.api("POST", "/api/prices/sync?updateMode=overwrite", prices);
  await running.aChannel({
    base_url: upstream.url,
    models: prices.map(({ model }) => model),
    plugin: { paid_fields: { "service_tier=flex": "0.5", "service_tier=priority": "3" } },
  });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => running.setBalance(10_000_000));

const messages = [{ role: "user", content: "hi" }];
const usage = (prompt: number, cached = 0, output = 10) => ({
  prompt_tokens: prompt,
  completion_tokens: output,
  total_tokens: prompt + output,
  prompt_tokens_details: { cached_tokens: cached },
});

/** Cost of a call, and its log row. */
async function charged(call: () => Promise<Response>) {
  const { balance: before } = await running.books();
  const response = await call();
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  const { balance, logs } = await running.books();
  return { cost: before - balance, metadata: logs.at(-1)?.metadata };
}

describe("a price with rules", () => {
  const send = (answer: object, more: object = {}) =>
    charged(() => {
      upstream.answer(jsonAnswer(chatAnswer({ model: "tiered", ...answer })));
      return running.call(key, { model: "tiered", messages, ...more });
    });

  it("charges the whole of a long prompt by its rule, cached tokens included", async () => {
    const border = await send({ usage: usage(1000, 400) });
    expect(border.cost).toBe(600 + 200 + 20);
    expect(border.metadata).not.toHaveProperty("price_rules");
    const above = await send({ usage: usage(1001, 400) });
    expect(above.cost).toBe(601 * 2 + 400 + 30);
    expect(above.metadata).toMatchObject({
      input_ratio: 2,
      output_ratio: 3,
      extra_ratios: { cached_tokens: 0.5 },
      price_rules: [{ when: { prompt_above: 1000 }, input: 2, output: 3 }],
    });
  });

  it("costs what the simulator shows", async () => {
    const call = { model: "tiered", usage: { input: 700, cached: 400, output: 10 }, service_tier: "flex" };
    const simulated = await running.api<PriceSimulation>("POST", "/api/prices/simulate", call);
    const { cost, metadata } = await send(
      { usage: usage(1100, 400), service_tier: "flex" },
      { service_tier: "flex" },
    );
    expect(simulated).toMatchObject({ cost, problem: "none", match: "exact", channel: { name: "channel" } });
    expect(simulated.rules).toEqual(metadata?.price_rules);
    const vendors = { ...call, service_tier: "ultrafast" };
    const unruled = await running.api<PriceSimulation>("POST", "/api/prices/simulate", vendors);
    expect(unruled).toMatchObject({ tier_ratio: 6 });
    expect((await send({ usage: usage(1100, 400), service_tier: "ultrafast" })).cost).toBe(unruled.cost);
  });

  it("keeps a row unchanged when the price is changed", async () => {
    const { metadata } = await send({ usage: usage(2000) });
    await running.api("PUT", "/api/prices/single/tiered", { ...prices[0], rules: [], input: 9 });
    const { logs } = await running.books();
    expect(logs.at(-1)?.metadata).toEqual(metadata);
    expect((await send({ usage: usage(2000) })).cost).toBe(18_020);
    await running.api("PUT", "/api/prices/single/tiered", prices[0]);
  });

  it("charges a tier by its own rule if the response names that tier, and by no ratio in addition", async () => {
    const served = (tier: string | undefined, requested?: string) =>
      send(
        { usage: usage(100), service_tier: tier },
        requested === undefined ? {} : { service_tier: requested },
      );
    const plain = 120;
    expect((await served("flex", "flex")).cost).toBe(plain / 4);
    expect((await served("priority", "priority")).cost).toBe(plain * 1.5);
    // The vendor's own multiplier for a tier that was not requested is 2.
    const raised = await served("priority");
    expect(raised.cost).toBe(plain * 1.5);
    expect(raised.metadata).toMatchObject({
      answered_tier: "priority",
      price_ratio: 1.5,
      price_raised: true,
    });
    expect((await served("default", "priority")).cost).toBe(plain);
    // Not in the price: the vendor's multiplier applies.
    expect((await served("ultrafast")).cost).toBe(plain * 6);
  });

  it("never charges less for a tier that only the caller names", async () => {
    const claimed = (tier: string) => send({ usage: usage(100) }, { service_tier: tier });
    expect((await claimed("flex")).cost).toBe(60);
    expect((await claimed("priority")).cost).toBe(360);
    const other = await send({ usage: usage(100), service_tier: "priority" }, { service_tier: "flex" });
    expect(other.cost).toBe(180);
  });

  it("reserves the cost of a prompt near the border, and rejects a call that this does not cover", async () => {
    // Estimated at half a token per byte, and a quarter more.
    const long = { messages: [{ role: "user", content: "a".repeat(1700) }], max_tokens: 1000 };
    const short = { messages: [{ role: "user", content: "a".repeat(1400) }], max_tokens: 1000 };
    const statusWith = async (balance: number, body: object) => {
      await running.setBalance(balance);
      upstream.answer(jsonAnswer(chatAnswer({ model: "tiered" })));
      const response = await running.call(key, { model: "tiered", ...body });
      await response.arrayBuffer();
      await running.books();
      return response.status;
    };
    expect(await statusWith(3500, short)).toBe(200);
    expect(await statusWith(3500, long)).toBe(402);
    expect(await statusWith(5500, long)).toBe(200);
    expect(await statusWith(5500, { ...long, service_tier: "priority" })).toBe(402);
  });
});

describe("a price per unit", () => {
  it("charges images by number, size and quality", async () => {
    upstream.answer(
      jsonAnswer({ created: 1, data: [{ url: "https://a.test/1" }, { url: "https://a.test/2" }] }),
    );
    const draw = (more: object) =>
      charged(() =>
        running.call(
          key,
          { model: "dall-e-3", prompt: "a cat", n: 2, ...more },
          { path: "/v1/images/generations" },
        ),
      );
    const standard = await draw({});
    expect(standard.cost).toBe(2 * 20_000);
    expect(standard.metadata).toMatchObject({ usage: { pictures: 2 }, extra_ratios: { picture: 0.04 } });
    const large = await draw({ quality: "hd", size: "1024x1792" });
    expect(large.cost).toBe(2 * 60_000);
    expect(large.metadata).toMatchObject({
      extra_ratios: { picture: 0.12 },
      price_rules: [{ when: { quality: "hd", size: "1024x1792" } }],
    });
  });

  describe("of images", () => {
    const large = 60_000;
    const draw = (fields: object, answer: object, events?: string[]) =>
      charged(() => {
        const data = [{ b64_json: "AAAA" }];
        upstream.answer(events ? streamAnswer(events) : jsonAnswer({ created: 1, data, ...answer }));
        return running.call(
          key,
          { model: "drawer", prompt: "a cat", ...fields },
          { path: "/v1/images/generations" },
        );
      });
    const four = Array.from({ length: 4 }, () => ({ b64_json: "AAAA" }));

    it("counts those in the response, and at least the requested number", async () => {
      expect((await draw({ batch_size: 4 }, { data: four })).cost).toBe(4 * 20_000);
      expect((await draw({ batch_size: 4 }, {})).cost).toBe(20_000);
      expect((await draw({ n: 3 }, {})).cost).toBe(3 * 20_000);
      expect((await draw({ n: 2 }, { data: four })).metadata).toMatchObject({ usage: { pictures: 4 } });
    });

    it.each([
      [{ size: "1024*1792" }, {}],
      [{ size: " 1024X1792" }, {}],
      [{ size: "1024 × 1792" }, {}],
      [{ image_size: "1024x1792" }, {}],
      [{ width: 1024, height: 1792 }, {}],
      [{ size: "auto" }, { size: "1024x1792" }],
      [{}, { size: "1024x1792" }],
      [{ size: "512x512" }, { size: "1024x1792" }],
      [{ size: "1024x1792" }, { size: "512x512" }],
      // Nothing reports what was drawn.
      [{ size: "auto" }, {}],
      [{ size: "portrait" }, {}],
      [{ quality: "HD " }, {}],
      [{ quality: "auto" }, { quality: "hd" }],
      [{ quality: "auto" }, {}],
    ])("are charged by the more expensive rule: requested %j, returned %j", async (requested, answer) => {
      const { cost, metadata } = await draw(requested, answer);
      expect(cost).toBe(large);
      expect(metadata?.price_rules).toHaveLength(1);
    });

    it.each([
      [{ size: "512x512" }, {}],
      [{ size: "auto" }, { size: "512x512" }],
      [
        { size: "auto", quality: "auto" },
        { size: "512x512", quality: "low" },
      ],
      [{}, {}],
    ])("are charged by no rule that does not apply: requested %j, returned %j", async (requested, answer) => {
      expect((await draw(requested, answer)).cost).toBe(20_000);
    });

    it("are charged by the events of a stream", async () => {
      const done = { type: "image_generation.completed", b64_json: "AAAA", size: "1024x1792" };
      const event = `data: ${JSON.stringify(done)}\n\n`;
      const { cost } = await draw({ stream: true }, {}, [event, event, event]);
      expect(cost).toBe(3 * large);
    });

    it("are reserved at the most expensive rule if the model chooses, and at the highest number in any field", async () => {
      const statusWith = async (balance: number, fields: object) => {
        await running.setBalance(balance);
        upstream.answer(jsonAnswer({ created: 1, data: [{ b64_json: "AAAA" }], size: "512x512" }));
        const body = { model: "drawer", prompt: "a cat", ...fields };
        const { status } = await running.call(key, body, { path: "/v1/images/generations" });
        await running.books();
        return status;
      };
      expect(await statusWith(59_999, { size: "auto" })).toBe(402);
      expect(await statusWith(60_000, { size: "auto" })).toBe(200);
      expect(await statusWith(20_000, { size: "512x512", quality: "low" })).toBe(200);
      expect(await statusWith(79_999, { size: "512x512", quality: "low", batch_size: 4 })).toBe(402);
    });
  });

  it("charges transcripts per second: as reported, else by their words, and at least one", async () => {
    const transcribe = (answer: unknown) =>
      charged(() => {
        upstream.answer(
          typeof answer === "string" ? textAnswer(answer, 200, "text/plain") : jsonAnswer(answer),
        );
        const form = new FormData();
        form.set("file", new File([Buffer.alloc(4000, 1)], "talk.mp3", { type: "audio/mpeg" }));
        form.set("model", "whisper-1");
        const headers = { authorization: `Bearer ${key}` };
        return fetch(`${running.url}/v1/audio/transcriptions`, { method: "POST", body: form, headers });
      });
    const reported = await transcribe({ text: "words", usage: { type: "duration", seconds: 90 } });
    expect(reported.cost).toBe(90 * 50);
    expect(reported.metadata).toMatchObject({ usage: { seconds: 90 } });
    expect(reported.metadata?.usage).not.toHaveProperty("input_audio");
    expect((await transcribe({ text: "words", duration: 12.4 })).cost).toBe(13 * 50);
    expect((await transcribe("")).cost).toBe(50);
    const counted = await transcribe("one two three four five six seven eight nine ten");
    expect(counted.cost).toBe(3 * 50);
  });

  describe("of a transcript without a reported duration", () => {
    /** 128 kbit/s, 44,100 Hz: 26 milliseconds in 417 bytes. */
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)]);
    const minute = Buffer.alloc(frame.length * 2296, frame);
    const transcribe = (format: string, answer: string, more: Record<string, string> = {}) => {
      upstream.answer(textAnswer(answer, 200, format === "vtt" ? "text/vtt" : "text/plain"));
      const form = new FormData();
      form.set("file", new File([minute], "talk.txt", { type: "text/plain" }));
      for (const [name, value] of Object.entries({ model: "whisper-1", response_format: format, ...more }))
        form.set(name, value);
      const headers = { authorization: `Bearer ${key}` };
      return fetch(`${running.url}/v1/audio/transcriptions`, { method: "POST", body: form, headers });
    };
    const cue = (end: string) => `1\n00:00:00,000 --> ${end}\nHello.\n`;

    it.each([
      ["text", "text", "Hello.\n", 60],
      ["text of silence", "text", "", 60],
      ["subtitles that end before", "srt", cue("00:00:02,000"), 60],
      ["SubRip that ends after", "srt", cue("00:02:03,456"), 124],
      ["WebVTT that ends after", "vtt", `WEBVTT\n\n${cue("02:03.456")}`, 124],
      ["more words than are spoken in a minute", "text", "word ".repeat(600), 60],
    ])("charges the length of the recording: %s", async (_what, format, answer, length) => {
      const { cost, metadata } = await charged(() => transcribe(format, answer));
      expect(metadata).toMatchObject({ usage: { seconds: length } });
      expect(cost).toBe(length * 50);
    });

    it("charges it by the token if the price is per token", async () => {
      const silence = await charged(() => transcribe("text", "", { model: "whisper-tokens" }));
      expect(silence.metadata).toMatchObject({ usage: { input_audio: 200 } });
      expect(silence.cost).toBe(200);
      const words = await charged(() => transcribe("text", "word ".repeat(600), { model: "whisper-tokens" }));
      expect(words.cost).toBeGreaterThanOrEqual(1200);
    });
  });

  it("rejects calls that do not count the unit, since they would be free", async () => {
    upstream.answer(jsonAnswer(chatAnswer({ model: "dall-e-3", usage: usage(1000) })));
    const before = upstream.seen.length;
    const rejections = [
      await running.call(key, { model: "dall-e-3", messages }),
      await running.call(key, { model: "whisper-1", input: "a long text" }, { path: "/v1/embeddings" }),
      await running.call(
        key,
        { model: "whisper-1", voice: "alloy", input: "words" },
        { path: "/v1/audio/speech" },
      ),
    ];
    for (const rejected of rejections) expect(await rejected.text()).toMatch(/is per (picture|second), and/);
    expect(upstream.seen).toHaveLength(before);
  });

  it("charges speech by its characters and not by its bytes", async () => {
    upstream.answer(textAnswer("sound", 200, "audio/mpeg"));
    const speak = { model: "tts-1", voice: "alloy", input: "你好，世界" };
    const { cost, metadata } = await charged(() => running.call(key, speak, { path: "/v1/audio/speech" }));
    expect(metadata).toMatchObject({ usage: { characters: 5 } });
    expect(cost).toBe(Math.ceil(5 * 7.5));
  });
});
