import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, expect, it } from "vitest";
import {
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { startApp } from "../support/start-app.ts";

const main = path.resolve(import.meta.dirname, "../../src/main.ts");
const upstream: FakeUpstream = await startFakeUpstream();
const first = await startApp();
let child: ChildProcess | undefined;
afterAll(async () => {
  child?.kill("SIGKILL");
  await upstream.stop();
  rmSync(first.dataDir, { recursive: true, force: true });
});

const streams = 500;

/** The real process on the installation of `first`, which has ended. */
async function startServer(
  folder: string,
  secret: string,
): Promise<{ url: string; exited: Promise<unknown> }> {
  const started = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      SECRET_KEY: secret,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "error",
    },
  });
  child = started;
  const exited = new Promise((resolve) => started.once("exit", resolve));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    for (const pipe of [started.stdout, started.stderr])
      pipe.on("data", (data: Buffer) => {
        output += data.toString();
        const address = /ready at (http:\S+)/.exec(output)?.[1];
        if (address) resolve(address);
      });
    void exited.then((code) => reject(new Error(`exited ${String(code)}: ${output}`)));
  });
  return { url, exited };
}

it("SIGTERM drains five hundred open streams, books each once, returns every lease and exits with 0", async () => {
  await first.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await first.aChannel({ base_url: upstream.url });
  const groups = await first.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
  const group = groups.data.find((entry) => entry.symbol === "default");
  await first.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
  const { key } = await first.aToken();
  const secret = readFileSync(path.join(first.dataDir, "secret.key"), "utf8").trim();
  await first.app.close(100);
  const { url, exited } = await startServer(first.dataDir, secret);

  const frames = chatFrames(["one ", "two "]);
  const endings: (() => void)[] = [];
  upstream.answer((response, request) => {
    streamAnswer(frames.slice(0, 1), { hang: true })(response, request);
    endings.push(() => response.end(frames.slice(1).join("")));
  });
  const body = JSON.stringify({
    model: "test-model",
    stream: true,
    max_tokens: 10,
    messages: [{ role: "user", content: "hi" }],
  });
  const opened = await Promise.all(
    Array.from({ length: streams }, () =>
      fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body,
      }),
    ),
  );
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(streams);
  const texts = Promise.all(opened.map((answer) => answer.text()));
  child?.kill("SIGTERM");
  await expect
    .poll(async () => (await fetch(`${url}/ready`).catch(() => undefined))?.status ?? 503)
    .toBe(503);
  // Running longer than the drain limit would be waited for.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const end of endings) end();
  for (const text of await texts) expect(text).toContain("[DONE]");
  expect(await exited).toBe(0);

  const db = new SQLite(path.join(first.dataDir, "tollgate.db"), { readonly: true });
  const one = (text: string): number => Number((db.prepare(text).get() as { n: number | null }).n ?? 0);
  expect(one("select count(*) as n from logs where quota = 17")).toBe(streams);
  expect(one("select count(*) as n from logs")).toBe(streams);
  expect(one("select count(*) as n from leases")).toBe(0);
  expect(one("select sum(amount) as n from ledger_entries")).toBe(one("select quota as n from users"));
  db.close();
}, 180_000);
