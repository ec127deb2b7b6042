import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type App, buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import { type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import {
  type Answer,
  chatAnswer,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Owners of a vendor's states, for other processes and after restarts, without Redis (`docs/use/stored-state.md`). */
const postgresUrl = await postgresOrSkip();
const upstream = await startFakeUpstream();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-stored-"));
afterAll(async () => {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A response with ids of its own. */
let count = 0;
function anAnswer() {
  count += 1;
  return {
    id: `resp_${count}`,
    object: "response",
    status: "completed",
    model: "gpt-test",
    error: null,
    output: [
      { id: `rs_${count}`, type: "reasoning", summary: [], encrypted_content: `sealed-${count}`.repeat(50) },
      {
        id: `msg_${count}`,
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "Hi", annotations: [] }],
      },
    ],
    usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
  };
}
type AnAnswer = ReturnType<typeof anAnswer>;

function streamed(answer: AnAnswer): Answer {
  const frames = [
    { type: "response.created", response: { ...answer, status: "in_progress", output: [], usage: null } },
    ...answer.output.map((item) => ({ type: "response.output_item.done", item })),
    { type: "response.completed", response: answer },
  ];
  return streamAnswer(frames.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
}

const send = (url: string, key: string, body: object, address = "/v1/responses") =>
  fetch(url + address, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-test", input: "Hi", ...body }),
  });
const keyUsed = () => upstream.seen.at(-1)?.headers.authorization;

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, code: error["code"] };
}
const unknown = { status: 400, code: "previous_response_not_found" };

/** A separate database per test. */
async function newDatabase(): Promise<DatabaseLocation> {
  const name = `makers_${++count}`;
  const server: DatabaseLocation = { kind: "postgres", url: postgresUrl ?? "" };
  const { queries, close } = openDatabase(server);
  await sql`create database ${sql.id(name)}`.execute(queries);
  await close();
  return { ...server, url: server.url.replace("/postgres?", `/${name}?`) };
}
const newFile = async (): Promise<DatabaseLocation> => ({
  kind: "sqlite",
  file: path.join(folder, `${++count}.db`),
});

describe("state that a vendor stores, on SQLite", () => {
  promiseMemory(newFile);
});
describe.skipIf(postgresUrl === null)("state that a vendor stores, on PostgreSQL", () => {
  promiseMemory(newDatabase);
});

