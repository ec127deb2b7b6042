import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  hang,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { nextDisconnect } from "../support/next-disconnect.ts";
import { passTime } from "../support/pass-time.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Upstreams that hang, with one that responds. The clock of time limits jumps instead of waiting. */
let running: RunningApp;
let key: string;
let silent: FakeUpstream;
let healthy: FakeUpstream;

beforeAll(async () => {
  silent = await startFakeUpstream();
  healthy = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "hang-*", type: "tokens", channel_type: 1, input: 2, output: 3 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await silent?.stop();
  await healthy?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
  const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
  for (const { id } of list.data) await running.api("DELETE", `/api/channel/${id}`);
  silent.answer(hang);
  healthy.answer((response, request) => {
    const answer =
      request.json["stream"] === true ? streamAnswer(chatFrames(["Hello"])) : jsonAnswer(chatAnswer());
    answer(response, request);
  });
});
afterEach(() => void vi.restoreAllMocks());

const seenBy = async (upstream: FakeUpstream, count = 1): Promise<void> => {
  await vi.waitFor(() => expect(upstream.seen.length).toBeGreaterThanOrEqual(count), {
    interval: 5,
    timeout: 10_000,
  });
};
/** A first channel and its fallback. */
async function aPair(model: string, first: Parameters<RunningApp["aChannel"]>[0] = {}): Promise<number> {
  const { id } = await running.aChannel({
    name: "silent",
    base_url: silent.url,
    models: [model],
    priority: 5,
    ...first,
  });
  await running.aChannel({ name: "healthy", base_url: healthy.url, models: [model] });
  return id;
}

const requestBody = (model: string, stream = true) => ({
  model,
  stream,
  messages: [{ role: "user", content: "Hi" }],
});

async function trail() {
  const { logs } = await running.books();
  expect(logs).toHaveLength(1);
  const attempts = logs[0]?.metadata.attempts ?? [];
  return attempts.map(({ channel_name: name, reason, cause, seconds }) => [name, reason, cause, seconds]);
}

