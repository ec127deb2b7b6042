import { describe, expect, it } from "vitest";
import { createEventStream, formatEvent } from "./event-stream.ts";
import { createOpenStreams } from "./open-streams.ts";

const anActor = (id: number, ip = "192.0.2.1") => ({
  id,
  ip,
  username: "u",
  role: 1,
  group: "default",
  twoFactorDue: false,
  byToken: false,
  admittedBy: { kind: "session" as const, hash: "" },
});

async function take(chunks: AsyncIterable<string>, count: number): Promise<string[]> {
  const taken: string[] = [];
  const iterator = chunks[Symbol.asyncIterator]();
  while (taken.length < count) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

describe("a stream", () => {
  it("gives events in order, to slow and fast readers, and what was queued before its end", async () => {
    let ends = 0;
    const stream = createEventStream(() => (ends += 1));
    const early = take(stream.chunks, 1);
    for (const text of ["1", "2", "3"]) stream.send(text);
    expect(await early).toEqual(["1"]);
    stream.end();
    stream.end();
    stream.send("4");
    expect(await take(stream.chunks, 9)).toEqual(["2", "3"]);
    expect(ends).toBe(1);
  });

  it("drops a reader that leaves too much unread", () => {
    const stream = createEventStream(() => {});
    for (let count = 0; count < 256; count++) stream.send("x".repeat(1024));
    expect(stream.signal.aborted).toBe(false);
    stream.send("x");
    expect([stream.signal.aborted, stream.ended]).toEqual([true, true]);
  });

  it("drops a reader that reads nothing between two keep-alives, and keeps one that does", async () => {
    const idle = createEventStream(() => {});
    const busy = createEventStream(() => {});
    for (const stream of [idle, busy]) {
      stream.send(formatEvent("balance", {}));
      stream.keepAlive();
    }
    await take(busy.chunks, 2);
    for (const stream of [idle, busy]) stream.keepAlive();
    expect([idle.signal.aborted, busy.signal.aborted]).toEqual([true, false]);
  });

  it("writes an event on lines that no value can break out of", () => {
    const text = formatEvent("order", { trade_no: "1\n\nevent: pulse\ndata: {}" });
    expect(text.split("\n\n")).toHaveLength(2);
  });
});

describe("open streams", () => {
  it("are limited by session, user, network and process, and count again what has ended", () => {
    const limits = { session: 2, user: 3, network: 4, process: 5 };
    const streams = createOpenStreams(limits, () => {});
    const open = (id: number, session: string, ip?: string) =>
      streams.open(anActor(id, ip), session, ["account"]);
    const first = open(1, "a");
    open(1, "a");
    expect(() => open(1, "a")).toThrow("Too many requests");
    open(1, "b");
    expect(() => open(1, "c")).toThrow("Too many requests");
    open(2, "d");
    expect(() => open(3, "e")).toThrow("Too many requests");
    open(3, "e", "198.51.100.1");
    expect(() => open(4, "f", "203.0.113.1")).toThrow("Too many requests");
    first.end();
    open(1, "a");
    expect(streams.size).toBe(5);
    streams.end(() => true);
    expect(streams.size).toBe(0);
    open(1, "a");
  });

  it("report when the first opens and when the last ends", () => {
    const changes: boolean[] = [];
    const limits = { session: 9, user: 9, network: 9, process: 9 };
    const streams = createOpenStreams(limits, (open) => changes.push(open));
    const [one, two] = [1, 2].map((id) => streams.open(anActor(id), "s", ["account"]));
    one?.end();
    two?.end();
    expect(changes).toEqual([true, false]);
  });

  it("count an IPv6 network as one address", () => {
    const limits = { session: 9, user: 9, network: 1, process: 9 };
    const streams = createOpenStreams(limits, () => {});
    streams.open(anActor(1, "2001:db8::1"), "a", ["account"]);
    expect(() => streams.open(anActor(2, "2001:db8::2"), "b", ["account"])).toThrow("Too many requests");
  });
});
