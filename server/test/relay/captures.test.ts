import type { CaptureBodies, CaptureHead, CaptureTarget } from "@tollgate/contract/captures";
import type { LogPage } from "@tollgate/contract/logs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureBytesMost } from "../../src/control/captures/service.ts";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let channelId: number;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  const channel = { base_url: upstream.url, models: ["test-model"], key: "channel-secret-9f2c" };
  channelId = (await running.aChannel(channel)).id;
  await running.setBalance(10_000_000);
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const requestBody = (text: string, more: object = {}) => ({
  model: "test-model",
  messages: [{ role: "user", content: text }],
  ...more,
});

const start = (kind: "token" | "channel", target_id: number) =>
  running.api<CaptureTarget>("POST", "/api/capture/", { kind, target_id, hours: 1 });

const stored = () => running.app.database.queries.selectFrom("captures").selectAll().execute();

/** The newest row of a token, once its capture is stored. */
async function rowOf(tokenName: string): Promise<number> {
  await running.books();
  const page = await running.api<LogPage>("GET", `/api/log/?token_name=${tokenName}`);
  return page.data[0]?.id ?? 0;
}

async function bodiesOf(tokenName: string): Promise<CaptureBodies> {
  const id = await rowOf(tokenName);
  await expect.poll(() => running.api<CaptureHead | null>("GET", `/api/capture/log/${id}`)).not.toBeNull();
  return running.api<CaptureBodies>("POST", `/api/capture/log/${id}/read`);
}

describe("captured bodies", () => {
  it("are not stored by default", async () => {
    const { key } = await running.aToken({ name: "plain" });
    upstream.answer(jsonAnswer(chatAnswer()));
    expect((await running.call(key, requestBody("Hi"))).status).toBe(200);
    await running.books();
    expect(await stored()).toEqual([]);
  });

  it("contain what a token sent and received, byte for byte except its keys, and are encrypted in the database", async () => {
    const { id, key } = await running.aToken({ name: "watched" });
    await start("token", id);
    upstream.answer(
      jsonAnswer(chatAnswer({ note: "your key channel-secret-9f2c and sk-abcdefghijklmnop123456" })),
    );
    const answer = await running.call(
      key,
      requestBody("a private question", { user: "x", api_key: "hunter2" }),
    );
    const text = await answer.text();
    const { request, response } = await bodiesOf("watched");
    expect(request.text).toContain("a private question");
    expect(request.text).not.toContain("hunter2");
    expect(request).toMatchObject({ complete: true, type: "application/json" });
    expect(response.bytes).toBe(Buffer.byteLength(text));
    expect(response.text).not.toContain("channel-secret-9f2c");
    expect(response.text).not.toContain("sk-abcdefghijklmnop123456");
    expect(JSON.parse(response.text)).toMatchObject({ object: "chat.completion" });
    const rows = JSON.stringify(await stored());
    expect(rows).not.toContain("private question");
    expect(rows).not.toContain(key);
    const entries = await running.app.database.queries
      .selectFrom("audit_entries")
      .select("action")
      .where("action", "like", "capture.%")
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual(["capture.start", "capture.read"]);
  });

  it("contain a stream as the caller received it, and only the beginning of a long one", async () => {
    const { id, key } = await running.aToken({ name: "streaming" });
    await start("token", id);
    upstream.answer(streamAnswer(chatFrames(["Hello", " there"])));
    const text = await (await running.call(key, requestBody("Hi", { stream: true }))).text();
    expect((await bodiesOf("streaming")).response).toMatchObject({ text, complete: true });
    const long = "word ".repeat(80_000);
    upstream.answer(streamAnswer(chatFrames([long])));
    const whole = await (await running.call(key, requestBody(long, { stream: true }))).text();
    expect(whole).toContain(long.slice(0, 1000));
    const { request, response } = await bodiesOf("streaming");
    expect(response.bytes).toBe(Buffer.byteLength(whole));
    for (const body of [request, response]) {
      expect(body.complete).toBe(false);
      expect(body.text).toHaveLength(256 * 1024);
    }
  });

  it("of a channel are those of every token that it serves, errors too", async () => {
    const before = (await stored()).length;
    const { key } = await running.aToken({ name: "through" });
    const target = await start("channel", channelId);
    upstream.answer(jsonAnswer({ error: { message: "bad picture" } }, 400));
    expect((await running.call(key, requestBody("Hi"))).status).toBe(400);
    expect((await bodiesOf("through")).response.text).toContain("bad picture");
    await running.api("DELETE", `/api/capture/${target.id}`);
    upstream.answer(jsonAnswer(chatAnswer()));
    await running.call(key, requestBody("Hi"));
    await running.books();
    expect(await stored()).toHaveLength(before + 1);
  });

  it("end at their time, and are deleted with their log rows", async () => {
    const { id, key } = await running.aToken({ name: "ended" });
    const target = await start("token", id);
    const { queries } = running.app.database;
    await queries.updateTable("capture_targets").set({ until: 5 }).where("id", "=", target.id).execute();
    await running.api("PUT", "/api/option/", { key: "CaptureRetentionDays", value: "3" });
    const before = (await stored()).length;
    upstream.answer(jsonAnswer(chatAnswer()));
    await running.call(key, requestBody("Hi"));
    await running.books();
    expect(await stored()).toHaveLength(before);
    await running.api("DELETE", `/api/log/?target_timestamp=${Math.floor(Date.now() / 1000) + 60}`);
    await queries.updateTable("captures").set({ created_at: 5 }).execute();
    await running.api("DELETE", `/api/log/?target_timestamp=${Math.floor(Date.now() / 1000)}`);
    expect(await stored()).toEqual([]);
  });

  it("are dropped, and not the calls, if there are too many of them", async () => {
    const { id, key } = await running.aToken({ name: "flooding" });
    await start("token", id);
    await running.app.database.queries
      .insertInto("captures")
      .values({
        request_id: "large",
        created_at: Math.floor(Date.now() / 1000),
        user_id: 1,
        head: "{}",
        bytes: captureBytesMost,
        request_encrypted: "",
        response_encrypted: "",
      })
      .execute();
    // The process notices at its next poll: after captures were deleted.
    await running.app.database.queries.updateTable("captures").set({ created_at: 9_999_999_999 }).execute();
    await running.api("DELETE", `/api/log/?target_timestamp=5`);
    upstream.answer(jsonAnswer(chatAnswer()));
    const answers = await Promise.all(Array.from({ length: 40 }, () => running.call(key, requestBody("Hi"))));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 40 }, () => 200));
    await running.books();
    expect(await stored()).toHaveLength(1);
  });
});
