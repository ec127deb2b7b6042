import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { callRealtime } from "../support/realtime-caller.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** An event is what its `type` states: an event's name anywhere else has no effect on billing. */
const postgresUrl = await postgresOrSkip();
const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

const transcription = "conversation.item.input_audio_transcription";
/** Every event of OpenAI's Realtime API, of both sides and both API generations. */
const names = [
  "error",
  "session.created",
  "session.updated",
  "session.update",
  "transcription_session.created",
  "transcription_session.updated",
  "transcription_session.update",
  "conversation.created",
  "conversation.item.create",
  "conversation.item.created",
  "conversation.item.added",
  "conversation.item.done",
  "conversation.item.delete",
  "conversation.item.deleted",
  "conversation.item.retrieve",
  "conversation.item.retrieved",
  "conversation.item.truncate",
  "conversation.item.truncated",
  `${transcription}.delta`,
  `${transcription}.segment`,
  `${transcription}.completed`,
  `${transcription}.failed`,
  "input_audio_buffer.append",
  "input_audio_buffer.clear",
  "input_audio_buffer.cleared",
  "input_audio_buffer.commit",
  "input_audio_buffer.committed",
  "input_audio_buffer.speech_started",
  "input_audio_buffer.speech_stopped",
  "input_audio_buffer.timeout_triggered",
  "output_audio_buffer.clear",
  "output_audio_buffer.cleared",
  "output_audio_buffer.started",
  "output_audio_buffer.stopped",
  "rate_limits.updated",
  "response.create",
  "response.cancel",
  "response.created",
  "response.done",
  "response.output_item.added",
  "response.output_item.done",
  "response.content_part.added",
  "response.content_part.done",
  ...["text", "output_text", "audio", "output_audio", "audio_transcript", "output_audio_transcript"].flatMap(
    (part) => [`response.${part}.delta`, `response.${part}.done`],
  ),
  "response.function_call_arguments.delta",
  "response.function_call_arguments.done",
  "response.mcp_call_arguments.delta",
  "response.mcp_call_arguments.done",
  "response.mcp_call.in_progress",
  "response.mcp_call.completed",
  "response.mcp_call.failed",
  "mcp_list_tools.in_progress",
  "mcp_list_tools.completed",
  "mcp_list_tools.failed",
];

const answerUsage = {
  total_tokens: 40,
  input_tokens: 30,
  output_tokens: 10,
  input_token_details: { text_tokens: 10, audio_tokens: 20, cached_tokens: 0 },
  output_token_details: { text_tokens: 3, audio_tokens: 7 },
};
const transcriptUsage = { type: "tokens", total_tokens: 30, input_tokens: 20, output_tokens: 10 };

for (const { name: database, location, there } of databases) {
  describe.skipIf(!there)(`an event's name elsewhere in an event, on ${database}`, () => {
    let running: RunningApp;
    let upstream: FakeRealtime;
    let key: string;
    /** Charges and log rows of a session without misplaced names. */
    let usual: unknown;

    beforeAll(async () => {
      upstream = await startFakeRealtime();
      running = await startApp(location);
      const price = { type: "tokens", channel_type: 1 } as const;
      await running.aPrice({ ...price, model: "test-realtime", input: 2, output: 4 });
      await running.aPrice({ ...price, model: "test-transcribe", input: 3, output: 7 });
      await running.aChannel({ base_url: upstream.url, models: ["test-realtime"] });
      key = (await running.aToken()).key;
      usual = await booksOf("word");
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
    });

    /**
     * Plays a whole conversation in which the caller puts `word` in every possible field, and the upstream echoes it
     * first.
     */
    async function booksOf(word: string) {
      const metadata = { [word]: "x", x: word, type: word };
      upstream.onSocket((socket) => {
        const send = (event: object): void =>
          socket.send(JSON.stringify({ event_id: word, metadata, ...event }));
        send({ type: "session.created", session: { id: word, model: "test-realtime" } });
        socket.on("message", (data) => {
          const event = JSON.parse((data as Buffer).toString("utf8")) as { type: string; session?: object };
          if (event.type === "session.update") send({ session: event.session, type: "session.updated" });
          if (event.type === "input_audio_buffer.commit") {
            const item = { item_id: `item ${word}`, content_index: 0 };
            send({ ...item, type: "input_audio_buffer.committed" });
            send({ ...item, delta: word, type: `${transcription}.delta` });
            send({ ...item, transcript: word, usage: transcriptUsage, type: `${transcription}.completed` });
          }
          if (event.type !== "response.create") return;
          const response = { metadata, id: `resp ${word}`, object: word };
          const piece = { response_id: response.id, item_id: word };
          const call = { type: "function_call", id: word, name: word, arguments: word };
          send({ response, type: "response.created" });
          send({ response_id: response.id, item: call, type: "response.output_item.added" });
          send({ ...piece, delta: word, type: "response.function_call_arguments.delta" });
          send({ ...piece, delta: word, type: "response.output_audio_transcript.delta" });
          send({ ...piece, arguments: word, type: "response.function_call_arguments.done" });
          send({ response_id: response.id, item: call, type: "response.output_item.done" });
          const output = [call, { type: "message", id: word, content: [{ type: word, transcript: word }] }];
          send({ response: { ...response, output, usage: answerUsage }, type: "response.done" });
        });
      });
      await running.app.database.queries.deleteFrom("logs").execute();
      const before = await running.books();
      const caller = await callRealtime(running.url, key, "test-realtime");
      const tool = { type: "function", name: word, description: word, parameters: { properties: metadata } };
      const audio = { input: { transcription: { model: "test-transcribe", prompt: word } } };
      const sendEvent = (event: object): void => caller.send({ event_id: word, metadata, ...event });
      sendEvent({ session: { instructions: word, tools: [tool], audio }, type: "session.update" });
      await caller.until("session.updated");
      const content = [{ type: "input_text", text: word }];
      sendEvent({
        item: { id: word, type: "message", role: "user", content },
        type: "conversation.item.create",
      });
      sendEvent({ type: "input_audio_buffer.commit" });
      await caller.until(`${transcription}.completed`);
      sendEvent({ response: { metadata, instructions: word, tools: [tool] }, type: "response.create" });
      await caller.until("response.done");
      expect(caller.heard.filter((event) => event.type === "error")).toEqual([]);
      await caller.leave();
      const after = await running.books();
      return {
        charged: before.balance - after.balance,
        owed: after.entries - after.balance,
        rows: after.logs.map((log) => [
          log.model_name,
          log.quota,
          log.prompt_tokens,
          log.completion_tokens,
          log.metadata.usage,
          log.metadata.usage_source,
          log.metadata.end_reason,
        ]),
      };
    }

    it("is the usual conversation without one", () => {
      expect(usual).toMatchObject({ charged: 20 * 3 + 10 * 7 + 30 * 2 + 10 * 4, owed: 0 });
    });

    it.each(names)("has no effect on billing: %s", async (name) => {
      expect(await booksOf(name)).toEqual(usual);
    });
  });
}
