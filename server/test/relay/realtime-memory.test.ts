import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { createMemoryBudget } from "../../src/platform/memory-budget.ts";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { callRealtime } from "../support/realtime-caller.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A user may retain 2 MB. */
const megabyte = 1024 * 1024;
const memory = createMemoryBudget(20 * megabyte, 2 * megabyte);
let running: RunningApp;
let upstream: FakeRealtime;
let key: string;

beforeAll(async () => {
  upstream = await startFakeRealtime();
  upstream.onSocket((socket) => socket.send('{"type":"session.created","session":{"id":"sess_1"}}'));
  running = await startApp(undefined, { memory });
  await running.aPrice({ model: "talking-model", type: "tokens", channel_type: 1, input: 2, output: 4 });
  await running.aChannel({ base_url: upstream.url, models: ["talking-model"] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

/** A session with the first of two fragments of a message. */
async function halfMessage(): Promise<WebSocket> {
  const address = `${running.url.replace("http", "ws")}/v1/realtime?model=talking-model`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  socket.on("error", () => {});
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send("a".repeat(1.5 * megabyte), { fin: false });
  return socket;
}

it("incomplete messages count for their user: the session that does not fit is closed", async () => {
  const first = await halfMessage();
  await vi.waitUntil(() => memory.used > 1.4 * megabyte, { timeout: 10_000 });
  const second = await halfMessage();
  const code = await new Promise((resolve) => second.on("close", resolve));
  expect(code).toBe(1013);
  expect(first.readyState).toBe(WebSocket.OPEN);
  first.terminate();
  await vi.waitUntil(() => memory.used === 0, { timeout: 10_000 });
  const next = await callRealtime(running.url, key, "talking-model");
  await next.until("session.created");
  await next.leave();
});

it("pongs are not retained, however many a caller sends", async () => {
  const address = `${running.url.replace("http", "ws")}/v1/realtime?model=talking-model`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  await new Promise((resolve) => socket.on("open", resolve));
  let most = 0;
  for (let sent = 0; sent < 3000; sent++) {
    await new Promise((resolve) => socket.pong(Buffer.alloc(120), true, resolve));
    most = Math.max(most, memory.used);
  }
  expect(most).toBe(0);
  socket.terminate();
});

it("pings between the fragments of a message do not hide its bytes", async () => {
  const first = await halfMessage();
  await vi.waitUntil(() => memory.used > 1.4 * megabyte, { timeout: 10_000 });
  for (let sent = 0; sent < 20; sent++)
    await new Promise((resolve) => first.ping(Buffer.alloc(100), true, resolve));
  await new Promise((resolve) => first.once("pong", resolve));
  expect(memory.used).toBeGreaterThan(1.4 * megabyte);
  const second = await halfMessage();
  expect(await new Promise((resolve) => second.on("close", resolve))).toBe(1013);
  first.terminate();
  await vi.waitUntil(() => memory.used === 0, { timeout: 10_000 });
});
