import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";

const main = path.resolve(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-crash-"));
const password = "a root password";
let upstream: FakeUpstream;
const children: ChildProcess[] = [];

beforeAll(async () => {
  upstream = await startFakeUpstream();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await upstream?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Server {
  child: ChildProcess;
  url: string;
  exited: Promise<number | null>;
}

/** The real process, as `npm start` runs it. */
function startServer(env: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      ROOT_PASSWORD: password,
      LOG_LEVEL: "info",
      ...env,
    },
  });
  children.push(child);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (data: Buffer) => {
      output += data.toString();
      const match = /ready at (http:\S+)/.exec(output);
      if (match?.[1]) resolve({ child, url: match[1], exited });
    });
    child.stderr?.on("data", (data: Buffer) => {
      output += data.toString();
    });
    void exited.then((code) => reject(new Error(`exited ${code}: ${output}`)));
  });
}

async function setUp(url: string): Promise<string> {
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const post = async (address: string, body: unknown): Promise<{ key: string }> => {
    const response = await fetch(url + address, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: { key: string } }).data;
  };
  await post("/api/prices/single", { model: "m", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await post("/api/channel/", {
    name: "c",
    type: 1,
    key: "k",
    base_url: upstream.url,
    groups: ["default"],
    models: ["m"],
  });
  return (await post("/api/token/", { name: "t", unlimited_quota: true })).key;
}

const call = (url: string, key: string, model = "m"): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "hi" }] }),
  });

function readBooks() {
  const db = new SQLite(path.join(folder, "tollgate.db"), { readonly: true });
  const one = (text: string): number => Number((db.prepare(text).get() as { n: number | null }).n ?? 0);
  const all = (text: string): unknown[] => db.prepare(text).all();
  const books = {
    calls: all(
      "select created_at - created_at % 900 as start, count(*) as requests, sum(quota) as quota from logs where type = 2 group by 1",
    ),
    counted: all(
      "select start, sum(requests) as requests, sum(quota) as quota from usage_figures where dimension = 1 and span = 900 group by 1",
    ),
    quota: one("select quota as n from users where username = 'root'"),
    used: one("select used_quota as n from users where username = 'root'"),
    leases: one("select sum(amount) as n from leases where kind = 'user'"),
    entries: one("select sum(amount) as n from ledger_entries"),
    logs: one("select count(*) as n from logs where quota > 0"),
    logged: one("select sum(quota) as n from logs"),
  };
  db.close();
  return books;
}

// Each test starts processes, whose first calls take seconds on a busy machine.
describe("a server that is killed under load", { timeout: 90_000 }, () => {
  it("loses nothing that was settled, and releases its reservations at the next start", async () => {
    upstream.answer(streamAnswer(chatFrames(["a", "b", "c"]), { pace: 10 }));
    const first = await startServer();
    const key = await setUp(first.url);
    let served = 0;
    let killed = false;
    const load = Array.from({ length: 20 }, async () => {
      while (!killed) {
        try {
          const text = await (await call(first.url, key)).text();
          if (text.includes("[DONE]")) served += 1;
        } catch {
          return;
        }
      }
    });
    // Calls are booked while others run.
    await expect.poll(() => served).toBeGreaterThan(100);
    await expect.poll(() => served - readBooks().logs).toBeLessThan(60);
    const booked = readBooks().logs;
    killed = true;
    first.child.kill("SIGKILL");
    await first.exited;
    await Promise.all(load);
    const dead = readBooks();
    expect(dead.leases).toBeGreaterThan(0);
    expect(dead.entries).toBe(dead.quota + dead.leases);
    expect(dead.logged).toBe(dead.used);
    // Calls of the last milliseconds may not be booked yet; everything earlier is.
    expect(dead.logs).toBeGreaterThanOrEqual(booked);
    expect(dead.counted).toEqual(dead.calls);

    const second = await startServer();
    const after = readBooks();
    expect(after.leases).toBe(0);
    expect(after.quota).toBe(dead.quota + dead.leases);
    expect(after).toMatchObject({ logs: dead.logs, logged: dead.logged, entries: dead.entries });
    expect((await (await call(second.url, key)).text()).includes("[DONE]")).toBe(true);
    second.child.kill("SIGKILL");
    await second.exited;
  });

  it("drains open streams on SIGTERM, then books them and returns every lease", async () => {
    const frames = chatFrames(Array<string>(40).fill("word "));
    const goOn = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(frames.slice(0, 5).join(""));
      void goOn.promise.then(() => response.end(frames.slice(5).join("")));
    });
    const server = await startServer();
    const key = await setUp(server.url);
    const before = readBooks();
    const open = await Promise.all(Array.from({ length: 5 }, () => call(server.url, key)));
    server.child.kill("SIGTERM");
    // An unknown model costs nothing while the signal is on its way.
    const late = async (): Promise<number> => {
      const answer = await call(server.url, key, "unknown");
      await answer.text();
      return answer.status;
    };
    await expect.poll(late, { timeout: 15_000 }).toBe(503);
    goOn.resolve();
    const texts = await Promise.all(open.map((answer) => answer.text()));
    for (const text of texts) expect(text).toContain("[DONE]");
    expect(await server.exited).toBe(0);
    const after = readBooks();
    expect(after.logs - before.logs).toBe(5);
    expect(after.leases).toBe(0);
    expect(after.entries).toBe(after.quota);
  });
});

describe("a start with invalid settings", { timeout: 90_000 }, () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ["a port that is none", { PORT: "eighty" }, /PORT: must be a port number/],
    [
      "a database URL of another kind",
      { DATABASE_URL: "mysql://x" },
      /DATABASE_URL: must begin with postgres/,
    ],
    [
      "a database that does not exist",
      { DATABASE_URL: "postgres://no-user@127.0.0.1:1/none" },
      /cannot be reached or written \(DATABASE_URL, DATA_DIR\): .*ECONNREFUSED/,
    ],
    ["a short secret key", { SECRET_KEY: "abc" }, /SECRET_KEY: must be 32 bytes/],
    ["a short root password", { ROOT_PASSWORD: "short" }, /ROOT_PASSWORD: must have at least 8/],
    ["a proxy that is none", { TRUST_PROXY: "somewhere" }, /TRUST_PROXY/],
    ["an unknown log level", { LOG_LEVEL: "loud" }, /LOG_LEVEL/],
  ];
  for (const [name, env, sentence] of wrong) {
    it(`stops with the name and the reason: ${name}`, async () => {
      await expect(startServer(env)).rejects.toThrow(sentence);
    });
  }

  it("rejects a database that a newer version wrote", async () => {
    const db = new SQLite(path.join(folder, "tollgate.db"));
    db.prepare("insert into schema_migrations (name, applied_at) values ('9999-future', 1)").run();
    await expect(startServer()).rejects.toThrow(/newer version/);
    db.prepare("delete from schema_migrations where name = '9999-future'").run();
    db.exec("alter table leases rename to leases_away");
    await expect(startServer()).rejects.toThrow(/half migrated/);
    db.exec("alter table leases_away rename to leases");
    db.close();
  });
});
