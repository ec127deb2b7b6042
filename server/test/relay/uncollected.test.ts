import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import {
  type Answer,
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Accounts with a cost that no balance covered, in this and a second process of the same database. */
const main = path.resolve(import.meta.dirname, "../../src/main.ts");
const upstream: FakeUpstream = await startFakeUpstream();
let running: RunningApp;
let other: ChildProcess;
let otherUrl: string;
beforeAll(async () => {
  running = await startApp();
  for (const model of ["test-model", "test-realtime"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url, models: ["test-model", "test-realtime"] });
  other = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: running.dataDir, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
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
  await running.stop();
  await upstream.stop();
});

const usage = (completion: number) => ({
  usage: { prompt_tokens: 10, completion_tokens: completion, total_tokens: 10 + completion },
});
const sendRequest = (url: string, key: string, max_tokens: number): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "test-model", max_tokens, messages: [{ role: "user", content: "Hi" }] }),
  });

/** Calls that wait for the upstream's response. */
let held: ((answer: Answer) => void)[] = [];
beforeEach(() => {
  held = [];
  upstream.answer((response, request) => {
    held.push((answer) => answer(response, request));
  });
});
const release = (answer: Answer): void => {
  for (const send of held.splice(0)) send(answer);
};

/**
 * A user with a call above the balance, while another call's reservation is released later: some quota is left, and a
 * cost is uncollected.
 */
async function aDebtor(): Promise<{ id: number; key: string }> {
  const user = await anotherUser(running, 6200);
  // Both processes have the caller cached.
  for (const url of [running.url, otherUrl])
    await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${user.key}` } });
  const holding = sendRequest(running.url, user.key, 5000);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const costly = sendRequest(running.url, user.key, 1000);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  held[1]?.(jsonAnswer(chatAnswer(usage(20_000))));
  expect((await costly).status).toBe(200);
  held[0]?.(jsonAnswer({ error: { message: "no" } }, 400));
  expect((await holding).status).toBe(400);
  // The response is sent before its cost is booked.
  await vi.waitFor(async () => expect(await owes(user.id)).toBe(true), { interval: 1 });
  held = [];
  return user;
}

/** Resolves when the process has the cost, or every process by the database. */
async function owes(id: number): Promise<boolean> {
  if (running.app.ledger.hasUncollected(id)) return true;
  const { queries } = running.app.database;
  const user = queries.selectFrom("users").select("uncollected").where("id", "=", id);
  return (await user.executeTakeFirstOrThrow()).uncollected > 0;
}

/** Fifty concurrent calls; their statuses once one was answered, after the rejection of the others. */
async function attack(url: string, key: string): Promise<{ statuses: number[]; rejection: string }> {
  const calls = Array.from({ length: 50 }, () => sendRequest(url, key, 10));
  let settled = 0;
  const count = (): void => void (settled += 1);
  for (const one of calls) one.then(count, count);
  await vi.waitFor(() => expect(settled).toBe(49));
  expect(held).toHaveLength(1);
  release(jsonAnswer(chatAnswer(usage(10))));
  const answers = await Promise.all(calls);
  const rejected = answers.find(({ status }) => status === 429);
  return {
    statuses: answers.map(({ status }) => status).sort((a, b) => a - b),
    rejection: (await rejected?.text()) ?? "",
  };
}
const oneServed = [200, ...Array.from({ length: 49 }, () => 429)];

describe("an account with an uncollected cost", () => {
  it("may make one call at a time, immediately in the process that booked it, and receives the reason", async () => {
    const { key } = await aDebtor();
    const { statuses, rejection } = await attack(running.url, key);
    expect(statuses).toEqual(oneServed);
    expect(rejection).toContain("concurrency_limit_exceeded");
    expect(rejection).toContain("An earlier answer cost more than the balance");
  });

  it("in every other process within seconds", async () => {
    const user = await aDebtor();
    // The other process asks the database twice a second. It knows the cost once it rejects one of two calls.
    await vi.waitFor(async () => {
      const statuses: number[] = [];
      const calls = [1, 2].map(async () => {
        const { status } = await sendRequest(otherUrl, user.key, 10);
        statuses.push(status);
      });
      await vi.waitUntil(() => held.length + statuses.length === 2);
      const rejected = [...statuses];
      release(jsonAnswer(chatAnswer(usage(10))));
      await Promise.all(calls);
      expect(rejected).toEqual([429]);
    });
    expect((await attack(otherUrl, user.key)).statuses).toEqual(oneServed);
  });

  it("still lists models while its one call runs, and opens no socket", async () => {
    const { key } = await aDebtor();
    const only = sendRequest(running.url, key, 10);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${running.url}/v1/models`, { headers })).status).toBe(200);
    const address = `${running.url.replace("http", "ws")}/v1/realtime?model=test-realtime`;
    const socket = new WebSocket(address, ["realtime"], { headers });
    const status = await new Promise((resolve) =>
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode)),
    );
    expect(status).toBe(429);
    const raw = await fetch(`${running.url}/recraftAI/v1/images/vectorize`, {
      method: "POST",
      headers,
      body: "x",
    });
    expect(raw.status).toBe(429);
    release(jsonAnswer(chatAnswer(usage(10))));
    expect((await only).status).toBe(200);
  });

  it("calls as before after a credit, in every process", async () => {
    const user = await aDebtor();
    await running.books();
    await running.app.ledger.credit({
      id: `paid:${user.id}`,
      userId: user.id,
      amount: 100_000,
      kind: "topup",
      remark: "",
    });
    for (const url of [running.url, otherUrl]) {
      await vi.waitFor(
        async () => {
          const calls = Array.from({ length: 5 }, () => sendRequest(url, user.key, 10));
          let settled = 0;
          const count = (): void => void (settled += 1);
          for (const one of calls) one.then(count, count);
          await vi.waitFor(() => expect(held.length + settled).toBe(5));
          release(jsonAnswer(chatAnswer(usage(10))));
          const answers = await Promise.all(calls);
          expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        },
        { timeout: 15_000, interval: 100 },
      );
    }
  }, 60_000);
});
