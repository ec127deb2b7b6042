import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { callRealtime, type RealtimeCaller } from "../support/realtime-caller.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Options that a realtime caller may not set, because they choose another model or have no price. */
let running: RunningApp;
let upstream: FakeRealtime;
let key: string;
let caller: RealtimeCaller;
/** The messages that the upstream received, unchanged. */
let sent: string[] = [];

beforeAll(async () => {
  upstream = await startFakeRealtime();
  running = await startApp();
  const price = { type: "tokens", channel_type: 1, input: 2, output: 4 } as const;
  await running.aPrice({ ...price, model: "test-realtime" });
  await running.aPrice({ ...price, model: "test-transcribe" });
  await running.aChannel({ base_url: upstream.url, models: ["test-realtime"] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
afterEach(() => caller.leave());

async function open(): Promise<void> {
  sent = [];
  upstream.onSocket((socket) => {
    socket.send(JSON.stringify({ type: "session.created", session: {} }));
    socket.on("message", (data) => {
      const text = (data as Buffer).toString("utf8");
      sent.push(text);
      socket.send(JSON.stringify({ type: "heard" }));
    });
  });
  caller = await callRealtime(running.url, key, "test-realtime");
}

const update = (session: object) => ({ type: "session.update", event_id: "mine", session });
const create = (response: object) => ({ type: "response.create", event_id: "mine", response });
const mcp = { type: "mcp", server_label: "x", server_url: "https://example.com" };
const dear = { model: "gpt-dear" };

describe("a realtime caller's event", () => {
  it.each<[string, string, object | string]>([
    ["another model for the session", "session.model", update(dear)],
    ["another model for one answer", "response.model", create(dear)],
    [
      "another model in an event of another type",
      "session.model",
      { type: "input_audio_buffer.clear", session: dear },
    ],
    ["a stored prompt of the vendor's account", "session.prompt", update({ prompt: { id: "pmpt_1" } })],
    ["a stored prompt for one answer", "response.prompt", create({ prompt: { id: "pmpt_1" } })],
    ["a tool that the upstream runs", "session.tools[0].type", update({ tools: [mcp] })],
    ["such a tool for one answer", "response.tools[1].type", create({ tools: [{ type: "function" }, mcp] })],
    ["such a tool under another spelling", "Type", update({ tools: [{ Type: "mcp" }] })],
    ["a type twice", "type", '{"type":"session.update","type":"noise","session":{"model":"gpt-dear"}}'],
    ["a type twice, once by escapes", "type", '{"type":"session.update","t\\u0079pe":"noise","x":1}'],
    ["a session twice", "session", '{"type":"session.update","session":{"model":"gpt-dear"},"session":{}}'],
    [
      "a response twice",
      "response",
      '{"type":"response.create","response":{"model":"gpt-dear"},"response":{}}',
    ],
    ["a type under another spelling", "TYPE", '{"TYPE":"session.update","type":"noise"}'],
    ["a session under another spelling", "Session", { type: "session.update", Session: dear }],
    ["a model under another spelling", "MODEL", update({ MODEL: "gpt-dear" })],
    [
      "a transcriber under another spelling",
      "Transcription",
      update({ audio: { input: { Transcription: { model: "gpt-dear" } } } }),
    ],
    [
      "a transcriber in both of its places",
      "session.audio.input.transcription",
      update({
        input_audio_transcription: { model: "test-transcribe" },
        audio: { input: { transcription: { model: "gpt-dear" } } },
      }),
    ],
    [
      "none in the one place, and one in the other",
      "session.audio.input.transcription",
      update({ input_audio_transcription: null, audio: { input: { transcription: { model: "gpt-dear" } } } }),
    ],
    ["no type", "type", { session: {} }],
    ["a type that is no text", "type", { type: ["session.update"], session: {} }],
  ])("with %s is rejected by the field's name, and the session continues", async (_name, param, event) => {
    await open();
    caller.send(event);
    const { error } = await caller.until("error");
    expect(error?.param).toBe(param);
    expect(error?.message).toContain(param.split(".").at(-1));
    if (typeof event === "object" && "event_id" in event) expect(error?.event_id).toBe("mine");
    caller.send({ type: "input_audio_buffer.clear" });
    await caller.until("heard");
    expect(sent).toEqual(['{"type":"input_audio_buffer.clear"}']);
  });

  it.each([
    ["is no JSON", "session.update"],
    ["is no object", '["session.update"]'],
    ["nests without end", `{"type":"noise","x":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ])("that %s is rejected, and the session continues", async (_name, text) => {
    await open();
    caller.send(text);
    expect((await caller.until("error")).error?.message).toMatch(/JSON|deeper/);
    caller.send({ type: "input_audio_buffer.clear" });
    await caller.until("heard");
    expect(sent).toHaveLength(1);
  });

  it("with options reaches the upstream as it was checked, without duplicate fields", async () => {
    await open();
    caller.send(
      '{"type":"session.update","session":{"model":"gpt-dear","model":"test-realtime","audio":{"input":{"transcription":{"model":"gpt-dear"},"transcription":{"model":"test-transcribe"}}}}}',
    );
    await caller.until("heard");
    const transcription = { model: "test-transcribe" };
    expect(sent).toEqual([
      JSON.stringify({
        type: "session.update",
        session: { model: "test-realtime", audio: { input: { transcription } } },
      }),
    ]);
  });

  it("without options reaches the upstream byte for byte", async () => {
    await open();
    const text = '{ "type" : "input_audio_buffer.append", "audio":"AAAA", "x": 1.0, "x": 1e2 }';
    caller.send(text);
    await caller.until("heard");
    expect(sent).toEqual([text]);
  });

  it("may contain functions with any text", async () => {
    await open();
    const parameters = { type: "object", properties: { Model: { type: "mcp" }, Type: {}, prompt: {} } };
    caller.send(update({ tools: [{ type: "function", name: "session.update", parameters }], prompt: null }));
    await caller.until("heard");
    expect(sent).toHaveLength(1);
  });
});
