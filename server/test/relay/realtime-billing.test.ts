import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { callRealtime, type RealtimeCaller } from "../support/realtime-caller.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** The cost of a realtime session when its upstream is idle, broken or reports implausible usage. */
const postgresUrl = await postgresOrSkip();
const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

const session = (more: object = {}) => ({ type: "session.created", session: { id: "sess_1", ...more } });
const begun = (id: string) => ({ type: "response.created", response: { id } });
const words = (id: string, delta: string) => ({
  type: "response.output_text.delta",
  response_id: id,
  delta,
});
/** `bytes` of audio. */
const sound = (id: string, bytes: number) => ({
  type: "response.output_audio.delta",
  response_id: id,
  delta: Buffer.alloc(bytes).toString("base64"),
});
const done = (id: string, more: object = {}) => ({ type: "response.done", response: { id, ...more } });
const usage = { total_tokens: 40, input_tokens: 30, output_tokens: 10 };
/** 30 tokens in at 2, 10 out at 4. */
const cost = 100;
/** Reserved for one response: 4,000 tokens in at 2, 3,000 out at 4. */
const reserved = 20_000;
const transcription = "conversation.item.input_audio_transcription";

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`the billing of a realtime session, on ${name}`, () => {
    let running: RunningApp;
    let upstream: FakeRealtime;
    let key: string;
    const callers: RealtimeCaller[] = [];

    beforeAll(async () => {
      upstream = await startFakeRealtime();
      running = await startApp(location);
      const price = { type: "tokens", channel_type: 1 } as const;
      await running.aPrice({ ...price, model: "test-realtime", input: 2, output: 4 });
      await running.aPrice({ ...price, model: "cheap-transcribe", input: 1, output: 1 });
      await running.aPrice({ ...price, model: "dear-transcribe", input: 100, output: 100 });
      await running.aChannel({ base_url: upstream.url, models: ["test-realtime"] });
      key = (await running.aToken()).key;
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
    });
    beforeEach(async () => {
      await running.setBalance(1_000_000);
      await running.app.database.queries.deleteFrom("logs").execute();
    });
    afterEach(async () => {
      for (const caller of callers.splice(0)) await caller.leave();
      await running.books();
    });

    type Send = (...events: (object | string)[]) => void;
    /** The upstream's reaction to each event of a caller; the session opens with `greeting`. */
    function play(
      answer: (event: { type: string }, send: Send, socket: WebSocket) => void,
      greeting = session(),
    ) {
      upstream.onSocket((socket) => {
        const send: Send = (...events) => {
          for (const event of events) socket.send(typeof event === "string" ? event : JSON.stringify(event));
        };
        send(greeting);
        socket.on("message", (data) =>
          answer(JSON.parse((data as Buffer).toString("utf8")) as { type: string }, send, socket),
        );
      });
    }
    /** The upstream sends `events` for each requested response. */
    const playAnswer = (...events: (object | string)[]) =>
      play((event, send) => event.type === "response.create" && send(...events));

    async function call(): Promise<RealtimeCaller> {
      const caller = await callRealtime(running.url, key, "test-realtime");
      callers.push(caller);
      return caller;
    }
    /** Charged since the test began, and the rows; the ledger must match. */
    async function charged() {
      const { balance, entries, logs } = await running.books();
      expect(entries).toBe(balance);
      expect(logs.reduce((sum, log) => sum + log.quota, 0)).toBe(1_000_000 - balance);
      return { quota: 1_000_000 - balance, logs };
    }
    async function answerOnce() {
      const caller = await call();
      caller.send({ type: "response.create" });
      await caller.until("response.done");
      await caller.leave();
      return charged();
    }

    it.each<[string, object]>([
      ["none", {}],
      ["null", { usage: null }],
      ["an empty one", { usage: {} }],
      ["zeros", { usage: { total_tokens: 0, input_tokens: 0, output_tokens: 0 } }],
      ["an absurd one", { usage: { input_tokens: 10 ** 15, output_tokens: 10 ** 15 } }],
      ["none, since it failed", { status: "failed", usage: null }],
      ["none, since it was cancelled", { status: "cancelled", usage: null }],
    ])("a response whose usage is %s costs the delivered text", async (_name, response) => {
      playAnswer(begun("a"), words("a", "one two three"), done("a", response));
      const { quota, logs } = await answerOnce();
      expect(logs).toHaveLength(1);
      expect(logs[0]).toMatchObject({ completion_tokens: 3, metadata: { usage_source: "counted" } });
      expect(quota).toBe(3 * 4);
    });

    it.each([
      ["its last event alone", [done("a", { output: [{ content: [{ transcript: "one two three" }] }] })]],
      [
        "finished parts only",
        [{ ...words("a", ""), type: "response.output_text.done", text: "one two three" }, done("a")],
      ],
      [
        "finished items only",
        [
          {
            type: "response.output_item.done",
            response_id: "a",
            item: { content: [{ text: "one two three" }] },
          },
          done("a"),
        ],
      ],
    ])("a response without usage in %s costs its text", async (_name, events) => {
      playAnswer(begun("a"), ...events);
      expect((await answerOnce()).quota).toBe(3 * 4);
    });

    it("a response without usage and without text is free", async () => {
      playAnswer(begun("a"), done("a", { status: "failed", usage: null }));
      expect(await answerOnce()).toEqual({ quota: 0, logs: [] });
    });

    it("a response without usage costs the caller's previous input, and audio by its length", async () => {
      play((event, send) => {
        if (event.type === "response.create") send(begun("a"), sound("a", 96_000), done("a"));
      });
      const caller = await call();
      caller.send({ type: "session.update", session: { instructions: "one two three" } });
      caller.send({ type: "input_audio_buffer.append", audio: Buffer.alloc(48_000).toString("base64") });
      caller.send({ type: "response.create" });
      await caller.until("response.done");
      await caller.leave();
      const { logs } = await charged();
      // A second of input is 10 tokens, two seconds of output are 40.
      expect(logs[0]?.metadata.usage).toEqual({ input: 3, input_audio: 10, output_audio: 40 });
    });

    it("telephone audio is longer for its bytes", async () => {
      const audio = { input: { format: { type: "audio/pcmu" } }, output: { format: { type: "audio/pcmu" } } };
      play((event, send) => {
        if (event.type === "response.create") send(begun("a"), sound("a", 16_000), done("a"));
      }, session({ audio }));
      const { logs } = await answerOnce();
      expect(logs[0]?.metadata.usage).toEqual({ output_audio: 40 });
    });

    it("a response that never ends costs what was delivered when the upstream leaves", async () => {
      play((event, send, socket) => {
        if (event.type !== "response.create") return;
        send(begun("a"), words("a", "one two three"));
        socket.close();
      });
      const caller = await call();
      caller.send({ type: "response.create" });
      await caller.closed;
      const { quota, logs } = await charged();
      expect(quota).toBe(3 * 4);
      expect(logs[0]?.metadata).toMatchObject({ usage_source: "counted", end_reason: "upstream_cut" });
    });

    it("a response that never ends and exceeds the balance ends the session, and all of it is charged", async () => {
      await running.setBalance(reserved + 10);
      let sent = 0;
      play((event, send, socket) => {
        if (event.type === "response.cancel") socket.close();
        if (event.type !== "response.create") return;
        send(begun("a"));
        // Slow enough that few come while the server asks for the balance, on a busy machine too.
        const more = setInterval(() => send(words("a", "one two ".repeat(100))), 25);
        more.unref();
        socket.on("close", () => clearInterval(more));
        sent += 1;
      });
      const caller = await call();
      caller.send({ type: "response.create" });
      expect(await caller.closed).toEqual([1008, "The balance does not cover another answer."]);
      expect((await caller.until("error")).error?.code).toBe("insufficient_user_quota");
      expect(sent).toBe(1);
      const { balance, entries, logs } = await running.books();
      expect(entries).toBe(balance);
      expect(logs).toHaveLength(1);
      // 200 tokens each; the caller received no more than what was reserved, and little after that.
      const heard = caller.heard.filter((event) => event.type === "response.output_text.delta").length;
      expect(logs[0]?.completion_tokens).toBeGreaterThanOrEqual(heard * 200);
      expect(heard).toBeLessThan(20);
      expect(logs[0]?.quota).toBe(reserved + 10 - balance);
    }, 30_000);

    it("a long response reserves more as it grows, and is charged once", async () => {
      // Telephone audio, so that all of it stays below what may wait for a caller who reads slowly.
      const audio = { output: { format: { type: "audio/pcmu" } } };
      play((event, send) => {
        if (event.type !== "response.create") return;
        send(begun("a"), ...Array.from({ length: 5 }, () => sound("a", 8_000 * 100)));
        send(done("a", { usage: { input_tokens: 0, output_tokens: 10_000 } }));
      }, session({ audio }));
      expect((await answerOnce()).quota).toBe(10_000 * 4);
    });

    it("concurrent responses are limited to those with reserved quota", async () => {
      await running.setBalance(3 * reserved + 10);
      let requests = 0;
      const finish: (() => void)[] = [];
      play((event, send) => {
        if (event.type !== "response.create") return;
        const id = `resp_${++requests}`;
        send(begun(id));
        finish.push(() => send(done(id, { usage })));
      });
      const caller = await call();
      const response = { conversation: "none", input: [] };
      for (let i = 0; i < 10; i++) caller.send({ type: "response.create", event_id: `ask_${i}`, response });
      const { error } = await caller.until("error", 7);
      expect(error).toMatchObject({ code: "insufficient_user_quota", event_id: "ask_9" });
      await caller.until("response.created", 3);
      expect(requests).toBe(3);
      for (const end of finish) end();
      await caller.until("response.done", 3);
      await caller.leave();
      const { balance, logs } = await running.books();
      expect(logs.map((log) => log.quota)).toEqual([cost, cost, cost]);
      expect(balance).toBe(3 * reserved + 10 - 3 * cost);
    });

    it("responses without a request end the session if the balance does not cover them", async () => {
      await running.setBalance(2 * reserved + 10);
      play((event, send) => {
        if (event.type === "input_audio_buffer.commit")
          for (let i = 0; i < 5; i++) send(begun(`resp_${i}`), words(`resp_${i}`, "one two three"));
        if (event.type === "response.cancel") for (let i = 0; i < 5; i++) send(done(`resp_${i}`, { usage }));
      });
      const caller = await call();
      caller.send({ type: "input_audio_buffer.commit" });
      expect((await caller.closed)[0]).toBe(1008);
      const { balance, logs } = await running.books();
      expect(logs.map((log) => log.quota)).toEqual(Array.from({ length: 5 }, () => cost));
      expect(balance).toBe(2 * reserved + 10 - 5 * cost);
    });

    it("a response requested before its caller disconnected is charged", async () => {
      const requested = Promise.withResolvers<Send>();
      play((event, send) => {
        if (event.type === "response.create") requested.resolve(send);
        if (event.type === "response.cancel") send(done("late", { usage }));
      });
      const caller = await call();
      caller.send({ type: "response.create" });
      const send = await requested.promise;
      await caller.leave();
      send(begun("late"));
      expect((await charged()).quota).toBe(cost);
    });

    it("quota reserved for responses that the upstream rejects is released", async () => {
      await running.setBalance(3 * reserved);
      play((event, send) => {
        if (event.type === "response.create") send({ type: "error", error: { code: "invalid_value" } });
      });
      const caller = await call();
      for (let i = 1; i <= 20; i++) {
        caller.send({ type: "response.create" });
        await caller.until("error", i);
      }
      const codes = new Set(caller.heard.flatMap(({ error }) => (error ? [error.code] : [])));
      expect(codes).toEqual(new Set(["invalid_value"]));
    });

    it("concurrent sessions never overdraw one balance", async () => {
      await running.setBalance(3 * reserved);
      playAnswer(
        begun("a"),
        words("a", "one "),
        done("a", { usage: { input_tokens: 5000, output_tokens: 5000 } }),
      );
      const opened = await Promise.allSettled(Array.from({ length: 8 }, () => call()));
      const open = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(open.length).toBeGreaterThan(0);
      expect(open.length).toBeLessThanOrEqual(3);
      for (const caller of open) for (let i = 0; i < 3; i++) caller.send({ type: "response.create" });
      await Promise.all(open.map((caller) => caller.closed));
      const { balance, entries, logs } = await running.books();
      expect(balance).toBeGreaterThanOrEqual(0);
      expect(entries).toBe(balance);
      expect(logs.reduce((sum, log) => sum + log.quota, 0)).toBe(3 * reserved - balance);
    });

    describe("an upstream's event", () => {
      it("is what its type states, even with escapes", async () => {
        playAnswer(
          begun("a"),
          `{"\\u0074ype":"respons\\u0065.done","response":{"id":"a","usage":${JSON.stringify(usage)}}}`,
        );
        const { quota } = await answerOnce();
        expect(quota).toBe(cost);
      });

      it.each([
        ["has two types", '{"type":"response.done","type":"rate_limits.updated","response":{"id":"a"}}'],
        ["has two types, one by escapes", '{"type":"response.done","typ\\u0065":"rate_limits.updated"}'],
        ["has a type under a second spelling", '{"Type":"response.done","type":"rate_limits.updated"}'],
        ["has no type", '{"response":{"id":"a"}}'],
        ["has a type that is no text", '{"type":["response.done"]}'],
        ["is no object", '["response.done"]'],
        ["is no JSON", "response.done"],
        ["nests without end", `{"type":"rate_limits.updated","x":${"[".repeat(5000)}${"]".repeat(5000)}}`],
      ])(
        "that %s is not passed on: the session ends, and what was delivered is charged",
        async (_name, text) => {
          playAnswer(begun("a"), words("a", "one two three"), text);
          const caller = await call();
          caller.send({ type: "response.create" });
          expect(await caller.closed).toEqual([1011, "The upstream sent an event that cannot be read."]);
          expect(caller.heard.at(-1)?.error?.code).toBe("upstream_error");
          expect(caller.heard.map((event) => event.type)).toEqual([
            "session.created",
            "response.created",
            "response.output_text.delta",
            "error",
          ]);
          expect((await charged()).quota).toBe(3 * 4);
        },
      );

      it("that comes before the caller's socket is accepted is not lost", async () => {
        upstream.onSocket((socket) => {
          for (const event of [session(), { type: "conversation.created" }, done("early", { usage })])
            socket.send(JSON.stringify(event));
        });
        const caller = await call();
        await caller.until("response.done");
        await caller.leave();
        expect(caller.heard.map((event) => event.type)).toEqual([
          "session.created",
          "conversation.created",
          "response.done",
        ]);
        expect((await charged()).quota).toBe(cost);
      });
    });

    describe("a transcript of the caller's audio", () => {
      const transcribedBy = (model: string) => session({ audio: { input: { transcription: { model } } } });
      const item = { item_id: "item_1", content_index: 0 };
      const delta = { ...item, type: `${transcription}.delta`, delta: "one two three" };
      const completed = (more: object) => ({ ...item, type: `${transcription}.completed`, ...more });
      /** The upstream sends `events` for each committed audio item. */
      const playTranscript = (...events: object[]) =>
        play(
          (event, send) => event.type === "input_audio_buffer.commit" && send(...events),
          transcribedBy("cheap-transcribe"),
        );
      async function transcribeOnce(last: string) {
        const caller = await call();
        caller.send({ type: "input_audio_buffer.commit" });
        await caller.until(last);
        await caller.leave();
        return charged();
      }

      it("whose upstream counts seconds costs its words, and at least a token per second", async () => {
        playTranscript(completed({ transcript: "one two three", usage: { type: "duration", seconds: 2.5 } }));
        expect((await transcribeOnce(`${transcription}.completed`)).quota).toBe(3);
        playTranscript(completed({ transcript: "", usage: { type: "duration", seconds: 60 } }));
        expect((await transcribeOnce(`${transcription}.completed`)).quota).toBe(3 + 60);
      });

      it.each<[string, object]>([
        ["none", {}],
        ["null", { usage: null }],
        ["a negative duration", { usage: { type: "duration", seconds: -5 } }],
        ["zeros", { usage: { type: "tokens", input_tokens: 0, output_tokens: 0 } }],
      ])("without text, and a usage of %s, has a minimum charge", async (_name, more) => {
        playTranscript(completed({ transcript: "", ...more }));
        const { quota, logs } = await transcribeOnce(`${transcription}.completed`);
        expect(quota).toBe(1);
        expect(logs[0]).toMatchObject({
          model_name: "cheap-transcribe",
          metadata: { usage_source: "counted" },
        });
      });

      it("that fails costs what was delivered of it", async () => {
        playTranscript(delta, { ...item, type: `${transcription}.failed`, error: {} });
        expect((await transcribeOnce(`${transcription}.failed`)).quota).toBe(3);
      });

      it("that fails before any text is free", async () => {
        playTranscript({ ...item, type: `${transcription}.failed`, error: {} });
        expect(await transcribeOnce(`${transcription}.failed`)).toEqual({ quota: 0, logs: [] });
      });

      it("that never ends costs what was delivered of it", async () => {
        play((event, send, socket) => {
          if (event.type !== "input_audio_buffer.commit") return;
          send(delta);
          socket.close();
        }, transcribedBy("cheap-transcribe"));
        const caller = await call();
        caller.send({ type: "input_audio_buffer.commit" });
        await caller.closed;
        const { quota, logs } = await charged();
        expect(quota).toBe(3);
        expect(logs[0]?.model_name).toBe("cheap-transcribe");
      });

      it("costs the price of the model at the time its audio was complete", async () => {
        let transcribe: () => void = () => {};
        play((event, send) => {
          if (event.type === "input_audio_buffer.commit") {
            send({ ...item, type: "input_audio_buffer.committed" });
            transcribe = () => send(completed({ transcript: "one two three" }));
          }
          if (event.type !== "session.update") return;
          send({ ...transcribedBy("cheap-transcribe"), type: "session.updated" });
          transcribe();
        }, transcribedBy("dear-transcribe"));
        const caller = await call();
        caller.send({ type: "input_audio_buffer.commit" });
        await caller.until("input_audio_buffer.committed");
        const transcriber = { transcription: { model: "cheap-transcribe" } };
        caller.send({ type: "session.update", session: { audio: { input: transcriber } } });
        await caller.until(`${transcription}.completed`);
        await caller.leave();
        const { quota, logs } = await charged();
        expect(logs[0]?.model_name).toBe("dear-transcribe");
        expect(quota).toBe(3 * 100);
      });
    });

    it("end within seconds if an upstream keeps sending after its caller disconnected", async () => {
      play((event, send, socket) => {
        if (event.type !== "response.create") return;
        send(begun("a"), words("a", "one"));
        const more = setInterval(() => send({ type: "rate_limits.updated" }), 100);
        more.unref();
        socket.on("close", () => clearInterval(more));
      });
      const caller = await call();
      caller.send({ type: "response.create" });
      await caller.until("response.output_text.delta");
      await caller.leave();
      expect((await charged()).quota).toBe(4);
    });
  });
}
