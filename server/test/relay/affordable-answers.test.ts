import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const postgresUrl = await postgresOrSkip();
const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

/** Without an output limit; its prompt is counted as ten tokens by the upstream. */
const body = { model: "test-model", messages: [{ role: "user", content: "Write a book." }] };
const promptTokens = 10;
/** What the model would write if nothing stopped it. */
const wantedTokens = 16_000;
const wholeCost = promptTokens + wantedTokens;

/** Answers with as many tokens as the model wants to write, or as the limit allows. */
function writer(honours: boolean): Answer {
  return (response, request) => {
    const limit = Number(request.json.max_completion_tokens ?? request.json.max_tokens ?? Infinity);
    const completion = honours ? Math.min(wantedTokens, limit) : wantedTokens;
    const total = promptTokens + completion;
    const usage = { prompt_tokens: promptTokens, completion_tokens: completion, total_tokens: total };
    setTimeout(() => jsonAnswer(chatAnswer({ usage }))(response, request), 100);
  };
}

/** What the operator pays for everything that was delivered. */
const delivered = (books: Awaited<ReturnType<RunningApp["books"]>>): number =>
  books.logs.reduce((sum, log) => sum + log.prompt_tokens + log.completion_tokens, 0);

async function setUp(location: DatabaseLocation | undefined): Promise<{ running: RunningApp; key: string }> {
  const running = await startApp(location);
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
  const { key } = await running.aToken();
  const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
  const group = groups.data.find((entry) => entry.symbol === "default");
  await running.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
  return { running, key };
}

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`fifty parallel calls for long answers with balance for five, on ${name}`, () => {
    let running: RunningApp;
    let key: string;
    beforeEach(async () => {
      ({ running, key } = await setUp(location));
      await running.setBalance(wholeCost * 5);
    });
    afterEach(() => running.stop());

    const attack = () => Promise.all(Array.from({ length: 50 }, () => running.call(key, body)));

    it("deliver no more than the balance pays for, where the upstream honours limits", async () => {
      upstream.answer(writer(true));
      const answers = await attack();
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 402]));
      const limits = answers.filter((a) => a.ok).map((a) => Number(a.headers.get("x-tollgate-max-output")));
      expect(limits.every((limit) => limit >= 256)).toBe(true);
      expect(upstream.seen.map(({ json }) => json.max_tokens).sort()).toEqual(limits.sort());
      const books = await running.books();
      expect(delivered(books)).toBeLessThanOrEqual(wholeCost * 5);
      expect(books.balance).toBe(wholeCost * 5 - delivered(books));
      expect(books.logs.every(({ metadata }) => metadata.uncollected === undefined)).toBe(true);
    });
  });
}

describe("a call without an output limit", () => {
  let running: RunningApp;
  let key: string;
  beforeEach(async () => {
    ({ running, key } = await setUp(undefined));
  });
  afterEach(() => running.stop());

  it("passes unchanged, byte for byte, where the balance covers the largest answer", async () => {
    upstream.answer(writer(true));
    await running.setBalance(200_000);
    const text = JSON.stringify(body, null, 3);
    const answer = await running.call(key, text);
    expect(answer.headers.get("x-tollgate-max-output")).toBeNull();
    expect(upstream.seen[0]?.text).toBe(text);
    expect((await running.books()).balance).toBe(200_000 - wholeCost);
  });
});
