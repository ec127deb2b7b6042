import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBooks } from "../conformance/expect-charged.ts";
import { frameLines } from "../conformance/feed-stream.ts";
import { hasRecordings, type Recording, recordingAt, recordingsIn } from "../conformance/recordings.ts";
import { type Replay, startReplay } from "../conformance/start-replay.ts";
import { type Answer, jsonAnswer, streamAnswer } from "../fake-upstream/fake-upstream.ts";

/**
 * Plays recorded errors to a running server in every caller format: status, retry time, shape; and nothing is billed.
 */
describe.skipIf(!hasRecordings)("recorded errors (skipped: not present)", () => {
  let replay: Replay;

  beforeAll(async () => {
    replay = await startReplay();
    // A failed model cools down, and a channel without money is disabled: each case has its own channel.
    for (const [at] of requested.entries())
      for (const { name, type, model } of failures) await replay.add(`${name}-${at}`, type, model);
    await replay.add("pictures", 1, "gpt-image-x");
  });
  afterAll(() => replay?.stop());

  async function fail(answer: Answer, path: string, body: object): Promise<Failed> {
    replay.upstream.answer(answer);
    const before = await openBooks(replay.running);
    const response = await replay.running.call(replay.key, body, { path });
    const text = await response.text();
    const { balance, tokenUsed } = await openBooks(replay.running);
    expect({ balance, tokenUsed }).toEqual({ balance: before.balance, tokenUsed: before.tokenUsed });
    expect(response.headers.get("content-type")).toContain("application/json");
    return {
      status: response.status,
      wait: response.headers.get("retry-after"),
      body: JSON.parse(text) as unknown,
    };
  }

  describe.each([...requested.entries()])("format %i", (at, { format, path, body, limited, broken }) => {
    it(`${format}: Google's quota error has the retry time`, async () => {
      const answer = jsonAnswer(recordingAt("google/gemini", "google-429-retry-info.json"), 429);
      const failed = await fail(answer, path(`quota-${at}`), body(`quota-${at}`));
      expect(failed).toEqual({ status: 429, wait: "35", body: limited });
    });

    it(`${format}: an upstream's account without money`, async () => {
      const answer = jsonAnswer(recordingAt("openai/responses", "openai-error.1.json"), 429);
      const failed = await fail(answer, path(`money-${at}`), body(`money-${at}`));
      expect(failed).toEqual({ status: 502, wait: null, body: broken });
    });

    it(`${format}: the same in a stream that has begun`, async () => {
      const { lines } = recordingsIn("openai/responses").find(isFailedStream) as { lines: string[] };
      const answer = streamAnswer([frameLines(lines, "event-and-data").toString("utf8")]);
      const failed = await fail(answer, path(`stream-${at}`), body(`stream-${at}`));
      expect(failed).toEqual({ status: 502, wait: null, body: broken });
    });
  });

  it("a parameter that the upstream rejects is reported to its caller unchanged", async () => {
    const recorded = recordingAt("openai/image", "gpt-image-response-format-error.json") as Failed["body"];
    const body = { model: "pictures", prompt: "A boat" };
    const failed = await fail(jsonAnswer(recorded, 400), "/v1/images/generations", body);
    const { error } = recorded as { error: { message: string } };
    const message = expect.stringContaining(error.message) as unknown;
    expect(failed).toEqual({ status: 400, wait: null, body: { error: { ...error, message } } });
  });
});

interface Failed {
  status: number;
  wait: string | null;
  body: unknown;
}

const isFailedStream = (recording: Recording): boolean =>
  "lines" in recording && recording.lines.some((line) => line.includes('"type":"response.failed"'));

const failures = [
  { name: "quota", type: 25, model: "gemini-x" },
  { name: "money", type: 1, model: "gpt-5.2-codex" },
  { name: "stream", type: 1, model: "gpt-5.2-codex" },
];

const messages = [{ role: "user", content: "hi" }];
const text: unknown = expect.stringMatching(/./);
const openAiShapes = {
  limited: { error: { message: text, type: "rate_limit_error", param: null, code: "rate_limit_exceeded" } },
  broken: { error: { message: text, type: "server_error", param: null, code: "upstream_error" } },
};

/** Each vendor's error for the same two problems; the account is the operator's matter. */
const requested = [
  {
    format: "openai-chat",
    path: () => "/v1/chat/completions",
    body: (model: string) => ({ model, messages, ...streamed(model) }),
    ...openAiShapes,
  },
  {
    format: "openai-responses",
    path: () => "/v1/responses",
    body: (model: string) => ({ model, input: "hi", ...streamed(model) }),
    ...openAiShapes,
  },
  {
    format: "anthropic-messages",
    path: () => "/v1/messages",
    body: (model: string) => ({ model, messages, max_tokens: 9, ...streamed(model) }),
    limited: { type: "error", error: { type: "rate_limit_error", message: text }, request_id: text },
    broken: { type: "error", error: { type: "api_error", message: text }, request_id: text },
  },
  {
    format: "gemini-generate",
    path: (model: string) =>
      `/v1beta/models/${model}:${model.startsWith("stream") ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: () => ({ contents: [{ role: "user", parts: [{ text: "hi" }] }] }),
    limited: {
      error: {
        code: 429,
        message: text,
        status: "RESOURCE_EXHAUSTED",
        details: [
          expect.objectContaining({ reason: "RATE_LIMIT_EXCEEDED" }) as unknown,
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "35s" },
        ],
      },
    },
    broken: {
      error: {
        code: 502,
        message: text,
        status: "UNAVAILABLE",
        details: [expect.objectContaining({ reason: "UPSTREAM_ERROR" }) as unknown],
      },
    },
  },
];

function streamed(model: string): { stream?: true } {
  return model.startsWith("stream") ? { stream: true } : {};
}
