import net from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { redisOrSkip } from "../../../test/support/redis.ts";
import type { KeyValue } from "./key-value.ts";
import { createMemoryKeyValue } from "./memory.ts";
import { createRedisKeyValue } from "./redis.ts";
import { connectRedis } from "./redis-connection.ts";

const redis = await redisOrSkip();
const url = redis?.url ?? "";
const open: KeyValue[] = [];
let now = 1_000_000;
afterEach(async () => {
  await Promise.all(open.splice(0).map((keyValue) => keyValue.close()));
});

async function inRedis(): Promise<KeyValue> {
  const connection = await connectRedis({ url, now: () => now, onChange: () => {}, deadline: 5000 });
  const keyValue = createRedisKeyValue(connection);
  open.push(keyValue);
  return keyValue;
}

describe.each([
  { name: "memory", skip: false, make: async () => createMemoryKeyValue(1_000_000, () => now) },
  { name: "Redis", skip: redis === null, make: inRedis },
])("values in $name", ({ make, skip }) => {
  it.skipIf(skip)("are found until they are deleted or replaced", async () => {
    const keyValue = await make();
    expect(await keyValue.get("a")).toBeUndefined();
    await keyValue.set("a", "1 ✓", 60);
    await keyValue.set("b", "", 60);
    expect(await keyValue.get("a")).toBe("1 ✓");
    expect(await keyValue.get("b")).toBe("");
    await keyValue.set("a", "2", 60);
    expect(await keyValue.get("a")).toBe("2");
    await keyValue.delete("a");
    expect(await keyValue.get("a")).toBeUndefined();
  });

  it.skipIf(skip)("notify the listeners of a topic until they unsubscribe", async () => {
    const keyValue = await make();
    const received: string[] = [];
    const stop = keyValue.subscribe("t", (message) => received.push(message));
    keyValue.subscribe("t", (message) => received.push(`${message}!`));
    await keyValue.publish("t", "one");
    await keyValue.publish("other", "two");
    stop();
    await keyValue.publish("t", "three");
    expect(received).toEqual(["one", "one!", "three!"]);
  });
});

