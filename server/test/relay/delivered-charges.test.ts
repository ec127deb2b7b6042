import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  type Answer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
  textAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { passTime } from "../support/pass-time.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * Delivered content is charged: after our own time limit, for fewer responses than requested, for audio without words.
 */
const postgresUrl = await postgresOrSkip();
const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`on ${name}`, () => {
    let running: RunningApp;
    let upstream: FakeUpstream;
    let key: string;

    beforeAll(async () => {
      upstream = await startFakeUpstream();
      running = await startApp(location);
      const tokens = { type: "tokens", channel_type: 1 } as const;
      await running.aPrice({ ...tokens, model: "test-*", input: 2, output: 3 });
      await running.aPrice({ ...tokens, model: "test-words-only", input: 0, output: 3 });
      await running.aPrice({ ...tokens, model: "test-gratis", input: 0, output: 0 });
      await running.aChannel({ base_url: upstream.url, models: ["test-model"] });
      const limits = [
        ["test-brief", 200, 100],
        ["test-lively", 100, 200],
      ] as const;
      for (const [model, idle_timeout, total_timeout] of limits)
        await running.aChannel({ base_url: upstream.url, models: [model], idle_timeout, total_timeout });
      await running.aChannel({ base_url: upstream.url, type: 25, models: ["test-gemini"] });
      await running.aChannel({ base_url: upstream.url, models: ["test-patient"] });
      const sound = ["test-sound", "test-words-only", "test-gratis"];
      await running.aChannel({ base_url: upstream.url, models: sound });
      key = (await running.aToken()).key;
      await running.setBalance(10_000_000);
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
    });
    beforeEach(async () => {
      await running.books();
      await running.app.database.queries.deleteFrom("logs").execute();
    });
    afterEach(() => void vi.restoreAllMocks());

    /** The response text, and its charge, booked once. */
    async function charged(answer: Answer, call: () => Promise<Response>) {
      upstream.answer(answer);
      const before = await running.books();
      const response = await call();
      const text = await response.text();
      const after = await running.books();
      expect(after.entries).toBe(after.balance);
      expect(after.logs).toHaveLength(1);
      const [log] = after.logs;
      expect(log?.quota).toBe(before.balance - after.balance);
      return { status: response.status, text, quota: before.balance - after.balance, log };
    }

    describe("a response that exceeds the total timeout", () => {
      /** Calls, and lets 101 seconds pass once the caller has read this word. */
      const sendUntil = (word: string, model: string) => async (): Promise<Response> => {
        const messages = [{ role: "user", content: "hi" }];
        const response = await running.call(key, { model, stream: true, messages });
        const reader = response.clone().body?.getReader();
        const decoder = new TextDecoder();
        let text = "";
        while (!text.includes(word)) text += decoder.decode((await reader?.read())?.value, { stream: true });
        passTime(101);
        return response;
      };

      it("is charged for what was delivered", async () => {
        const words = [...Array<string>(5).fill("word "), "last "];
        const frames = chatFrames(words, null).slice(0, -2);
        const call = sendUntil("last ", "test-brief");
        const { text, quota, log } = await charged(streamAnswer(frames, { pace: 1, hang: true }), call);
        expect(log?.metadata).toMatchObject({ end_reason: "gateway_limit", usage_source: "counted" });
        const delivered = text.match(/"(word|last) "/g)?.length ?? 0;
        expect(delivered).toBe(words.length);
        // The last space may be a token of its own.
        const counted = log?.completion_tokens ?? 0;
        expect([delivered, delivered + 1]).toContain(counted);
        expect(quota).toBe((log?.prompt_tokens ?? 0) * 2 + counted * 3);
      });

      it("is free if the upstream was idle before", async () => {
        const frames = chatFrames(["one ", "two "], null).slice(0, 3);
        const call = sendUntil("two ", "test-lively");
        const { quota, log } = await charged(streamAnswer(frames, { hang: true }), call);
        expect(log?.metadata).toMatchObject({ end_reason: "timeout", usage_source: "none" });
        expect(quota).toBe(0);
      });
    });

    describe("a response whose caller disconnected", () => {
      it("is charged for what was delivered if the drain reaches its size limit", async () => {
        const [first = "", second = ""] = chatFrames(["word ", "word "], null);
        const [, flood = ""] = chatFrames(["x".repeat(1024 * 1024)], null);
        const left = Promise.withResolvers<void>();
        upstream.answer((response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(first + second);
          void left.promise.then(() => {
            for (let megabytes = 0; megabytes < 12; megabytes++) response.write(flood);
          });
        });
        const before = await running.books();
        const abort = new AbortController();
        const body = { model: "test-patient", stream: true, messages: [{ role: "user", content: "hi" }] };
        const response = await running.call(key, body, { signal: abort.signal });
        await response.body?.getReader().read();
        abort.abort();
        left.resolve();
        const after = await running.books();
        expect(after.logs[0]?.metadata).toMatchObject({
          end_reason: "client_closed",
          usage_source: "counted",
        });
        expect(after.logs[0]?.completion_tokens).toBeLessThan(4);
        expect(before.balance - after.balance).toBe(after.logs[0]?.quota);
        expect(after.logs[0]?.quota).toBeGreaterThan(0);
      });
    });

    describe("fewer responses than requested", () => {
      const usage = { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 };
      const candidate = (index: number, text: string, finishReason?: string) => ({
        index,
        content: { role: "model", parts: [{ text }] },
        ...(finishReason && { finishReason }),
      });
      const streamed = (...events: object[]): Answer =>
        streamAnswer(events.map((event) => `data: ${JSON.stringify(event)}\n\n`));
      const native = () => {
        const body = { contents: [{ parts: [{ text: "hi" }] }], generationConfig: { candidateCount: 4 } };
        const path = "/v1beta/models/test-gemini:streamGenerateContent?alt=sse";
        return running.call(key, body, { path });
      };
      const chat = (model: string) => () =>
        running.call(key, { model, stream: true, n: 4, messages: [{ role: "user", content: "hi" }] });
      const two = streamed(
        { candidates: [candidate(0, "Hel"), candidate(1, "Good")] },
        { candidates: [candidate(0, "lo", "STOP")] },
        { candidates: [candidate(1, " day", "STOP")], usageMetadata: usage },
      );

      it.each([
        ["Gemini", native],
        ["Chat Completions over Gemini", chat("test-gemini")],
      ])("are complete and charged if each one ended: %s", async (_name, call) => {
        const { text, quota, log } = await charged(two, call);
        expect(text).toContain(" day");
        expect(text).not.toContain("error");
        expect(log?.metadata).toMatchObject({ end_reason: "completed", usage_source: "upstream" });
        expect(quota).toBe(12 * 2 + 5 * 3);
      });

      it("are complete and charged even without Chat Completions' end mark", async () => {
        const frames = chatFrames(["one ", "two "]).slice(0, -1);
        const { text, quota, log } = await charged(streamAnswer(frames), chat("test-model"));
        expect(text).not.toContain("error");
        expect(log?.metadata.end_reason).toBe("completed");
        expect(quota).toBe(12 * 2 + 5 * 3);
      });

      it.each([
        ["Gemini", native],
        ["Chat Completions over Gemini", chat("test-gemini")],
      ])("are broken and free if one has no end: %s", async (_name, call) => {
        const cut = streamed(
          { candidates: [candidate(0, "Hel")] },
          { candidates: [candidate(1, "Good")] },
          { candidates: [candidate(0, "lo", "STOP")] },
        );
        const { quota, log } = await charged(cut, call);
        expect(log?.metadata.end_reason).toBe("upstream_cut");
        expect(quota).toBe(0);
      });
    });

    describe("transcribed audio", () => {
      const transcribe =
        (model: string, more: Record<string, string> = {}, path = "transcriptions") =>
        () => {
          const form = new FormData();
          form.set("file", new File([Buffer.alloc(4000, 1)], "talk.mp3", { type: "audio/mpeg" }));
          for (const [field, value] of Object.entries({ model, ...more })) form.set(field, value);
          const headers = { authorization: `Bearer ${key}` };
          return fetch(`${running.url}/v1/audio/${path}`, { method: "POST", body: form, headers });
        };
      const minute = { type: "duration", seconds: 60 };

      it.each([
        ["its usage", jsonAnswer({ text: "Hello.", usage: minute }), {}],
        ["its usage, without words", jsonAnswer({ text: "", usage: minute }), {}],
        [
          "a transcript with times",
          jsonAnswer({ text: "Hello.", duration: 60 }),
          { response_format: "verbose_json" },
        ],
        [
          "the event that ends a stream",
          streamAnswer([
            `data: ${JSON.stringify({ type: "transcript.text.delta", delta: "Hello." })}\n\n`,
            `data: ${JSON.stringify({ type: "transcript.text.done", text: "Hello.", usage: minute })}\n\n`,
          ]),
          { stream: "true" },
        ],
      ])("is charged by the duration in %s", async (_where, answer, more) => {
        const { status, quota, log } = await charged(answer, transcribe("test-sound", more));
        expect(status).toBe(200);
        expect(log?.metadata).toMatchObject({ usage: { input_audio: 200 }, usage_source: "upstream" });
        expect(quota).toBe(400);
      });

      it.each([
        ["JSON", jsonAnswer({ text: "" }), {}],
        ["plain text", textAnswer("\n", 200, "text/plain; charset=utf-8"), { response_format: "text" }],
        ["nothing at all", textAnswer("", 200, "text/plain; charset=utf-8"), { response_format: "text" }],
        [
          "a stream",
          streamAnswer([`data: ${JSON.stringify({ type: "transcript.text.done", text: "" })}\n\n`]),
          { stream: "true" },
        ],
      ])("is not free if it is silent, returned as %s", async (_how, answer, more) => {
        for (const path of ["transcriptions", "translations"]) {
          await running.app.database.queries.deleteFrom("logs").execute();
          const { status, quota } = await charged(answer, transcribe("test-sound", more, path));
          expect(status).toBe(200);
          expect(quota).toBe(8);
        }
      });

      it("is not free if the price only covers text, and free if the model has none", async () => {
        const answer = jsonAnswer({ text: "", usage: minute });
        expect((await charged(answer, transcribe("test-words-only"))).quota).toBe(600);
        await running.app.database.queries.deleteFrom("logs").execute();
        expect((await charged(answer, transcribe("test-gratis"))).quota).toBe(0);
      });

      it("is rejected if its bytes may exceed the balance", async () => {
        await running.setBalance(5);
        upstream.answer(jsonAnswer({ text: "Hello.", usage: minute }));
        expect((await transcribe("test-sound")()).status).toBe(402);
        expect(upstream.seen).toHaveLength(0);
        await running.setBalance(10_000_000);
      });
    });
  });
}
