import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type Books, type RunningApp, startApp } from "../support/start-app.ts";

const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

/** Without an output limit; its prompt is counted as ten tokens by the upstream. */
const body = { model: "test-model", messages: [{ role: "user", content: "Write a book." }] };
const promptTokens = 10;
/** Output without any limit. */
const wantedTokens = 16_000;
const wholeCost = promptTokens + wantedTokens;

/** Responds with as many tokens as the model would write, or as the limit allows. */
function writer(honours: boolean): Answer {
  return (response, request) => {
    const limit = Number(request.json.max_completion_tokens ?? request.json.max_tokens ?? Infinity);
    const completion = honours ? Math.min(wantedTokens, limit) : wantedTokens;
    const total = promptTokens + completion;
    const usage = { prompt_tokens: promptTokens, completion_tokens: completion, total_tokens: total };
    setTimeout(() => jsonAnswer(chatAnswer({ usage }))(response, request), 100);
  };
}

/** The cost of everything that was delivered. */
const delivered = ({ logs }: Books): number =>
  logs.reduce((sum, log) => sum + log.prompt_tokens + log.completion_tokens, 0);

/** Once no call is running. */
async function setBalance(running: RunningApp, quota: number): Promise<void> {
  await running.books();
  await running.setBalance(quota);
}

async function setUp(location: DatabaseLocation | undefined): Promise<{ running: RunningApp; key: string }> {
  const running = await startApp(location);
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
  const { key } = await running.aToken();
  const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
  const group = groups.data.find((entry) => entry.symbol === "default");
  await running.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
  return { running, key };
}

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`fifty parallel calls for long responses with balance for five, on ${name}`, () => {
    let running: RunningApp;
    let key: string;
    beforeAll(async () => {
      ({ running, key } = await setUp(location));
    });
    afterAll(() => running.stop());
    let earlier: number;
    beforeEach(async () => {
      await setBalance(running, wholeCost * 5);
      earlier = (await running.books()).logs.length;
    });
    const booksNow = async (): Promise<Books> => {
      const books = await running.books();
      return { ...books, logs: books.logs.slice(earlier) };
    };

    const attack = (onAnswer?: (answer: Response) => void): Promise<Response[]> =>
      Promise.all(
        Array.from({ length: 50 }, async () => {
          const answer = await running.call(key, body);
          onAnswer?.(answer);
          return answer;
        }),
      );

    it("deliver no more than the balance pays for, if the upstream honours limits", async () => {
      upstream.answer(writer(true));
      const answers = await attack();
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 402]));
      const limits = answers.filter((a) => a.ok).map((a) => Number(a.headers.get("x-tollgate-max-output")));
      expect(limits.every((limit) => limit >= 256)).toBe(true);
      expect(new Set(upstream.seen.map(({ json }) => json.max_tokens))).toEqual(new Set(limits));
      const books = await booksNow();
      expect(delivered(books)).toBeLessThanOrEqual(wholeCost * 5);
      expect(books.balance).toBe(wholeCost * 5 - delivered(books));
      expect(books.logs.every(({ metadata }) => metadata.uncollected === undefined)).toBe(true);
    });

    it("lose no more than what was running before the first loss, if the upstream ignores limits", async () => {
      const held: (() => void)[] = [];
      upstream.answer((response, request) => {
        held.push(() => writer(false)(response, request));
      });
      let rejected = 0;
      const attacking = attack((answer) => {
        if (!answer.ok) rejected += 1;
      });
      // None ends before the last one has begun.
      await vi.waitFor(() => expect(held.length + rejected).toBe(50));
      for (const answer of held) answer();
      const first = await attacking;
      const served = first.filter((answer) => answer.ok).length;
      // Each of them reserved the assumed output.
      expect(served).toBeLessThanOrEqual(Math.ceil((wholeCost * 5) / 4096));
      const lost = delivered(await booksNow()) - wholeCost * 5;
      expect(lost).toBe((served - 5) * wholeCost);
      expect((await booksNow()).balance).toBe(0);
      expect(new Set((await attack()).map(({ status }) => status))).toEqual(new Set([402]));
      expect(await running.api("GET", "/api/user/dashboard/uncollected")).toMatchObject({
        all_time: lost,
        last_30_days: lost,
        last_30_days_calls: served,
      });
    });

    it("all get a share if there are ten that honour it", async () => {
      const usage = { prompt_tokens: 10, completion_tokens: 300, total_tokens: 310 };
      upstream.answer((response, request) => {
        setTimeout(() => jsonAnswer(chatAnswer({ usage }))(response, request), 50);
      });
      const answers = await Promise.all(Array.from({ length: 10 }, () => running.call(key, body)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect((await booksNow()).balance).toBe(wholeCost * 5 - 3100);
    });
  });
}

