import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { findPostgres, type PostgresServer, postgresOrSkip, startPostgres } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * PostgreSQL is shut down under a running server, and started again on the same data. The outage is short, because
 * nothing depends on its length: cached callers are served, and bookings are retried every two seconds until they
 * succeed.
 */
const there = (await postgresOrSkip()) !== null;
let postgres: PostgresServer;
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  if (!there) return;
  postgres = await startPostgres(findPostgres() ?? "");
  upstream = await startFakeUpstream();
  running = await startApp({ kind: "postgres", url: postgres.url });
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
  ({ key } = await running.aToken());
});
afterAll(async () => {
  // A server without its database waits with its bookings rather than losing them, so it stops after the database is
  // back.
  await postgres?.restart();
  await running?.stop();
  await upstream?.stop();
  await postgres?.stop();
});

const requestBody = (more: object = {}) => ({
  model: "test-model",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
  ...more,
});

/** The console's API as a browser calls it; `api` throws on failures. */
const sendConsole = (): Promise<Response> =>
  fetch(`${running.url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password: "a root password" }),
  });

describe.skipIf(!there)("while the database is away", () => {
  it("loses no running call, charges none twice, rejects what it cannot reserve, and works again afterwards", async () => {
    // The first call fills the lease from which later ones are reserved.
    expect((await running.call(key, requestBody())).status).toBe(200);
    const before = await running.books();

    let finish = (): void => {};
    const frames = chatFrames(["one ", "two "], { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 });
    upstream.answer((response, request) => {
      streamAnswer(frames.slice(0, 1), { hang: true })(response, request);
      finish = () => {
        for (const frame of frames.slice(1)) response.write(frame);
        response.end();
      };
    });
    const stream = await running.call(key, requestBody({ stream: true }));
    expect(stream.status).toBe(200);

    await postgres.shutDown();
    finish();
    expect(await stream.text()).toContain("[DONE]");

    upstream.answer(jsonAnswer(chatAnswer()));
    // Calls are served from the lease while it lasts; then they are rejected with a retry time.
    const statuses: number[] = [];
    for (let requests = 0; statuses.at(-1) !== 503 && requests < 100; requests++) {
      const answer = await running.call(key, requestBody());
      statuses.push(answer.status);
      if (answer.status !== 503) continue;
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(await answer.json()).toMatchObject({ error: { code: "temporarily_unavailable" } });
    }
    expect(statuses.at(-1)).toBe(503);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const served = statuses.filter((status) => status === 200).length;
    expect(upstream.seen).toHaveLength(served);
    // An uncached key is not reported as invalid.
    expect((await running.call("sk-never-seen", requestBody())).status).toBe(503);

    const health = await fetch(`${running.url}/health`);
    const ready = await fetch(`${running.url}/ready`);
    expect([health.status, ready.status]).toEqual([200, 503]);
    const rejected = await sendConsole();
    expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await rejected.json()).toMatchObject({ success: false, code: "server.database_unavailable" });

    await postgres.restart();
    await vi.waitFor(async () => expect((await running.call(key, requestBody())).status).toBe(200), {
      timeout: 15_000,
      interval: 200,
    });
    expect((await sendConsole()).status).toBe(200);
    const after = await running.books();
    expect(after.logs.length - before.logs.length).toBe(1 + served + 1);
    expect(before.balance - after.balance).toBe(10 + (served + 1) * 17);
    expect(after.usedQuota - before.usedQuota).toBe(before.balance - after.balance);
    expect(after.entries).toBe(after.balance);
  });
});