describe("values in memory", () => {
  it("expire", async () => {
    const keyValue = createMemoryKeyValue(1_000_000, () => now);
    await keyValue.set("a", "1", 60);
    now += 59_999;
    expect(await keyValue.get("a")).toBe("1");
    now += 1;
    expect(await keyValue.get("a")).toBeUndefined();
    expect(keyValue.bytes).toBe(0);
  });

  it("stay within their memory limit: the least recently used are evicted, and too large ones are not stored", async () => {
    const keyValue = createMemoryKeyValue(10_000, () => now);
    for (let count = 0; count < 100; count++) {
      await keyValue.set(`k${count}`, "x".repeat(100), 60);
      await keyValue.get("k0");
      expect(keyValue.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(await keyValue.get("k0")).toBeDefined();
    expect(await keyValue.get("k1")).toBeUndefined();
    expect(await keyValue.get("k99")).toBeDefined();
    await keyValue.set("large", "x".repeat(1000), 60);
    expect(await keyValue.get("large")).toBeUndefined();
    expect(await keyValue.get("k99")).toBeDefined();
  });
});

describe.skipIf(redis === null)("values in Redis", () => {
  it("are shared by instances, with their expiry and their messages", async () => {
    const [one, two] = [await inRedis(), await inRedis()];
    await one.set("shared", "1", 60);
    expect(await two.get("shared")).toBe("1");
    const own: string[] = [];
    const others: string[] = [];
    one.subscribe("t", (message) => own.push(message));
    two.subscribe("t", (message) => others.push(message));
    let received = 0;
    // The subscription uses its own connection, and is not active immediately.
    await vi.waitFor(async () => {
      await one.publish("t", "x");
      received += 1;
      expect(others).toContain("x");
    });
    await two.publish("t", "y");
    await vi.waitFor(() => expect(own).toContain("y"));
    // An instance receives its own messages once, not again through Redis.
    expect(own.filter((message) => message === "x")).toHaveLength(received);
    await one.set("short", "1", 1);
    await vi.waitFor(async () => expect(await two.get("short")).toBeUndefined());
  });
});

describe.skipIf(redis === null)("a subscription", () => {
  it("that was lost with its connection is repeated", async () => {
    let lost = 0;
    // Forwards to Redis; the first subscription and its connection are lost on the way.
    const between = net.createServer((socket) => {
      const behind = net.connect(url);
      for (const end of [socket, behind]) end.on("error", () => {});
      socket.on("close", () => behind.destroy());
      behind.pipe(socket);
      socket.on("data", (data) => {
        if (lost === 0 && /subscribe/i.test(data.toString("latin1"))) {
          lost += 1;
          socket.destroy();
        } else behind.write(data);
      });
    });
    await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
    const { port } = between.address() as net.AddressInfo;
    const connection = await connectRedis({
      url: `redis://127.0.0.1:${port}`,
      now: () => now,
      onChange: () => {},
      deadline: 5000,
    });
    const listening = createRedisKeyValue(connection);
    const sending = await inRedis();
    const received: string[] = [];
    listening.subscribe("t", (message) => received.push(message));
    try {
      await expect
        .poll(async () => {
          await sending.publish("t", "one");
          return received.length;
        })
        .toBeGreaterThan(0);
      expect(lost).toBe(1);
    } finally {
      await listening.close();
      between.close();
    }
  });
});

describe.skipIf(redis === null)("a Redis that does not answer", () => {
  it("is not called for ten seconds after five failures, then tried again by one", async () => {
    const changes: boolean[] = [];
    let at = 1_000_000;
    const deadline = 10_000;
    const connection = await connectRedis({
      url,
      now: () => at,
      onChange: (usable) => changes.push(usable),
      deadline,
    });
    expect(await connection.run((client) => client.ping())).toBe("PONG");
    const never = () => new Promise<string>(() => {});
    /** The deadline passes without waiting. */
    async function runsOut<T>(begin: () => T): Promise<T> {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const running = begin();
        await vi.advanceTimersByTimeAsync(deadline);
        return running;
      } finally {
        vi.useRealTimers();
      }
    }
    for (let count = 0; count < 5; count++) {
      expect(changes).toEqual([]);
      expect(await runsOut(() => connection.run(never))).toBeUndefined();
    }
    expect(changes).toEqual([false]);
    const work = vi.fn(never);
    expect(connection.usable).toBe(false);
    expect(await connection.run(work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
    at += 10_000;
    const both = () => Promise.all([connection.run(work), connection.run(work)]);
    const [first, second] = await runsOut(both);
    expect([first, second]).toEqual([undefined, undefined]);
    expect(work).toHaveBeenCalledTimes(1);
    at += 10_000;
    expect(await connection.run((client) => client.ping())).toBe("PONG");
    expect(changes).toEqual([false, true]);
    await connection.close();
  });

  it("reports a result that comes too late, so that it can be undone", async () => {
    const connection = await connectRedis({ url, now: () => 0, onChange: () => {}, deadline: 10 });
    let answer: (text: string) => void = () => {};
    const late: string[] = [];
    const pending = connection.run(
      () => new Promise<string>((resolve) => (answer = resolve)),
      (text) => late.push(text),
    );
    expect(await pending).toBeUndefined();
    answer("done after all");
    await vi.waitFor(() => expect(late).toEqual(["done after all"]));
    await connection.close();
  });

  it("does not keep the server from starting", async () => {
    const changes: boolean[] = [];
    const connection = await connectRedis({
      url: `${url}.gone`,
      now: () => 0,
      onChange: (usable) => changes.push(usable),
    });
    const keyValue = createRedisKeyValue(connection);
    expect(changes).toEqual([false]);
    await keyValue.set("a", "1", 60);
    expect(await keyValue.get("a")).toBeUndefined();
    await keyValue.close();
  });
});
