import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../../../test/fake-upstream/fake-realtime.ts";
import { passTime } from "../../../test/support/pass-time.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { createUpstreamCaller } from "./call-upstream.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";
import type { UpstreamCall, UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";

let server: FakeRealtime;
let deadlines: Deadlines;
let caller: UpstreamCaller;

beforeAll(async () => {
  server = await startFakeRealtime();
});
afterAll(() => server.stop());
beforeEach(() => {
  deadlines = createDeadlines();
  caller = createUpstreamCaller({ deadlines });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await caller.close();
  deadlines.stop();
});

interface Received {
  text: string;
  events: string[];
  problem: UpstreamProblem | undefined;
  over: Promise<void>;
  call: UpstreamCall;
}

function send(accept: string, limits: Partial<UpstreamTarget> = {}): Received {
  const { promise, resolve } = Promise.withResolvers<void>();
  const received: Omit<Received, "call"> = { text: "", events: [], problem: undefined, over: promise };
  const call = caller.call(
    { method: "POST", url: `${server.url.replace("http", "ws")}/chat`, headers: { accept }, body: "hello" },
    { proxy: "", connectTimeout: 15, firstByteTimeout: 15, idleTimeout: 15, totalTimeout: 15, ...limits },
    {
      onHead: (status, headers) => received.events.push(`${status} ${headers["content-type"]}`),
      onData: (chunk) => void (received.text += chunk.toString()),
      onEnd: () => resolve(void received.events.push("end")),
      onFail: (problem) => resolve(void (received.problem = problem)),
    },
  );
  return Object.assign(received, { call });
}

const stream = "text/event-stream";
const whole = "application/json";
/** Sends the messages once the request has come. `after` runs behind the last. */
const answer = (messages: string[], after: (socket: WebSocket) => void = (socket) => socket.close()) =>
  server.onSocket((socket) =>
    socket.on("message", () => {
      for (const message of messages) socket.send(message);
      after(socket);
    }),
  );

describe("a call over a websocket", () => {
  it("turns each message into an event", async () => {
    answer(['{"a":1}', "two\nlines"]);
    const received = send(stream);
    await received.over;
    expect(received.text).toBe('data: {"a":1}\n\ndata: two\ndata: lines\n\n');
    expect(received.events).toEqual(["200 text/event-stream", "end"]);
  });

  it("collects the messages of an answer that is no stream", async () => {
    answer(['{"a":1}', '{"b":2}']);
    const received = send(whole);
    await received.over;
    expect(received.text).toBe('{"messages":[{"a":1},{"b":2}]}');
    expect(received.events).toEqual(["200 application/json", "end"]);
  });

  it("fails if the socket closes without a message, or is rejected", async () => {
    answer([]);
    const silent = send(stream);
    await silent.over;
    expect(silent.problem).toMatchObject({ kind: "bad-answer" });
    server.reject(403);
    const rejected = send(stream);
    await rejected.over;
    expect(rejected.problem).toMatchObject({ kind: "unreachable" });
  });

  it.each([
    ["first byte", stream, [], { firstByteTimeout: 0.2 }, "no first byte in 0.2 s"],
    ["idle", stream, ["{}"], { idleTimeout: 0.2 }, "the upstream took too long for more of the answer"],
    ["idle", whole, ["{}"], { idleTimeout: 0.2 }, "the upstream took too long for more of the answer"],
    ["total", stream, ["{}"], { totalTimeout: 0.2 }, "the upstream took too long for the whole answer"],
  ])(
    "ends at the %s timeout (%s) and closes the socket",
    async (_name, accept, messages, limits, message) => {
      const closed = new Promise((resolve) => answer(messages, (socket) => socket.on("close", resolve)));
      const received = send(accept, limits);
      await received.over;
      expect(received.problem).toMatchObject({ kind: "timeout", message });
      await closed;
    },
  );

  it("has no idle timeout while its reader is paused", async () => {
    const open = new Promise<WebSocket>((resolve) => answer(["one"], resolve));
    const received = send(stream, { idleTimeout: 60, totalTimeout: 300 });
    while (received.text === "") await new Promise((resolve) => setTimeout(resolve, 5));
    received.call.pause();
    passTime(120);
    // Deadlines are looked at ten times a second.
    await new Promise((resolve) => setTimeout(resolve, 300));
    (await open).close();
    await received.over;
    expect(received.events.at(-1)).toBe("end");
  });

  it("that is cancelled closes the socket and reports nothing more", async () => {
    const closed = new Promise((resolve) => answer(["one"], (socket) => socket.on("close", resolve)));
    const received = send(stream);
    while (received.text === "") await new Promise((resolve) => setTimeout(resolve, 5));
    received.call.cancel();
    await closed;
    expect([received.events, received.problem]).toEqual([["200 text/event-stream"], undefined]);
  });
});