function promiseMemory(locate: () => Promise<DatabaseLocation>): void {
  let location: DatabaseLocation;
  let first: RunningApp | undefined;
  let secret: string;
  let mine: string;
  let theirs: string;
  let later: App[];

  /** Another process of the same installation, or its next start. */
  async function startAgain(): Promise<string> {
    const config = readConfig(
      { DATA_DIR: folder, PORT: "0", HOST: "127.0.0.1", SECRET_KEY: secret, LOG_LEVEL: "silent" },
      false,
    );
    config.database = location;
    const app = await buildApp(config);
    later.push(app);
    return app.listen();
  }

  async function stopFirst(): Promise<void> {
    await first?.stop();
    first = undefined;
  }

  const urlOfFirst = () => first?.url ?? "";
  const rows = async (app = first?.app) =>
    (await app?.database.queries.selectFrom("response_makers").select("id").execute()) ?? [];

  beforeEach(async () => {
    later = [];
    location = await locate();
    first = await startApp(location);
    secret = readFileSync(path.join(first.dataDir, "secret.key"), "utf8").trim();
    const keys = { key: "key-a\nkey-b\nkey-c" };
    await first.aPrice({ model: "gpt-test", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await first.aChannel({ base_url: upstream.url, models: ["gpt-test"], ...keys });
    mine = (await first.aToken()).key;
    theirs = (await anotherUser(first)).key;
  });
  afterEach(async () => {
    await stopFirst();
    await Promise.all(later.map((app) => app.close(100)));
  });

  /** A response that the caller received, and the account's key that created it. */
  async function make(url: string, key: string, stream: boolean) {
    const answer = anAnswer();
    upstream.answer(stream ? streamed(answer) : jsonAnswer(answer));
    const response = await send(url, key, { stream });
    expect(response.status).toBe(200);
    await response.text();
    const madeBy = keyUsed();
    upstream.answer(jsonAnswer(anAnswer()));
    return { ...answer, madeBy };
  }

  it.each([
    ["a whole answer", false],
    ["a stream", true],
  ])("of %s belongs to its user only after a restart", async (_of, stream) => {
    const made = await make(urlOfFirst(), mine, stream);
    await stopFirst();
    const ways = [
      { previous_response_id: made.id },
      { input: [{ type: "item_reference", id: made.output[1]?.id }] },
      { input: [{ type: "reasoning", id: made.output[0]?.id, summary: [] }] },
      { input: [made.output[0], { role: "user", content: "Go on" }] },
    ];
    const url = await startAgain();
    for (const way of ways) {
      expect((await send(url, mine, way)).status).toBe(200);
      expect(keyUsed()).toBe(made.madeBy);
    }
    upstream.answer(jsonAnswer(anAnswer()));
    for (const way of ways) expect((await send(url, theirs, way)).status).not.toBe(200);
    expect(await errorOf(await send(url, theirs, { previous_response_id: made.id }))).toEqual(unknown);
    expect(await errorOf(await send(url, mine, { previous_response_id: "resp_of_no_user" }))).toEqual(
      unknown,
    );
    const got = (key: string) =>
      fetch(`${url}/v1/responses/${made.id}`, { headers: { authorization: `Bearer ${key}` } });
    expect((await got(theirs)).status).toBe(404);
    expect(upstream.seen).toEqual([]);
    expect((await got(mine)).status).toBe(200);
    expect(keyUsed()).toBe(made.madeBy);
  });

  it.each([false, true])("has the same length after a restart (stream: %s)", async (stream) => {
    const made = await make(urlOfFirst(), mine, stream);
    await stopFirst();
    await startAgain();
    const stored = await later[0]?.database.queries
      .selectFrom("response_makers")
      .select(["id", "tokens"])
      .where("tokens", ">", 0)
      .execute();
    expect(stored).toEqual([{ id: made.id, tokens: 7 }]);
  });

  it("of a very long response is stored completely before the process exits", async () => {
    const item = anAnswer().output[1];
    const output = Array.from({ length: 15_000 }, (_, index) => ({ ...item, id: `msg_long_${index}` }));
    upstream.answer(jsonAnswer({ ...anAnswer(), output }));
    const response = await send(urlOfFirst(), mine, {});
    expect(await response.text()).toContain("msg_long_14999");
    await stopFirst();
    const { queries, close } = openDatabase(location);
    const found = await queries
      .selectFrom("response_makers")
      .select("id")
      .where("id", "like", "msg_long_%")
      .execute();
    await close();
    expect(found).toHaveLength(15_000);
  });

  it("is known to every process of the database, in both directions", async () => {
    const second = await startAgain();
    for (const [here, there] of [
      [urlOfFirst(), second],
      [second, urlOfFirst()],
    ] as const) {
      const made = await make(here, mine, false);
      await expect.poll(async () => (await rows()).map(({ id }) => id)).toContain(made.id);
      const body = { previous_response_id: made.id };
      expect(await errorOf(await send(there, theirs, body))).toEqual(unknown);
      expect((await send(there, mine, body)).status).toBe(200);
      expect(keyUsed()).toBe(made.madeBy);
    }
  });

  it("is the only thing stored: ordinary calls leave no rows", async () => {
    const before = (await rows()).length;
    upstream.answer(jsonAnswer(chatAnswer({})));
    const messages = { messages: [{ role: "user", content: "Hi" }] };
    for (const address of ["/v1/chat/completions", "/v1/messages"]) {
      const body = { ...messages, max_tokens: 5, input: undefined };
      expect((await send(urlOfFirst(), mine, body, address)).status).toBe(200);
    }
    await stopFirst();
    await startAgain();
    expect(await rows(later[0])).toHaveLength(before);
  });

  it("is known in its process while the database is unavailable, and unknown state stays rejected", async () => {
    const earlier = await make(urlOfFirst(), mine, false);
    await stopFirst();
    const url = await startAgain();
    const { queries } = later[0]?.database ?? {};
    await queries?.schema.alterTable("response_makers").renameTo("makers_away").execute();
    try {
      const made = await make(url, mine, false);
      expect((await send(url, mine, { previous_response_id: made.id })).status).toBe(200);
      expect(keyUsed()).toBe(made.madeBy);
      expect(await errorOf(await send(url, theirs, { previous_response_id: made.id }))).toEqual(unknown);
      expect(await errorOf(await send(url, mine, { previous_response_id: earlier.id }))).toEqual(unknown);
    } finally {
      await queries?.schema.alterTable("makers_away").renameTo("response_makers").execute();
    }
    expect((await send(url, mine, { previous_response_id: earlier.id })).status).toBe(200);
  });
}
