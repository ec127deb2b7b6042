import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  hang,
  hangUp,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
  textAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let channelId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

/** One channel with short limits; earlier ones are removed, so cooldowns of one test do not reach the next. */
async function onlyChannel(form: Parameters<RunningApp["aChannel"]>[0] = {}): Promise<number> {
  const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
  for (const channel of list.data) await running.api("DELETE", `/api/channel/${channel.id}`);
  const channel = await running.aChannel({
    base_url: upstream.url,
    first_byte_timeout: 1,
    idle_timeout: 1,
    total_timeout: 5,
    ...form,
  });
  return channel.id;
}

beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
  channelId = await onlyChannel();
});

const ask = (stream: boolean) => ({
  model: "test-model",
  stream,
  messages: [{ role: "user", content: "Say hello" }],
});

/** Frames of a stream whose upstream gives up after the first words. */
const errorInStream = [
  ...chatFrames(["Hel"]).slice(0, 2),
  'data: {"error":{"message":"boom at http://10.1.2.3/internal","type":"server_error","code":"oops"}}\n\n',
];

interface Fault {
  name: string;
  answer: Answer;
  stream: boolean;
  status: number;
  /** What the answer's error says, besides never naming the upstream. */
  code?: string;
  retryAfter?: string;
  endReason: string;
}

const faults: Fault[] = [
  {
    name: "401",
    answer: jsonAnswer({ error: { message: "Incorrect API key sk-abcdefghijklmnop" } }, 401),
    stream: false,
    status: 502,
    code: "upstream_error",
    endReason: "upstream_error",
  },
  {
    name: "402",
    answer: jsonAnswer({ error: { message: "Pay first" } }, 402),
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "403",
    answer: jsonAnswer({ error: { message: "No" } }, 403),
    stream: true,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "404",
    answer: jsonAnswer({ error: { message: "The model does not exist", code: "model_not_found" } }, 404),
    stream: false,
    status: 404,
    code: "model_not_found",
    endReason: "upstream_error",
  },
  {
    name: "400",
    answer: jsonAnswer({ error: { message: "Bad temperature", param: "temperature", code: "bad" } }, 400),
    stream: true,
    status: 400,
    code: "bad",
    endReason: "upstream_error",
  },
  {
    name: "429 with Retry-After",
    answer: jsonAnswer({ error: { message: "slow down" } }, 429, { "retry-after": "7" }),
    stream: false,
    status: 429,
    retryAfter: "7",
    endReason: "upstream_error",
  },
  {
    name: "429 without Retry-After",
    answer: jsonAnswer({ error: { message: "slow down" } }, 429),
    stream: true,
    status: 429,
    retryAfter: "1",
    endReason: "upstream_error",
  },
  {
    name: "500",
    answer: jsonAnswer({ error: { message: "internal" } }, 500),
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "529",
    answer: jsonAnswer({ error: { message: "overloaded" } }, 529),
    stream: true,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "an HTML page",
    answer: textAnswer("<html>nginx</html>", 200, "text/html"),
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "an HTML page for a stream",
    answer: textAnswer("<html>nginx</html>", 200, "text/html"),
    stream: true,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "HTML under an event stream's name",
    answer: textAnswer("<html>nginx</html>\n\n", 200, "text/event-stream"),
    stream: true,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "an empty body",
    answer: textAnswer("", 200, "application/json"),
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "an empty stream",
    answer: streamAnswer([]),
    stream: true,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "half a JSON body",
    answer: textAnswer('{"id":"x","choi', 200, "application/json"),
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "an error object with status 200",
    answer: jsonAnswer({ error: { message: "boom", type: "server_error" } }),
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "an error as the first event",
    answer: streamAnswer([errorInStream[2] as string]),
    stream: true,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "a gzip that is none",
    answer: (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end("not gzip at all");
    },
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
  {
    name: "a hang before the head",
    answer: hang,
    stream: false,
    status: 504,
    code: "upstream_timeout",
    endReason: "timeout",
  },
  {
    name: "a hang before the first event",
    answer: streamAnswer([], { hang: true }),
    stream: true,
    status: 504,
    endReason: "timeout",
  },
  {
    name: "a connection that is closed at once",
    answer: hangUp,
    stream: false,
    status: 502,
    endReason: "upstream_error",
  },
];

describe("faults of an upstream", () => {
  for (const fault of faults) {
    it(`answers ${fault.status} in the caller's format, free of charge: ${fault.name}`, async () => {
      const before = await running.books();
      upstream.answer(fault.answer);
      const response = await running.call(key, ask(fault.stream));
      const text = await response.text();
      expect(response.status).toBe(fault.status);
      expect(response.headers.get("x-request-id")).toMatch(/^\d{17}/);
      const { error } = JSON.parse(text) as { error: { message: string; type: string; code: string } };
      expect(error.message).toContain(response.headers.get("x-request-id"));
      if (fault.code) expect(error.code).toBe(fault.code);
      if (fault.retryAfter) expect(response.headers.get("retry-after")).toBe(fault.retryAfter);
      expect(text).not.toMatch(/127\.0\.0\.1|10\.1\.2\.3|sk-abc|upstream-key/);

      const after = await running.books();
      expect(after.balance).toBe(before.balance);
      expect(after.entries).toBe(after.balance);
      expect(after.logs).toHaveLength(1);
      expect(after.logs[0]).toMatchObject({ quota: 0, channel_id: channelId });
      expect(after.logs[0]?.metadata).toMatchObject({ end_reason: fault.endReason, usage_source: "none" });
      expect(after.logs[0]?.metadata.attempts?.[0]?.reason).not.toBe("");
      // Reservations are free again.
      await running.setBalance(after.balance);
    });
  }

  it("answers 502 when nobody listens at the address", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    await onlyChannel({ base_url: `http://127.0.0.1:${port}` });
    const response = await running.call(key, ask(false));
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain("127.0.0.1");
  });

  it("answers 502 for a name that does not resolve", async () => {
    await onlyChannel({ base_url: "http://no-such-host.invalid" });
    expect((await running.call(key, ask(true))).status).toBe(502);
  });
});