describe("a call without an output limit", () => {
  let running: RunningApp;
  let key: string;
  beforeAll(async () => {
    ({ running, key } = await setUp(undefined));
  });
  afterAll(() => running.stop());
  beforeEach(() => setBalance(running, 3000));

  it("passes unchanged, byte for byte, if the balance covers the largest response", async () => {
    upstream.answer(writer(true));
    await setBalance(running, 200_000);
    const text = JSON.stringify(body, null, 3);
    const answer = await running.call(key, text);
    expect(answer.headers.get("x-tollgate-max-output")).toBeNull();
    expect(upstream.seen[0]?.text).toBe(text);
    expect((await running.books()).balance).toBe(200_000 - wholeCost);
  });

  it("gets a limit while the largest response of another call is reserved, and none after that", async () => {
    const held: (() => void)[] = [];
    upstream.answer((response, request) => {
      held.push(() => writer(true)(response, request));
    });
    await setBalance(running, 200_000);
    const first = running.call(key, body);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const second = running.call(key, body);
    await vi.waitFor(() => expect(held).toHaveLength(2));
    for (const answer of held) answer();
    expect((await first).headers.get("x-tollgate-max-output")).toBeNull();
    expect((await second).headers.get("x-tollgate-max-output")).toBe("4096");
    await running.books();
    await setBalance(running, 200_000);
    upstream.answer(writer(true));
    expect((await running.call(key, body)).headers.get("x-tollgate-max-output")).toBeNull();
  });

  it("gets it if the limit is null, in streams, and with a channel's own parameters", async () => {
    upstream.answer(writer(true));
    const limitOf = async (more: object) => {
      upstream.seen.length = 0;
      await setBalance(running, 3000);
      const answer = await running.call(key, { ...body, ...more });
      expect(answer.status).toBe(200);
      const { max_tokens, max_completion_tokens } = upstream.seen[0]?.json ?? {};
      expect(String(max_tokens ?? max_completion_tokens)).toBe(answer.headers.get("x-tollgate-max-output"));
      return { max_tokens, max_completion_tokens };
    };
    const expected = { max_tokens: expect.any(Number) as number, max_completion_tokens: undefined };
    expect(await limitOf({ max_tokens: null })).toEqual(expected);
    expect(await limitOf({ max_completion_tokens: null })).toEqual(expected);
    upstream.answer(
      streamAnswer(chatFrames(["one "], { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 })),
    );
    expect(await limitOf({ stream: true })).toEqual(expected);
    upstream.answer(writer(true));
    const { id } = await running.aChannel({
      base_url: upstream.url,
      priority: 9,
      custom_parameter: JSON.stringify({ overwrite: true, max_tokens: 100_000 }),
    });
    expect(await limitOf({})).toEqual(expected);
    expect(Number(upstream.seen[0]?.json.max_tokens)).toBeLessThan(3000);
    await running.api("DELETE", `/api/channel/${id}`);
  });

  it("divides it among its requested responses", async () => {
    upstream.answer(writer(true));
    const answer = await running.call(key, { ...body, n: 4 });
    expect(Number(answer.headers.get("x-tollgate-max-output"))).toBeLessThanOrEqual(750);
    expect(Number(answer.headers.get("x-tollgate-max-output"))).toBeGreaterThan(600);
  });

  it("is counted at the most expensive class of its response", async () => {
    await running.aPrice({
      model: "speaking-model",
      type: "tokens",
      channel_type: 1,
      input: 1,
      output: 1,
      extra_ratios: { output_audio_tokens: 4 },
    });
    await running.aChannel({ base_url: upstream.url, models: ["speaking-model"] });
    upstream.answer(writer(true));
    const answer = await running.call(key, { ...body, model: "speaking-model" });
    expect(Number(answer.headers.get("x-tollgate-max-output"))).toBeLessThanOrEqual(3000 / 4);
  });

  it("is rejected if not even a short response is covered", async () => {
    upstream.answer(writer(true));
    await setBalance(running, 200);
    expect((await running.call(key, body)).status).toBe(402);
    expect(upstream.seen).toEqual([]);
  });

  it("is bounded by a token's quota as well", async () => {
    await setBalance(running, 1_000_000);
    const token = await running.aToken({ unlimited_quota: false, remain_quota: 2000 });
    upstream.answer(writer(true));
    const answer = await running.call(token.key, body);
    expect(Number(answer.headers.get("x-tollgate-max-output"))).toBeLessThan(2000);
    expect(answer.status).toBe(200);
    expect((await running.books()).logs.at(-1)?.metadata.uncollected).toBeUndefined();
  });

  it("is not limited if output is free or the call has one price", async () => {
    await setBalance(running, 3000);
    const prices = { "free-output": [1, 0, "tokens"], "per-call": [1, 0, "times"] } as const;
    for (const [model, [input, output, type]] of Object.entries(prices)) {
      await running.aPrice({ model, type, channel_type: 1, input, output });
      await running.aChannel({ base_url: upstream.url, models: [model] });
      upstream.answer(writer(true));
      const answer = await running.call(key, { ...body, model });
      expect([answer.status, answer.headers.get("x-tollgate-max-output")]).toEqual([200, null]);
    }
  });
});

