import { tokenSetting } from "@tollgate/contract/tokens";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** The caller's audio, transcribed by a second model with its own price. */
let running: RunningApp;
let upstream: FakeRealtime;
let key: string;
/** Messages that the upstream received. */
let received: string[] = [];

beforeAll(async () => {
  upstream = await startFakeRealtime();
  running = await startApp();
  const price = { type: "tokens", channel_type: 1 } as const;
  await running.aPrice({ ...price, model: "test-realtime", input: 2, output: 4 });
  await running.aPrice({ ...price, model: "test-transcribe", input: 3, output: 7 });
  await running.aChannel({ base_url: upstream.url, models: ["test-realtime"] });
  const models = ["test-realtime", "test-transcribe", "test-unpriced"];
  const setting = tokenSetting.parse({ limits: { limit_model_setting: { enabled: true, models } } });
  key = (await running.aToken({ setting })).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
  received = [];
});

const created = (session: object = {}) =>
  JSON.stringify({ type: "session.created", session: { id: "sess_1", model: "test-realtime", ...session } });
const transcript = (usage: object | undefined) =>
  JSON.stringify({
    type: "conversation.item.input_audio_transcription.completed",
    item_id: "item_1",
    transcript: "one two three",
    ...(usage && { usage }),
  });
const tokens = {
  type: "tokens",
  total_tokens: 30,
  input_tokens: 20,
  input_token_details: { text_tokens: 5, audio_tokens: 15 },
  output_tokens: 10,
};

/** A session with one transcript per audio item. */
async function talk(usage: object | undefined, session: object = {}) {
  upstream.onSocket((socket) => {
    socket.send(created(session));
    socket.on("message", (data) => {
      const text = (data as Buffer).toString("utf8");
      received.push(text);
      if (text.includes("input_audio_buffer.commit")) socket.send(transcript(usage));
      const event = JSON.parse(text) as { type: string; session?: object };
      if (event.type.endsWith("session.update"))
        socket.send(JSON.stringify({ type: "session.updated", session: event.session }));
    });
  });
  const address = `${running.url.replace("http", "ws")}/v1/realtime?model=test-realtime`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  const heard: { type: string; error?: { code: string; message: string } }[] = [];
  const waiting: (() => void)[] = [];
  socket.on("message", (data) => {
    heard.push(JSON.parse((data as Buffer).toString("utf8")) as (typeof heard)[number]);
    for (const look of waiting) look();
  });
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const until = (type: string) =>
    new Promise<(typeof heard)[number]>((resolve) => {
      const look = () => {
        const found = heard.find((event) => event.type.endsWith(type));
        if (found) resolve(found);
      };
      waiting.push(look);
      look();
    });
  return {
    until,
    send: (event: object) => socket.send(JSON.stringify(event)),
    async end() {
      const closed = new Promise((resolve) => socket.on("close", resolve));
      socket.close();
      await closed;
      return running.books();
    },
  };
}

const commit = { type: "input_audio_buffer.commit" };
const transcriber = (model: string | undefined) => ({
  type: "session.update",
  session: { audio: { input: { transcription: { model, language: "en" } } } },
});
const older = (model: string) => ({
  type: "session.update",
  session: { input_audio_transcription: { model } },
});

describe("transcripts of a realtime session", () => {
  it.each([
    ["where OpenAI puts it now", transcriber("test-transcribe")],
    ["where it was before", older("test-transcribe")],
  ])("are billed at their own model's price, requested %s", async (_name, update) => {
    const before = await running.books();
    const session = await talk(tokens);
    session.send(update);
    await session.until("session.updated");
    session.send(commit);
    await session.until("transcription.completed");
    const after = await session.end();
    expect(before.balance - after.balance).toBe(20 * 3 + 10 * 7);
    expect(after.logs).toHaveLength(1);
    expect(after.logs[0]).toMatchObject({
      model_name: "test-transcribe",
      prompt_tokens: 20,
      completion_tokens: 10,
      metadata: { usage_source: "upstream", price_model: "test-transcribe" },
    });
  });

  it("are counted in words if the upstream charges for seconds", async () => {
    const before = await running.books();
    const session = await talk({ type: "duration", seconds: 3 });
    session.send(transcriber("test-transcribe"));
    await session.until("session.updated");
    session.send(commit);
    await session.until("transcription.completed");
    const after = await session.end();
    expect(after.logs[0]).toMatchObject({ prompt_tokens: 0, metadata: { usage_source: "counted" } });
    expect(after.logs[0]?.completion_tokens).toBe(3);
    expect(before.balance - after.balance).toBe(3 * 7);
  });

  it("cost what the session's model costs if they name no model", async () => {
    const session = await talk(tokens);
    session.send(commit);
    await session.until("transcription.completed");
    const { logs } = await session.end();
    expect(logs[0]).toMatchObject({ model_name: "test-realtime", quota: 20 * 2 + 10 * 4 });
  });

  it("are billed if the upstream creates them without a request", async () => {
    const session = await talk(tokens, { audio: { input: { transcription: { model: "test-transcribe" } } } });
    session.send(commit);
    await session.until("transcription.completed");
    const { logs } = await session.end();
    expect(logs[0]).toMatchObject({ model_name: "test-transcribe" });
  });
});

describe("a rejected transcription", () => {
  it.each([
    ["has no price", transcriber("test-unpriced"), "model_price_missing"],
    ["has no price, in the older field", older("test-unpriced"), "model_price_missing"],
    ["has no name", transcriber(undefined), "invalid_request"],
    ["is not the key's to use", transcriber("gpt-4o-transcribe"), "model_not_found"],
  ])("%s, and the session continues without it", async (_name, update, code) => {
    const session = await talk(tokens);
    session.send(update);
    const { error } = await session.until("error");
    expect(error?.code).toBe(code);
    session.send({ type: "session.update", session: { audio: { input: { transcription: null } } } });
    await session.until("session.updated");
    expect(received).toHaveLength(1);
    await session.end();
  });
});
