import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { dialects } from "./fault-dialects.ts";

/** Small bodies that reference large content: its cost is reserved before anything is sent. */
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

/** One dollar is 500,000 quota; the prices are $3 and $15 per million tokens. */
const cent = 5000;
const price = { type: "tokens", channel_type: 1, input: 1.5, output: 7.5 } as const;
const usage: [number, number] = [160_000, 10];
const costOfOne = 160_000 * 1.5 + 10 * 7.5;
const pdf = "https://files.test/report.pdf";

const calls = {
  Messages: {
    path: "/v1/messages",
    dialect: dialects.messages,
    body: {
      model: "test-claude",
      max_tokens: 10,
      messages: [{ role: "user", content: [{ type: "document", source: { type: "url", url: pdf } }] }],
    },
  },
  Responses: {
    path: "/v1/responses",
    dialect: dialects.responses,
    body: {
      model: "test-gpt",
      max_output_tokens: 10,
      input: [{ role: "user", content: [{ type: "input_file", file_url: pdf }] }],
    },
  },
  "Chat Completions": {
    path: "/v1/chat/completions",
    dialect: dialects.chat,
    body: {
      model: "test-gpt",
      max_tokens: 10,
      messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }],
    },
  },
  Gemini: {
    path: "/v1beta/models/test-gemini:generateContent",
    dialect: dialects.gemini,
    body: {
      contents: [{ parts: [{ fileData: { mimeType: "application/pdf", fileUri: "gs://a/b.pdf" } }] }],
      generationConfig: { maxOutputTokens: 10 },
    },
  },
};

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`sixty parallel calls that reference a PDF, on ${name}`, () => {
    let running: RunningApp;
    let key: string;
    beforeAll(async () => {
      running = await startApp(location);
      await running.aPrice({ model: "test-*", ...price });
      await running.aChannel({ base_url: upstream.url, type: 14, models: ["test-claude"] });
      await running.aChannel({ base_url: upstream.url, type: 1, models: ["test-gpt"] });
      await running.aChannel({ base_url: upstream.url, type: 25, models: ["test-gemini"] });
      key = (await running.aToken()).key;
    });
    afterAll(() => running.stop());

    const attack = async ({ path, dialect, body }: (typeof calls)[keyof typeof calls], times: number) => {
      upstream.answer(jsonAnswer(dialect.whole(usage)));
      const answers = await Promise.all(
        Array.from({ length: times }, () => running.call(key, body, { path })),
      );
      await Promise.all(answers.map((answer) => answer.text()));
      await running.books();
      return answers.map((answer) => answer.status);
    };

    it("never succeed with one cent, and exceed a small balance by no more than one call", async () => {
      await running.setBalance(cent);
      expect(new Set(await attack(calls.Messages, 60))).toEqual(new Set([402]));
      expect(upstream.seen).toHaveLength(0);
      expect((await running.books()).balance).toBe(cent);

      await running.setBalance(310_000);
      const statuses = await attack(calls.Messages, 60);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const books = await running.books();
      expect(books.balance).toBe(310_000 - costOfOne);
      expect(books.entries).toBe(books.balance);
      const uncollected = books.logs.map(({ metadata }) => metadata.uncollected ?? 0);
      expect(uncollected).toEqual([0]);
    });

    it.each(Object.entries(calls))("never succeed in the format %s", async (_name, call) => {
      await running.setBalance(cent);
      expect(new Set(await attack(call, 10))).toEqual(new Set([402]));
      expect(upstream.seen).toHaveLength(0);
      await running.setBalance(1_000_000);
      expect(await attack(call, 1)).toEqual([200]);
    });
  });
}

describe("a call that continues a stored response", () => {
  let running: RunningApp;
  let key: string;
  beforeEach(async () => {
    running = await startApp();
    await running.aPrice({ model: "test-*", ...price });
    await running.aChannel({ base_url: upstream.url, type: 1, models: ["test-gpt"] });
    key = (await running.aToken()).key;
  });
  afterEach(() => running.stop());

  const send = async (more: object): Promise<number> => {
    const body = { model: "test-gpt", input: "go on", max_output_tokens: 10, ...more };
    const response = await running.call(key, body, { path: "/v1/responses" });
    await response.text();
    await running.books();
    return response.status;
  };
  const answered = (prompt: number, id: string) => ({ ...dialects.responses.whole([prompt, 10]), id });
  const streamed = (prompt: number, id: string) => {
    const created = { type: "response.created", response: { ...answered(prompt, id), usage: null } };
    const completed = { type: "response.completed", response: answered(prompt, id) };
    const delta = { type: "response.output_text.delta", delta: "Hi" };
    return [created, delta, completed].map(
      (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
  };

  it.each([
    ["a whole answer", false],
    ["a stream", true],
  ])("reserves its length, regardless of its own body: of %s", async (_of, stream) => {
    await running.setBalance(10_000_000);
    const first = stream
      ? streamAnswer(streamed(160_000, "resp_long"))
      : jsonAnswer(answered(160_000, "resp_long"));
    upstream.answer(first);
    expect(await send({ stream })).toBe(200);
    upstream.answer(jsonAnswer(answered(160_000, "resp_next")));
    await running.setBalance(200_000);
    expect(await send({ previous_response_id: "resp_long" })).toBe(402);
    expect(upstream.seen).toHaveLength(0);
    await running.setBalance(250_000);
    expect(await send({ previous_response_id: "resp_long" })).toBe(200);
  });

  it("is accepted for a small account whose conversation is short", async () => {
    upstream.answer(jsonAnswer(answered(20, "resp_short")));
    expect(await send({})).toBe(200);
    await running.setBalance(cent / 10);
    expect(await send({ previous_response_id: "resp_short" })).toBe(200);
  });
});
