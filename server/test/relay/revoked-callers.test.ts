import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import {
  type Answer,
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A disabled or deleted user or token stops immediately, running calls included, and pays for what was delivered. */
let running: RunningApp;
let upstream: FakeUpstream;
let speech: FakeRealtime;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  speech = await startFakeRealtime();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aPrice({ model: "test-realtime", type: "tokens", channel_type: 1, input: 2, output: 4 });
  await running.aChannel({ base_url: upstream.url });
  await running.aChannel({ base_url: speech.url, models: ["test-realtime"] });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
  await speech?.stop();
});
beforeEach(() => running.app.database.queries.deleteFrom("logs").execute());

interface Owner {
  id: number;
  tokenId: number;
  key: string;
}

/** A common user with quota and a token. */
async function anOwner(): Promise<Owner> {
  const { id, key } = await anotherUser(running);
  const token = await running.app.database.queries
    .selectFrom("tokens")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, tokenId: token.id, key };
}

/** Sends some text and then nothing more, until `release`. */
function holding(frames: readonly string[]): Answer {
  return (response) => {
    held.push(response);
    if (frames.length === 0) return;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(frames.join(""));
  };
}
let held: ServerResponse[] = [];
function release(): void {
  for (const response of held) response.destroy();
  held = [];
}

const body = { model: "test-model", stream: true, messages: [{ role: "user", content: "Say hello" }] };

interface OpenStream {
  /** Rejects when the connection is closed. */
  rest: Promise<void>;
}

/** A stream that has sent its first text and would never end. */
async function openStream(key: string): Promise<OpenStream> {
  const response = await running.call(key, body);
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  const rest = (async () => {
    while (!(await reader?.read())?.done);
  })();
  rest.catch(() => {});
  return { rest };
}

async function logsOf(userId: number) {
  const rows = await running.app.database.queries
    .selectFrom("logs")
    .selectAll()
    .where("user_id", "=", userId)
    .where("type", "=", 2)
    .execute();
  return rows;
}

const manage = (id: number, action: string) => running.api("POST", "/api/user/manage", { id, action });

describe("a running call", () => {
  it.each(["disable", "delete"])(
    "is aborted when its user is %sd, and what was delivered is charged",
    async (action) => {
      const owner = await anOwner();
      upstream.answer(holding(chatFrames(["one ", "two ", "three "], null).slice(0, 4)));
      const stream = await openStream(owner.key);
      const before = await running.app.ledger.balanceOf(owner.id);
      await manage(owner.id, action);
      await expect(stream.rest).rejects.toThrow();
      const rejected = await running.call(owner.key, body);
      expect([401, 403]).toContain(rejected.status);
      release();
      await running.books();
      // The call after it is logged as rejected, without a charge.
      const log = (await logsOf(owner.id)).find(({ quota }) => quota > 0);
      expect(log?.quota).toBeGreaterThan(0);
      expect(before - (await running.app.ledger.balanceOf(owner.id))).toBe(log?.quota);
    },
  );

  it("is aborted when its token is disabled, by its owner or an administrator, and no other call is", async () => {
    const [one, other] = [await anOwner(), await anOwner()];
    upstream.answer(holding(chatFrames(["one ", "two "], null).slice(0, 3)));
    const [cut, kept] = [await openStream(one.key), await openStream(other.key)];
    let keptIsOver = false;
    void kept.rest.catch(() => {}).then(() => (keptIsOver = true));
    await running.api("PUT", "/api/token/admin", { id: one.tokenId, status: 2 });
    await expect(cut.rest).rejects.toThrow();
    expect(keptIsOver).toBe(false);
    release();
    await running.books();
  });

  it("is aborted before its first byte, and free", async () => {
    const owner = await anOwner();
    upstream.answer(holding([]));
    const call = running.call(owner.key, body);
    call.catch(() => {});
    while (running.app.openExchanges === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await manage(owner.id, "disable");
    await expect(call).rejects.toThrow();
    release();
    await running.books();
    expect(await running.app.ledger.balanceOf(owner.id)).toBe(1_000_000);
  });

  it("continues during unrelated changes", async () => {
    const owner = await anOwner();
    upstream.answer(streamAnswer(chatFrames(["one ", "two ", "three "]), { pace: 60 }));
    const stream = await openStream(owner.key);
    await running.api("PUT", "/api/user/", { id: owner.id, display_name: "Renamed", group: "default" });
    await running.aToken();
    await expect(stream.rest).resolves.toBeUndefined();
    await running.books();
  });
});

it("a websocket session is closed when its user is disabled", async () => {
  const owner = await anOwner();
  speech.onSocket((socket) => socket.send(JSON.stringify({ type: "session.created", session: {} })));
  const address = `${running.url.replace("http", "ws")}/v1/realtime?model=test-realtime`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${owner.key}` } });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve) => socket.once("message", resolve));
  await manage(owner.id, "disable");
  expect(await closed).toBe(1008);
});