describe("an upstream that does not begin its response", () => {
  it("is abandoned after a limit beyond that of retries, too", async () => {
    await aPair("hang-long", { first_byte_timeout: 100 });
    const answer = running.call(key, requestBody("hang-long"));
    await seenBy(silent);
    passTime(100);
    expect((await answer).status).toBe(200);
    expect(await trail()).toEqual([
      ["silent", "timeout", "no_first_byte", 100],
      ["healthy", "", undefined, undefined],
    ]);
  });

  it("loses its connection, and costs nothing", async () => {
    let closed = 0;
    silent.answer((response) => void response.on("close", () => (closed += 1)));
    await aPair("hang-cost", { first_byte_timeout: 0.2 });
    const before = await running.books();
    const answer = await running.call(key, requestBody("hang-cost", false));
    expect(answer.status).toBe(200);
    await answer.text();
    await vi.waitFor(() => expect(closed).toBe(1));
    const after = await running.books();
    expect(before.balance - after.balance).toBe(39);
    expect(after.entries).toBe(after.balance);
  });

  it("cools down after three calls, and the next calls skip it", async () => {
    await aPair("hang-cool", { first_byte_timeout: 0.1 });
    for (let call = 0; call < 4; call++) await (await running.call(key, requestBody("hang-cool"))).text();
    expect(silent.seen).toHaveLength(3);
    // The half-open probe hangs as well: it releases its slot, and the channel cools down again.
    passTime(6);
    for (let call = 0; call < 2; call++) await (await running.call(key, requestBody("hang-cool"))).text();
    expect(silent.seen).toHaveLength(4);
    vi.restoreAllMocks();
    passTime(3600);
    await (await running.call(key, requestBody("hang-cool"))).text();
    expect(silent.seen).toHaveLength(5);
  });

  it("is abandoned while the caller receives keep-alives", async () => {
    await aPair("hang-keep-alive", { first_byte_timeout: 0.4 });
    const limits = {
      limit_model_setting: { enabled: false, models: [] },
      limits_ip_setting: { enabled: false, whitelist: [] },
    };
    const setting = { heartbeat: { enabled: true, timeout_seconds: 30 }, limits };
    const token = await running.aToken({ setting });
    const real = globalThis.setTimeout;
    const sooner = (work: () => void, delay?: number, ...values: unknown[]): unknown =>
      Reflect.apply(real, globalThis, [work, delay === 30_000 ? 50 : delay, ...values]);
    vi.spyOn(globalThis, "setTimeout").mockImplementation(sooner as typeof setTimeout);
    const answer = await running.call(token.key, requestBody("hang-keep-alive"));
    const text = await answer.text();
    expect(text).toContain(": PING");
    expect(text).toContain("Hello");
  });

  it("ends the call with 504 if the caller named the channel", async () => {
    const id = await aPair("hang-pinned", { first_byte_timeout: 0.1 });
    expect((await running.call(`${key}#${id}`, requestBody("hang-pinned"))).status).toBe(504);
    expect(healthy.seen).toHaveLength(0);
  });

  it("is not followed by another call for a caller that disconnected", async () => {
    await aPair("hang-gone", { first_byte_timeout: 100 });
    const left = new AbortController();
    const disconnected = nextDisconnect(running);
    const answer = running.call(key, requestBody("hang-gone"), { signal: left.signal }).catch(() => "gone");
    await seenBy(silent);
    left.abort();
    expect(await answer).toBe("gone");
    await disconnected;
    passTime(101);
    const { logs } = await running.books();
    expect(logs[0]).toMatchObject({ quota: 0, metadata: { end_reason: "client_closed" } });
    expect(healthy.seen).toHaveLength(0);
  });

  it("is abandoned at the total limit of the whole call", async () => {
    const models = ["hang-total"];
    const form = { base_url: silent.url, models, first_byte_timeout: 100, total_timeout: 150 };
    for (const priority of [3, 2, 1]) await running.aChannel({ ...form, priority });
    const answer = running.call(key, requestBody("hang-total"));
    await seenBy(silent);
    passTime(101);
    await seenBy(silent, 2);
    vi.restoreAllMocks();
    passTime(151);
    expect((await answer).status).toBe(504);
    expect(silent.seen).toHaveLength(2);
    // The second one has the time that remains after the first.
    expect((await trail()).map(([, , cause]) => cause)).toEqual(["no_first_byte", undefined]);
  });

  it("does not use up the time for retries after responses", async () => {
    const failing = await startFakeUpstream();
    failing.answer(jsonAnswer({ error: { message: "no" } }, 500));
    await aPair("hang-mixed", { first_byte_timeout: 100 });
    const form = { name: "failing", base_url: failing.url, models: ["hang-mixed"], priority: 3 };
    await running.aChannel(form);
    const answer = running.call(key, requestBody("hang-mixed"));
    await seenBy(silent);
    passTime(100);
    expect((await answer).status).toBe(200);
    expect((await trail()).map(([name]) => name)).toEqual(["silent", "failing", "healthy"]);
    await failing.stop();
  });
});

describe("RetryTimeOut", () => {
  it("still ends retries after a response that came too late", async () => {
    const late = Promise.withResolvers<void>();
    silent.answer((response) => {
      void late.promise.then(() => response.writeHead(500).end("{}"));
    });
    await aPair("hang-late");
    const answer = running.call(key, requestBody("hang-late"));
    await seenBy(silent);
    passTime(11);
    late.resolve();
    expect((await answer).status).toBe(502);
    expect(healthy.seen).toHaveLength(0);
  });
});