describe("streams that go wrong after the first byte", () => {
  const midway: { name: string; answer: Answer; reason: string }[] = [
    {
      name: "the connection breaks",
      answer: streamAnswer(chatFrames(["Hel", "lo"]), { cutAfter: 2 }),
      reason: "upstream_cut",
    },
    {
      name: "it ends without a finish",
      answer: streamAnswer(chatFrames(["Hel", "lo"]).slice(0, 3)),
      reason: "upstream_cut",
    },
    {
      name: "it hangs",
      answer: streamAnswer(chatFrames(["Hel", "lo"]).slice(0, 2), { hang: true }),
      reason: "timeout",
    },
    {
      name: "an error event comes",
      answer: streamAnswer(errorInStream, { pace: 5 }),
      reason: "upstream_error",
    },
  ];
  for (const { name, answer, reason } of midway) {
    it(`ends the caller's stream with an error and charges nothing when ${name}`, async () => {
      const before = await running.books();
      upstream.answer(answer);
      const response = await running.call(key, ask(true));
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain("Hel");
      expect(text).toMatch(/"error":\{/);
      expect(text).not.toContain("[DONE]");
      expect(text).not.toContain("10.1.2.3");
      const after = await running.books();
      expect(after.balance).toBe(before.balance);
      expect(after.logs[0]?.metadata.end_reason).toBe(reason);
      expect(upstream.seen).toHaveLength(1);
    });
  }
});

describe("usage that cannot be true", () => {
  const absurd: { name: string; usage: unknown; source: string; flagged: boolean }[] = [
    {
      name: "negative",
      usage: { prompt_tokens: -5, completion_tokens: -100 },
      source: "counted",
      flagged: true,
    },
    {
      name: "endless",
      usage: { prompt_tokens: 1e18, completion_tokens: 1e18 },
      source: "counted",
      flagged: true,
    },
    {
      name: "text",
      usage: { prompt_tokens: "many", completion_tokens: "lots" },
      source: "counted",
      flagged: false,
    },
    {
      name: "more cached than prompt",
      usage: { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 50 } },
      source: "upstream",
      flagged: true,
    },
    { name: "null", usage: null, source: "counted", flagged: false },
  ];
  for (const { name, usage, source, flagged } of absurd) {
    it(`is never credited: ${name}`, async () => {
      const before = await running.books();
      upstream.answer(jsonAnswer(chatAnswer({ usage })));
      expect((await running.call(key, ask(false))).status).toBe(200);
      const after = await running.books();
      expect(after.balance).toBeLessThanOrEqual(before.balance);
      expect(before.balance - after.balance).toBeLessThan(1000);
      expect(after.entries).toBe(after.balance);
      expect(after.logs[0]?.metadata.usage_source).toBe(source);
      expect(after.logs[0]?.metadata.usage_clamped ?? false).toBe(flagged);
    });
  }
});

describe("retries", () => {
  it("tries another channel before the first byte and shows the trail", async () => {
    const other = await startFakeUpstream();
    try {
      await onlyChannel({ name: "broken", priority: 5 });
      await running.aChannel({ name: "healthy", base_url: other.url });
      upstream.answer(jsonAnswer({ error: { message: "internal" } }, 500));
      const before = await running.books();
      const response = await running.call(key, ask(false));
      expect(response.status).toBe(200);
      expect(response.headers.get("x-tollgate-attempts")).toBe("2");
      const after = await running.books();
      expect(before.balance - after.balance).toBe(39);
      expect(after.logs).toHaveLength(1);
      expect(after.logs[0]?.metadata.attempts).toMatchObject([
        { channel_name: "broken", status: 500, reason: "server" },
        { channel_name: "healthy", status: 200, reason: "" },
      ]);
    } finally {
      await other.stop();
    }
  });

  it("does not retry the caller's own mistake", async () => {
    await running.aChannel({ name: "second", base_url: upstream.url });
    upstream.answer(jsonAnswer({ error: { message: "bad" } }, 400));
    expect((await running.call(key, ask(false))).status).toBe(400);
    expect(upstream.seen).toHaveLength(1);
  });

  it("switches a channel off when the upstream refuses its key, and says why", async () => {
    upstream.answer(
      jsonAnswer({ error: { message: "Incorrect API key provided", code: "invalid_api_key" } }, 401),
    );
    await running.call(key, ask(false));
    await expect
      .poll(async () => running.api("GET", `/api/channel/${channelId}`))
      .toMatchObject({ status: 3, status_reason: expect.stringContaining("Incorrect API key") as string });
  });

  it("leaves a channel on after a rate refusal", async () => {
    upstream.answer(jsonAnswer({ error: { message: "slow down" } }, 429));
    for (let i = 0; i < 5; i++) await running.call(key, ask(false));
    expect(await running.api("GET", `/api/channel/${channelId}`)).toMatchObject({ status: 1 });
  });
});