describe("the limit", () => {
  let running: RunningApp;
  let key: string;
  beforeAll(async () => {
    ({ running, key } = await setUp(undefined));
    const types = { "test-claude": 14, "test-gemini": 25, "our-instruct": 1, "gpt-7-next": 1 };
    for (const [model, type] of Object.entries(types)) {
      await running.aPrice({ model, type: "tokens", channel_type: type, input: 1, output: 1 });
      await running.aChannel({ base_url: upstream.url, models: [model], type });
    }
  });
  afterAll(() => running.stop());
  beforeEach(() => setBalance(running, 3000));

  const messages = [{ role: "user", content: "Write a book." }];
  const contents = [{ role: "user", parts: [{ text: "Write a book." }] }];
  const gemini = "/v1beta/models/test-gemini:generateContent";
  const path = (json: Record<string, unknown>, ...names: string[]): unknown =>
    names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], json);

  it.each([
    ["Chat", "/v1/chat/completions", { model: "test-model", messages }, ["max_tokens"]],
    [
      "Chat with reasoning",
      "/v1/chat/completions",
      { model: "gpt-7-next", messages },
      ["max_completion_tokens"],
    ],
    ["Responses", "/v1/responses", { model: "test-model", input: "Write." }, ["max_output_tokens"]],
    ["Completions", "/v1/completions", { model: "our-instruct", prompt: "a" }, ["max_tokens"]],
    ["Gemini", gemini, { contents }, ["generationConfig", "maxOutputTokens"]],
    [
      "Gemini in the other spelling",
      gemini,
      { contents, generation_config: { temperature: 0.5 } },
      ["generation_config", "maxOutputTokens"],
    ],
    [
      "Gemini in both spellings",
      gemini,
      { contents, generationConfig: {}, generation_config: { maxOutputTokens: 60_000 } },
      ["generationConfig", "maxOutputTokens"],
    ],
    ["Chat at Anthropic", "/v1/chat/completions", { model: "test-claude", messages }, ["max_tokens"]],
    [
      "Chat at Gemini",
      "/v1/chat/completions",
      { model: "test-gemini", messages },
      ["generationConfig", "maxOutputTokens"],
    ],
    ["Responses at Anthropic", "/v1/responses", { model: "test-claude", input: "Write." }, ["max_tokens"]],
  ])("uses the upstream's own field: %s", async (_name, address, request, field) => {
    upstream.answer(jsonAnswer({ error: { message: "enough" } }, 400));
    await running.call(key, request, { path: address });
    const sent = upstream.seen[0]?.json ?? {};
    expect(path(sent, ...field)).toBeGreaterThan(2_500);
    expect(path(sent, ...field)).toBeLessThan(3_000);
    expect(JSON.stringify(sent)).not.toContain("60000");
    expect((await running.books()).balance).toBe(3000);
  });

  it("set by a caller is not lowered: the error names the covered one", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const rejected = await running.call(key, { model: "test-model", messages, max_tokens: 16_000 });
    expect(rejected.status).toBe(402);
    const { error } = (await rejected.json()) as { error: { message: string } };
    const covered = Number(/An output limit of (\d+) tokens/.exec(error.message)?.[1]);
    expect(covered).toBeGreaterThan(2_500);
    const served = await running.call(key, { model: "test-model", messages, max_tokens: covered });
    expect(served.status).toBe(200);
    expect(served.headers.get("x-tollgate-max-output")).toBeNull();
    expect(upstream.seen.map(({ json }) => json.max_tokens)).toEqual([covered]);
  });
});
