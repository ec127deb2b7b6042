import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type App, buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import { type DatabaseLocation, openDatabase } from "../../src/storage/database.ts";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * References to items of translated responses by id, as the AI SDK sends by default: `item_reference` for the model's
 * output, from the second turn on and within one tool loop.
 */
const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-items-"));
afterAll(async () => {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
async function newDatabase(): Promise<DatabaseLocation> {
  const name = `items_${++count}`;
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

const usage = { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 };
const thought = { text: "The user asks for the weather.", thought: true };
const callPart = { functionCall: { name: "weather", args: { city: "Paris" } }, thoughtSignature: "c2lnbmVk" };

function gemini(parts: object[], stream: boolean): Answer {
  const answer = (some: object[], more: object) => ({
    candidates: [{ index: 0, content: { role: "model", parts: some }, ...more }],
    usageMetadata: usage,
    modelVersion: "gemini-test",
  });
  if (!stream) return jsonAnswer(answer(parts, { finishReason: "STOP" }));
  const events = [...parts.map((part) => answer([part], {})), answer([], { finishReason: "STOP" })];
  return streamAnswer(events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`));
}

interface Item {
  id: string;
  type: string;
  call_id?: string;
}

/** The output of a response, whole or streamed. */
async function outputOf(response: Response, stream: boolean): Promise<Item[]> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  if (!stream) return (JSON.parse(text) as { output: Item[] }).output;
  const done = text.split("\n\n").flatMap((event) => {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    const body = data === undefined ? {} : (JSON.parse(data) as { type?: string; item?: Item });
    return body.type === "response.output_item.done" && body.item ? [body.item] : [];
  });
  return done;
}

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, param: error["param"], message: error["message"] };
}
const notFound = {
  status: 404,
  param: "input",
  message: expect.stringContaining("store: false"),
};

const user = (content: string) => ({ role: "user", content: [{ type: "input_text", text: content }] });
const refer = ({ id }: Item) => ({ type: "item_reference", id });
const tools = [{ type: "function", name: "weather", parameters: { type: "object", properties: {} } }];

describe("items of translated answers, on SQLite", () => {
  promiseItems(newFile);
});
describe.skipIf(postgresUrl === null)("items of translated answers, on PostgreSQL", () => {
  promiseItems(newDatabase);
});

function promiseItems(locate: () => Promise<DatabaseLocation>): void {
  let location: DatabaseLocation;
  let running: RunningApp | undefined;
  let mine: string;
  let theirs: string;
  let secret: string;
  let later: App[];

  beforeEach(async () => {
    later = [];
    location = await locate();
    running = await startApp(location);
    secret = readFileSync(path.join(running.dataDir, "secret.key"), "utf8").trim();
    for (const model of ["gemini-test", "gpt-test"])
      await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, models: ["gemini-test"], type: 25 });
    await running.aChannel({ base_url: upstream.url, models: ["gpt-test"] });
    mine = (await running.aToken()).key;
    theirs = (await anotherUser(running)).key;
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await Promise.all(later.map((app) => app.close(100)));
  });

  const send = (key: string, body: object, url = running?.url ?? "") =>
    fetch(`${url}/v1/responses`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gemini-test", tools, ...body }),
    });

  /** The response's items, after a tool call with preceding reasoning. */
  async function make(key: string, stream = false, more: object = {}): Promise<Item[]> {
    upstream.answer(gemini([thought, callPart], stream));
    const output = await outputOf(await send(key, { input: [user("Weather?")], stream, ...more }), stream);
    upstream.answer(gemini([{ text: "Sunny." }], stream));
    return output;
  }
  const resultOf = (items: Item[]) => ({
    type: "function_call_output",
    call_id: items.find(({ type }) => type === "function_call")?.call_id,
    output: "sunny",
  });
  const inputSent = (index: number) => upstream.seen.at(index)?.json["input"] as object[] | undefined;
  const contents = () => upstream.seen.at(-1)?.json["contents"] as { role: string; parts: object[] }[];
  const rows = async (app = running?.app) =>
    (await app?.database.queries.selectFrom("translated_item_groups").selectAll().execute()) ?? [];

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

  it.each([false, true])(
    "are resolved in a tool loop and in the turn after it (stream: %s)",
    async (stream) => {
      const called = await make(mine, stream);
      expect(called.map(({ type }) => type)).toEqual(["reasoning", "reasoning", "function_call"]);
      // The SDK references the reasoning and, depending on its version, the call as well.
      for (const call of [called.slice(-1), called.slice(-1).map(refer)]) {
        const input = [user("Weather?"), ...called.slice(0, -1).map(refer), ...call, resultOf(called)];
        upstream.answer(gemini([{ text: "Sunny." }], stream));
        const said = await outputOf(await send(mine, { input, stream }), stream);
        expect(contents().map(({ role }) => role)).toEqual(["user", "model", "user"]);
        expect(contents()[1]?.parts).toMatchObject([thought, callPart]);

        upstream.answer(gemini([{ text: "You are welcome." }], stream));
        const next = [...input, ...said.map(refer), user("Thanks")];
        await outputOf(await send(mine, { input: next, stream }), stream);
        expect(contents().map(({ role }) => role)).toEqual(["user", "model", "user", "model", "user"]);
        expect(contents()[3]?.parts).toEqual([{ text: "Sunny." }]);
      }
    },
  );

  it("belong to their user only, and an unknown one is rejected by the field's name", async () => {
    const made = await make(mine);
    for (const [key, input] of [
      [theirs, [user("Hi"), ...made.map(refer)]],
      [mine, [user("Hi"), { type: "item_reference", id: "msg_of_no_user" }]],
      [mine, [user("Hi"), { type: "item_reference", id: "msg_\u0000" }]],
      [mine, [user("Hi"), { id: made[0]?.id.replace(/.$/, "9") }]],
    ] as const)
      expect(await errorOf(await send(key, { input }))).toMatchObject(notFound);
    expect(upstream.seen).toEqual([]);
    expect((await send(mine, { input: [user("Hi"), ...made.map(refer), resultOf(made)] })).status).toBe(200);
  });

  it("are encrypted in the database, and found after a restart and by every process", async () => {
    const second = await startAgain();
    const made = await make(mine);
    const input = [user("Weather?"), ...made.map(refer), resultOf(made)];
    expect((await send(mine, { input }, second)).status).toBe(200);
    expect(await errorOf(await send(theirs, { input }, second))).toMatchObject(notFound);
    const stored = await rows();
    // The items of a response share a row.
    expect(stored.map(({ ids }) => ids)).toEqual(
      expect.arrayContaining([made.map(({ id }) => id).join(" ")]),
    );
    expect(JSON.stringify(stored)).not.toMatch(/Paris|weather/);
    // A row that is moved to another user cannot be decrypted.
    const { queries } = running?.app.database ?? {};
    const { id: other } = (await queries
      ?.selectFrom("users")
      .select("id")
      .where("username", "!=", "root")
      .executeTakeFirst()) ?? { id: 0 };
    await queries?.updateTable("translated_item_groups").set({ user_id: other }).execute();
    await running?.stop();
    running = undefined;
    const third = await startAgain();
    expect(await errorOf(await send(theirs, { input }, third))).toMatchObject(notFound);
    await later.at(-1)?.database.queries.updateTable("translated_item_groups").set({ user_id: 1 }).execute();
    expect((await send(mine, { input }, third)).status).toBe(200);
  });

  it("are not stored if 'store' is false, for native responses, and for other formats", async () => {
    const made = await make(mine, false, { store: false });
    await make(mine, true, { store: false });
    upstream.answer(
      jsonAnswer({
        id: "resp_native",
        object: "response",
        status: "completed",
        output: [{ id: "msg_native", type: "message", role: "assistant", content: [] }],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      }),
    );
    expect((await send(mine, { model: "gpt-test", input: "Hi" })).status).toBe(200);
    upstream.answer(gemini([{ text: "Hi" }], false));
    const chat = { model: "gemini-test", messages: [{ role: "user", content: "Hi" }] };
    expect((await running?.call(mine, chat))?.status).toBe(200);
    expect(await errorOf(await send(mine, { input: made.map(refer) }))).toMatchObject(notFound);
    await running?.stop();
    running = undefined;
    await startAgain();
    expect(await rows(later[0])).toEqual([]);
  });

  it("expire after seven days", async () => {
    const made = await make(mine);
    await expect.poll(() => rows()).toHaveLength(1);
    const input = [user("Weather?"), ...made.map(refer), resultOf(made)];
    const createdAt = Date.now();
    const age = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: createdAt + seconds * 1000 });
    try {
      age(7 * 86_400 - 60);
      expect((await send(mine, { input })).status).toBe(200);
      age(7 * 86_400 + 60);
      expect(await errorOf(await send(mine, { input }))).toMatchObject(notFound);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are charged and reserved like their text", async () => {
    const long = "long ".repeat(100_000);
    upstream.answer(gemini([{ text: long }], false));
    const made = await outputOf(await send(mine, { input: "Write" }), false);
    upstream.answer(gemini([{ text: "Hi" }], false));
    await running?.books();
    await running?.setBalance(100_000);
    const body = { input: [user("Go on"), ...made.map(refer)], max_output_tokens: 10 };
    expect((await send(mine, body)).status).toBe(402);
    expect(upstream.seen).toEqual([]);
    await running?.setBalance(10_000_000);
    expect((await send(mine, body)).status).toBe(200);
    expect(upstream.seen.at(-1)?.text).toContain(long);
    const often = Array.from({ length: 100 }, () => refer(made[0] as Item));
    expect(await errorOf(await send(mine, { input: often }))).toMatchObject({ status: 413, param: "input" });
  });

  it("are counted and checked for their owner regardless of other fields", async () => {
    const sealed = (item: Item) => ({ ...refer(item), encrypted_content: "not sealed" });
    upstream.answer(gemini([{ text: "long ".repeat(100_000) }], false));
    const [long] = await outputOf(await send(mine, { input: "Write" }), false);
    upstream.answer(gemini([{ text: "Hi" }], false));
    const often = Array.from({ length: 100 }, () => sealed(long as Item));
    const input = [refer(long as Item), ...often];
    expect(await errorOf(await send(mine, { input }))).toMatchObject({ status: 413, param: "input" });

    const vendors: Item = { id: "msg_vendors_2", type: "message" };
    upstream.answer(
      jsonAnswer({
        id: "resp_2",
        object: "response",
        status: "completed",
        output: [{ ...vendors, role: "assistant", content: [] }],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      }),
    );
    expect((await send(mine, { model: "gpt-test", input: "Hi" })).status).toBe(200);
    const seen = upstream.seen.length;
    const { id } = vendors;
    for (const item of [sealed(vendors), { id, encrypted_content: "not sealed" }])
      expect(await errorOf(await send(theirs, { model: "gpt-test", input: [item] }))).toMatchObject(notFound);
    expect(upstream.seen).toHaveLength(seen);
    expect((await send(mine, { model: "gpt-test", input: [sealed(vendors)] })).status).toBe(200);
  });

  it("are counted like their text, for their user only", async () => {
    upstream.answer(gemini([{ text: "Sunny. ".repeat(1000) }], false));
    const made = await outputOf(await send(mine, { input: "Weather?" }), false);
    const count = (key: string) =>
      running?.call(
        key,
        { model: "gemini-test", input: [user("Weather?"), ...made.map(refer)] },
        { path: "/v1/responses/input_tokens" },
      );
    const counted = (await (await count(mine))?.json()) as { input_tokens: number };
    expect(counted.input_tokens).toBeGreaterThan(1000);
    expect((await count(theirs))?.status).toBe(404);
  });

  it("are sent to a native channel as their content, next to references to its own", async () => {
    upstream.answer(gemini([{ text: "Sunny." }], false));
    const made = await outputOf(await send(mine, { input: "Weather?" }), false);
    const native = (id: string) =>
      jsonAnswer({
        id: `resp_${id}`,
        object: "response",
        status: "completed",
        output: [{ id, type: "message", role: "assistant", content: [] }],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      });
    upstream.answer(native("msg_vendors_1"));
    const input: object[] = [user("Weather?"), ...made.map(refer), user("Sure?")];
    expect((await send(mine, { model: "gpt-test", input })).status).toBe(200);
    expect(upstream.seen[0]?.path).toBe("/v1/responses");
    expect(inputSent(0)?.[1]).toEqual(made[0]);
    const next = [...input, { type: "item_reference", id: "msg_vendors_1" }];
    expect((await send(mine, { model: "gpt-test", input: next })).status).toBe(200);
    expect(inputSent(-1)?.[3]).toEqual(next[3]);
  });
}
