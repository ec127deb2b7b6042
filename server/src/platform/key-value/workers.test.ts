import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { createMemoryKeyValue } from "./memory.ts";
import { createWorkerKeyValue, createWorkerStore, type Line } from "./workers.ts";

/** Both ends of a channel between processes: messages arrive later, and as copies. */
function aLine(): { worker: Line; primary: Line } {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const line = (own: EventEmitter, other: EventEmitter): Line => ({
    send: (message) => void setImmediate(() => other.emit("message", structuredClone(message))),
    on: (event, listener) => own.on(event, listener),
  });
  return { worker: line(ends[0], ends[1]), primary: line(ends[1], ends[0]) };
}

function workers(count: number, bytes = 10_000) {
  const admit = createWorkerStore(() => createMemoryKeyValue(bytes, () => 0));
  return Array.from({ length: count }, () => {
    const { worker, primary } = aLine();
    const forget = admit(primary);
    return { keyValue: createWorkerKeyValue(worker), line: worker, forget };
  });
}

describe("workers without a Redis", () => {
  it("see each other's values", async () => {
    const [one, two] = workers(2);
    await one?.keyValue.set("bound:a", "1", 60);
    expect(await two?.keyValue.get("bound:a")).toBe("1");
    expect(await two?.keyValue.get("bound:b")).toBeUndefined();
    await two?.keyValue.delete("bound:a");
    expect(await one?.keyValue.get("bound:a")).toBeUndefined();
    expect(one?.keyValue.shared).toBe(true);
  });

  it("receive each other's messages, and their own immediately", async () => {
    const [one, two, three] = workers(3);
    const received: string[] = [];
    one?.keyValue.subscribe("news", (message) => received.push(`one ${message}`));
    const heardByTwo = new Promise((resolve) => two?.keyValue.subscribe("news", resolve));
    three?.keyValue.subscribe("news", (message) => received.push(`three ${message}`));
    three?.forget();
    await one?.keyValue.publish("news", "x");
    expect(received).toEqual(["one x"]);
    expect(await heardByTwo).toBe("x");
    await two?.keyValue.get("a");
    expect(received).toEqual(["one x"]);
  });

  it("keep values of one kind separate from any number of another", async () => {
    const [one] = workers(1, 4000);
    await one?.keyValue.set("bound:a", "1", 60);
    for (let count = 0; count < 100; count++) await one?.keyValue.set(`answer:${count}`, "x".repeat(100), 60);
    expect(await one?.keyValue.get("bound:a")).toBe("1");
    expect(await one?.keyValue.get("answer:0")).toBeUndefined();
  });

  it("do not wait for a first process that has ended", async () => {
    const gone = createWorkerKeyValue({
      send: () => {
        throw new Error("channel closed");
      },
      on: () => {},
    });
    await gone.set("a", "1", 60);
    const pending = gone.get("a");
    await gone.close();
    expect(await pending).toBeUndefined();
  });

  it("ignore messages of others on the channel", () => {
    const { worker, primary } = aLine();
    createWorkerStore(() => createMemoryKeyValue(1000, () => 0))(primary);
    createWorkerKeyValue(worker);
    for (const message of [null, "x", { act: "listening" }, { mark: "other", id: 1 }])
      expect(() => primary.send({ message })).not.toThrow();
  });
});
