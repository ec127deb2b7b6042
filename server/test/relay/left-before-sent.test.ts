import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { nextDisconnect } from "../support/next-disconnect.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { registerTestPlatform, startTestUpstream, type TestUpstream } from "../support/test-platform.ts";

/** Callers that disconnect while the gateway prepares their call: nothing is sent, and they pay nothing. */
let running: RunningApp;
let upstream: FakeUpstream;
let platform: TestUpstream;
let unregister: () => void;
let key: string;
let opening: number;

beforeAll(async () => {
  unregister = registerTestPlatform();
  [upstream, platform] = [await startFakeUpstream(), await startTestUpstream()];
  running = await startApp(undefined, { env: { EGRESS_ALLOW: "127.0.0.1" } });
  const prices = { type: "times", channel_type: 1, input: 1, output: 0, locked: false } as const;
  for (const model of ["test_generate", "test_upload"]) await running.aPrice({ ...prices, model });
  await running.aPrice({ model: "pictures", type: "tokens", channel_type: 25, input: 2, output: 3 });
  await running.aChannel({ type: 25, models: ["pictures"], base_url: upstream.url });
  await running.aChannel({ type: 51, models: ["recraft_vectorize"], base_url: upstream.url });
  await running.aChannel({ models: ["test_generate", "test_upload"], base_url: platform.url });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
  await platform?.stop();
  unregister();
});
beforeEach(async () => {
  opening = (await running.books()).balance;
  await running.app.database.queries.deleteFrom("logs").execute();
});
afterEach(() => vi.restoreAllMocks());

/** Calls `path`, and leaves once the gateway has come to where `hold` makes it wait for that. */
async function leave(
  path: string,
  body: object,
  hold: (left: Promise<void>, onReached: () => void) => void,
): Promise<void> {
  const abort = new AbortController();
  const left = nextDisconnect(running);
  const reached = new Promise<void>((resolve) => hold(left, resolve));
  const call = running.call(key, body, { path, signal: abort.signal });
  await Promise.race([reached, call]);
  abort.abort();
  await expect(call).rejects.toThrow("aborted");
}

function holdReservation(left: Promise<void>, onReached: () => void): void {
  const { ledger } = running.app;
  const reserve = ledger.reserve.bind(ledger);
  vi.spyOn(ledger, "reserve").mockImplementationOnce(async (request) => {
    const reserved = await reserve(request);
    onReached();
    await left;
    return reserved;
  });
}

function holdTaskRow(left: Promise<void>, onReached: () => void): void {
  const { tasks } = running.app.ledger;
  const open = tasks.open.bind(tasks);
  vi.spyOn(tasks, "open").mockImplementationOnce(async (reservation, task) => {
    const opened = await open(reservation, task);
    onReached();
    await left;
    return opened;
  });
}

it("a chat call is not sent after its picture was fetched", async () => {
  const content = [{ type: "image", source: { type: "url", url: `${upstream.url}/picture.png` } }];
  const body = { model: "pictures", max_tokens: 100, messages: [{ role: "user", content }] };
  const answer = {
    candidates: [{ content: { role: "model", parts: [{ text: "A gate." }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
  };
  await leave("/v1/messages", body, (left, onReached) =>
    upstream.answer((response) => {
      onReached();
      void left.then(() => response.writeHead(200, { "content-type": "image/png" }).end("a picture"));
    }, jsonAnswer(answer)),
  );
  const { balance, logs } = await running.books();
  expect(upstream.seen.map(({ path }) => path)).toEqual(["/picture.png"]);
  expect(balance).toBe(opening);
  expect(logs).toMatchObject([{ quota: 0, metadata: { end_reason: "client_closed" } }]);
});

it("a raw call is not sent after its reservation", async () => {
  upstream.answer(jsonAnswer({ image: { url: "https://img.recraft.test/1" } }));
  await leave("/recraftAI/v1/images/vectorize", {}, holdReservation);
  const { balance, logs } = await running.books();
  expect(upstream.seen).toEqual([]);
  expect([balance, logs]).toEqual([opening, []]);
});

it("an immediate call to a task platform is not sent after its reservation", async () => {
  await leave("/test-tasks/call/upload", { prompt: "a toll gate" }, holdReservation);
  const { balance, logs } = await running.books();
  expect(balance).toBe(opening);
  expect(logs).toMatchObject([{ quota: 0, content: "", metadata: { end_reason: "client_closed" } }]);
});

describe("a task", () => {
  const submit = (hold: typeof holdTaskRow) =>
    leave("/test-tasks/submit/generate", { prompt: "a toll gate" }, hold);
  const stored = () =>
    running.app.database.queries.selectFrom("tasks").select(["status", "charge", "fail_reason"]).execute();

  it("is not created after its reservation", async () => {
    await submit(holdReservation);
    const { balance, logs } = await running.books();
    expect([platform.submitted, await stored()]).toEqual([[], []]);
    expect([balance, logs]).toEqual([opening, []]);
  });

  it("is not sent after it was stored, and its hold is released", async () => {
    await submit(holdTaskRow);
    const { balance, logs } = await running.books();
    expect(platform.submitted).toEqual([]);
    expect(await stored()).toEqual([
      {
        status: "failure",
        charge: "released",
        fail_reason: "The caller disconnected before the request was sent.",
      },
    ]);
    expect(balance).toBe(opening);
    expect(logs).toMatchObject([{ quota: 0 }]);
  });
});
