import { type ChildProcess, spawn } from "node:child_process";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { chatFrames, type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** What one process revokes is revoked in every other process of the database, for running calls too. */
const main = path.resolve(import.meta.dirname, "../../src/main.ts");
let first: RunningApp;
let other: ChildProcess;
let otherUrl: string;
let upstream: FakeUpstream;
let speech: FakeRealtime;
let channels: { chat: number; speech: number };
const guests = { name: "Guests", ratio: 1, api_rate: 1000, public: true };
let guestsId: number;
let held: ServerResponse[] = [];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  speech = await startFakeRealtime();
  first = await startApp();
  for (const model of ["test-model", "test-realtime"])
    await first.aPrice({ model, type: "tokens", channel_type: 1, input: 2, output: 3 });
  guestsId = (await first.api<{ id: number }>("POST", "/api/user_group/", { ...guests, symbol: "guests" }))
    .id;
  const group = ["default", "guests"];
  channels = {
    chat: (await first.aChannel({ base_url: upstream.url, group })).id,
    speech: (await first.aChannel({ base_url: speech.url, models: ["test-realtime"], group })).id,
  };
  upstream.answer((response) => {
    held.push(response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chatFrames(["one ", "two "], null).slice(0, 3).join(""));
  });
  speech.onSocket((socket) => socket.send(JSON.stringify({ type: "session.created", session: {} })));
  other = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: first.dataDir, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
  });
  otherUrl = await new Promise<string>((resolve, reject) => {
    let output = "";
    const hear = (data: Buffer): void => {
      output += data.toString();
      const match = /ready at (http:\S+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    other.stdout?.on("data", hear);
    other.stderr?.on("data", hear);
    other.once("exit", (code) => reject(new Error(`exited ${code}: ${output}`)));
  });
}, 60_000);
afterAll(async () => {
  other.kill("SIGKILL");
  for (const response of held) response.destroy();
  held = [];
  await first.stop();
  await upstream.stop();
  await speech.stop();
});

/** A user with a token, a stream and a realtime session, both running at the other process. */
async function aUserThere(group = "") {
  const { id, key } = await anotherUser(first);
  await first.app.database.queries.updateTable("tokens").set({ group }).where("user_id", "=", id).execute();
  const { id: tokenId } = await first.app.database.queries
    .selectFrom("tokens")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  const response = await call(key);
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  const rest = (async () => {
    while (!(await reader?.read())?.done);
  })();
  rest.catch(() => {});
  const address = `${otherUrl.replace("http", "ws")}/v1/realtime?model=test-realtime`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));
  return { id, tokenId, key, rest, closed };
}

const call = (key: string) =>
  fetch(`${otherUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "test-model", stream: true, messages: [{ role: "user", content: "hi" }] }),
  });
const rejected = async (key: string): Promise<number> => {
  const answer = await call(key);
  if (answer.status === 200) await answer.body?.cancel();
  return answer.status;
};

describe("revocation in one process, effective immediately in another", () => {
  it.each(["disable", "delete"])("a %sd user: stream, websocket, next call", async (action) => {
    const there = await aUserThere();
    await first.api("POST", "/api/user/manage", { id: there.id, action });
    await expect(there.rest).rejects.toThrow();
    expect(await there.closed).toBe(1008);
    expect([401, 403]).toContain(await rejected(there.key));
  });

  it.each(["disabled", "deleted"])("a %s token: stream, websocket, next call", async (how) => {
    const there = await aUserThere();
    if (how === "disabled") await first.api("PUT", "/api/token/admin", { id: there.tokenId, status: 2 });
    else await first.api("DELETE", `/api/token/admin/${there.tokenId}`);
    await expect(there.rest).rejects.toThrow();
    expect(await there.closed).toBe(1008);
    expect([401, 403]).toContain(await rejected(there.key));
  });

  it("a token's group that is no longer public: its websockets, and every next call", async () => {
    const there = await aUserThere("guests");
    await first.api("PUT", "/api/user_group/", { ...guests, id: guestsId, public: false });
    expect(await there.closed).toBe(1008);
    expect(await rejected(there.key)).toBe(403);
  });

  it("a disabled channel: its websockets, and every next call", async () => {
    const there = await aUserThere();
    await first.api("PUT", `/api/channel/${channels.speech}`, { status: 2 });
    expect(await there.closed).toBe(1008);
    await first.api("PUT", `/api/channel/${channels.chat}`, { status: 2 });
    await vi.waitFor(async () => expect(await rejected(there.key)).toBeGreaterThanOrEqual(400));
    const requests = upstream.seen.length;
    await rejected(there.key);
    expect(upstream.seen).toHaveLength(requests);
  });
});
