import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, expect, it } from "vitest";
import { buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import {
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A copy of the SQLite file during calls, with the key of the secrets, is a complete installation. */
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-restored-"));
const upstream: FakeUpstream = await startFakeUpstream();
const running: RunningApp = await startApp();
afterAll(async () => {
  await running.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

const request = { model: "test-model", stream: true, messages: [{ role: "user", content: "hi" }] };

it("a backup made under load starts, releases reservations, and its sums agree", async () => {
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
  const { key } = await running.aToken();
  upstream.answer(streamAnswer(chatFrames(["one ", "two "]), { pace: 5 }));
  let stopped = false;
  const load = Array.from({ length: 10 }, async () => {
    while (!stopped) await (await running.call(key, request)).text();
  });
  const source = new SQLite(path.join(running.dataDir, "tollgate.db"));
  const leased = (): number =>
    (source.prepare("select coalesce(sum(amount), 0) as n from leases").get() as { n: number }).n;
  const booked = (): number => (source.prepare("select count(*) as n from logs").get() as { n: number }).n;
  await expect.poll(() => booked() > 20 && leased() > 0, { timeout: 10_000 }).toBe(true);
  const copy = path.join(folder, "tollgate.db");
  await source.backup(copy);
  stopped = true;
  await Promise.all(load);
  source.close();

  const config = readConfig(
    {
      DATA_DIR: folder,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "silent",
      SECRET_KEY: readFileSync(path.join(running.dataDir, "secret.key"), "utf8").trim(),
    },
    false,
  );
  const restored = await buildApp(config);
  try {
    const url = await restored.listen();
    const { queries } = restored.database;
    const sum = async (table: "logs" | "ledger_entries" | "leases", column: "quota" | "amount") => {
      const row = await queries
        .selectFrom(table)
        .select((eb) => eb.fn.sum<number>(column as never).as("n"))
        .executeTakeFirst();
      return Number(row?.n ?? 0);
    };
    const user = await queries.selectFrom("users").selectAll().executeTakeFirstOrThrow();
    expect(await sum("leases", "amount")).toBe(0);
    expect(await sum("ledger_entries", "amount")).toBe(user.quota);
    expect(await sum("logs", "quota")).toBe(user.used_quota);
    const calls = await queries.selectFrom("logs").select("request_id").execute();
    expect(calls.length).toBe(user.request_count);
    // Keys of callers and channels work as before.
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    expect(await answer.text()).toContain("[DONE]");
    await restored.ledger.flush();
    expect(await restored.ledger.balanceOf(user.id)).toBe(await sum("ledger_entries", "amount"));
  } finally {
    await restored.close(100);
  }
});