describe("the default deadline of a stream", () => {
  /** Enough streams for the history. */
  async function learn(model: string): Promise<void> {
    silent.answer(streamAnswer(chatFrames(["Quick"])));
    for (let call = 0; call < 5; call++) await (await running.call(key, requestBody(model))).text();
    await running.books();
    await running.app.database.queries.deleteFrom("logs").execute();
    healthy.seen.length = 0;
    silent.answer(hang);
  }

  it("is fifteen seconds for a channel that is fast for the model", async () => {
    await aPair("hang-quick");
    await learn("hang-quick");
    const answer = running.call(key, requestBody("hang-quick"));
    await seenBy(silent);
    passTime(5);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(healthy.seen).toHaveLength(0);
    vi.restoreAllMocks();
    passTime(16);
    expect(await (await answer).text()).toContain("Hello");
    expect(await trail()).toEqual([
      ["silent", "timeout", "no_first_byte", 15],
      ["healthy", "", undefined, undefined],
    ]);
  });

  it.each([
    ["for a channel without a history", "hang-new", {}, true, false],
    ["for whole answers", "hang-whole", {}, false, true],
  ] as const)("is that of the settings %s", async (_name, model, form, stream, learned) => {
    await aPair(model, form);
    if (learned) await learn(model);
    const answer = running.call(key, requestBody(model, stream));
    await seenBy(silent);
    passTime(110);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(healthy.seen).toHaveLength(0);
    vi.restoreAllMocks();
    passTime(121);
    expect((await answer).status).toBe(200);
    expect((await trail())[0]).toEqual(["silent", "timeout", "no_first_byte", 120]);
  });

  it("is the channel's own if it has one", async () => {
    await aPair("hang-own", { first_byte_timeout: 60 });
    await learn("hang-own");
    const answer = running.call(key, requestBody("hang-own"));
    await seenBy(silent);
    passTime(50);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(healthy.seen).toHaveLength(0);
    vi.restoreAllMocks();
    passTime(61);
    expect((await answer).status).toBe(200);
  });

  it.each([
    ["alone", undefined],
    ["beside one that has no price for the call", "unpriced"],
    ["beside one that is cooling down", "cooling"],
  ])("does not end a slow response of a channel %s", async (_name, other) => {
    const model = `hang-lone-${other ?? ""}`;
    await running.aChannel({ name: "slow", base_url: silent.url, models: [model], priority: 1 });
    await learn(model);
    if (other === "unpriced")
      await running.aChannel({
        base_url: healthy.url,
        models: [model],
        model_mapping: `{"${model}":"none"}`,
      });
    if (other === "cooling") {
      await running.aChannel({ base_url: healthy.url, models: [model], priority: 5 });
      healthy.answer(jsonAnswer({ error: { message: "slow down" } }, 429, { "retry-after": "200" }));
      silent.answer(streamAnswer(chatFrames(["Quick"])));
      await (await running.call(key, requestBody(model))).text();
      expect(healthy.seen).toHaveLength(1);
    }
    const held = Promise.withResolvers<ServerResponse>();
    silent.answer((response) => held.resolve(response));
    const answer = running.call(key, requestBody(model));
    const response = await held.promise;
    passTime(100);
    await new Promise((resolve) => setTimeout(resolve, 250));
    response.writeHead(200, { "content-type": "text/event-stream" }).end(chatFrames(["Slow"]).join(""));
    expect(await (await answer).text()).toContain("Slow");
  });
});

describe("keep-alives of an upstream", () => {
  async function alive(model: string, form: object) {
    await running.aChannel({ name: "slow", base_url: silent.url, models: [model], priority: 5, ...form });
    const held = Promise.withResolvers<ServerResponse>();
    silent.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": alive\n\n");
      held.resolve(response);
    });
    const answer = running.call(key, requestBody(model));
    return { answer, response: await held.promise };
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 250));

  it("count as a response after a minute", async () => {
    await running.aChannel({ name: "healthy", base_url: healthy.url, models: ["hang-minute"] });
    const { answer, response } = await alive("hang-minute", { first_byte_timeout: 100 });
    passTime(61);
    response.write(": alive\n\n");
    await pause();
    vi.restoreAllMocks();
    passTime(150);
    await pause();
    response.end(chatFrames(["Slow"]).join(""));
    expect(await (await answer).text()).toContain("Slow");
    expect(healthy.seen).toHaveLength(0);
  });

  it("are accepted if no other channel is left", async () => {
    const { answer, response } = await alive("hang-alive", {});
    await pause();
    passTime(150);
    await pause();
    response.end(chatFrames(["Slow"]).join(""));
    expect(await (await answer).text()).toContain("Slow");
  });
});

it("a realtime upstream that opens its socket and stays idle is replaced by the next", async () => {
  const mute = await startFakeRealtime();
  const greeting = await startFakeRealtime();
  greeting.onSocket((socket) => socket.send(JSON.stringify({ type: "session.created", session: {} })));
  try {
    const form = { models: ["hang-realtime"] };
    await running.aChannel({
      ...form,
      name: "mute",
      base_url: mute.url,
      priority: 5,
      first_byte_timeout: 0.2,
    });
    await running.aChannel({ ...form, name: "greeting", base_url: greeting.url });
    const address = `${running.url.replace("http", "ws")}/v1/realtime?model=hang-realtime`;
    const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
    const first = await new Promise<string>((resolve, reject) => {
      socket.on("message", (data) => resolve((data as Buffer).toString("utf8")));
      socket.on("error", reject);
    });
    expect(first).toContain("session.created");
    expect([mute.seen.length, greeting.seen.length]).toEqual([1, 1]);
    socket.terminate();
  } finally {
    await mute.stop();
    await greeting.stop();
  }
});
