import path from "node:path";
import SQLite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { callRealtime } from "../support/realtime-caller.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
  key = (await running.aToken()).key;
});
afterEach(async () => {
  await running.stop().catch(() => {});
  await upstream.stop();
});

function readLogs(): { quota: number; metadata: string }[] {
  const db = new SQLite(path.join(running.dataDir, "tollgate.db"), { readonly: true });
  const rows = db.prepare("select quota, metadata from logs").all() as { quota: number; metadata: string }[];
  const leases = db.prepare("select count(*) as n from leases").get() as { n: number };
  db.close();
  expect(leases.n).toBe(0);
  return rows;
}

const requestBody = (stream: boolean) => ({
  model: "test-model",
  stream,
  messages: [{ role: "user", content: "hi" }],
});

describe("a server that is stopped", () => {
  it("charges a stream that exceeds the drain limit for what was delivered", async () => {
    upstream.answer(streamAnswer(chatFrames(Array<string>(500).fill("word "), null), { pace: 10 }));
    const response = await running.call(key, requestBody(true));
    const reader = response.body?.getReader();
    for (let i = 0; i < 20; i++) await reader?.read();
    await running.app.close(50);
    const [log] = readLogs();
    expect(JSON.parse(log?.metadata ?? "{}")).toMatchObject({
      end_reason: "client_closed",
      usage_source: "counted",
    });
    expect(log?.quota).toBeGreaterThan(40);
  });

  it("charges a realtime response for what was delivered", async () => {
    const speech = await startFakeRealtime();
    await running.aChannel({ base_url: speech.url, models: ["test-realtime"] });
    await running.aPrice({ model: "test-realtime", type: "tokens", channel_type: 1, input: 2, output: 3 });
    speech.onSocket((socket) => {
      const id = "resp_1";
      for (const event of [
        { type: "session.created", session: {} },
        { type: "response.created", response: { id } },
        { type: "response.output_text.delta", response_id: id, delta: "one two three" },
      ])
        socket.send(JSON.stringify(event));
    });
    const caller = await callRealtime(running.url, key, "test-realtime");
    await caller.until("response.output_text.delta");
    await running.app.close(50);
    expect(await caller.closed).toEqual([1001, "The server is stopping."]);
    expect(readLogs().map((log) => log.quota)).toEqual([3 * 3]);
    await speech.stop();
  });

  it("sends a slow reader the whole of a response that is already paid for", async () => {
    const content = "x".repeat(12 * 1024 * 1024);
    upstream.answer(
      jsonAnswer(
        chatAnswer({
          choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
        }),
      ),
    );
    const response = await running.call(key, requestBody(false));
    const closing = running.app.close(1000);
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(body.choices[0]?.message.content.length).toBe(content.length);
    await closing;
    expect(readLogs()).toHaveLength(1);
  });
});
