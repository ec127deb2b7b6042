import type { KeyValue } from "./key-value.ts";
import { createTopics } from "./topics.ts";

/** Processes of one machine without a Redis: the first one keeps the values, and the others query it. */

/** Messages of a worker. `mark` distinguishes our messages from others on the same channel. */
interface WorkerMessage {
  mark: typeof mark;
  request: "get" | "set" | "delete" | "publish";
  key: string;
  value?: string;
  ttlSeconds?: number;
  /** Of a `get`, to match its response. */
  id?: number;
}

/** Messages to a worker: the response to a `get`, or a message that another worker published. */
type ServerMessage =
  | { mark: typeof mark; id: number; value?: string }
  | { mark: typeof mark; topic: string; message: string };

const mark = "tollgate:key-value";

/** A channel to another process: `process` in a worker, a worker in the first process. */
export interface Line {
  send(message: object): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/** The first process does nothing else, so a longer wait means that it has ended. */
const deadlineMilliseconds = 1000;

/** Values and messages shared with the other workers, for one of them. */
export function createWorkerKeyValue(line: Line): KeyValue {
  const topics = createTopics();
  const waiting = new Map<number, (value: string | undefined) => void>();
  let lastId = 0;
  line.on("message", (message) => {
    const received = readMarked<ServerMessage>(message);
    if (!received) return;
    if ("topic" in received) topics.publish(received.topic, received.message);
    else waiting.get(received.id)?.(received.value);
  });
  const send = (message: Omit<WorkerMessage, "mark">): void => {
    try {
      line.send({ mark, ...message });
    } catch {
      // The first process has ended, and this one will too.
    }
  };
  return {
    shared: true,

    get(key) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const give = (value: string | undefined): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(value);
        };
        const timer = setTimeout(() => give(undefined), deadlineMilliseconds);
        waiting.set(id, give);
        send({ request: "get", key, id });
      });
    },

    async set(key, value, ttlSeconds) {
      send({ request: "set", key, value, ttlSeconds });
    },

    async delete(key) {
      send({ request: "delete", key });
    },

    async publish(topic, message) {
      topics.publish(topic, message);
      send({ request: "publish", key: topic, value: message });
    },

    subscribe: topics.add,

    async close() {
      for (const give of waiting.values()) give(undefined);
    },
  };
}

/**
 * Keeps the values that the workers share, in the first process. Call it with every worker that starts; the returned
 * function forgets one that ended. Values of one kind (the part of a key before its colon) have their own limit, so
 * that many cached responses do not evict bindings.
 */
export function createWorkerStore(createStore: () => KeyValue): (line: Line) => () => void {
  const stores = new Map<string, KeyValue>();
  const lines = new Set<Line>();
  const storeOf = (key: string): KeyValue => {
    const kind = key.slice(0, Math.max(key.indexOf(":"), 0));
    let store = stores.get(kind);
    if (!store) stores.set(kind, (store = createStore()));
    return store;
  };

  async function serve(
    line: Line,
    { request, key, value = "", ttlSeconds = 1, id = 0 }: WorkerMessage,
  ): Promise<void> {
    if (request === "set") await storeOf(key).set(key, value, ttlSeconds);
    else if (request === "delete") await storeOf(key).delete(key);
    else if (request === "get") {
      const found = await storeOf(key).get(key);
      if (lines.has(line))
        line.send({ mark, id, ...(found !== undefined && { value: found }) } satisfies ServerMessage);
    } else
      for (const other of lines)
        if (other !== line) other.send({ mark, topic: key, message: value } satisfies ServerMessage);
  }

  return (line) => {
    lines.add(line);
    line.on("message", (message) => {
      const received = readMarked<WorkerMessage>(message);
      // A failed send to a dying worker must not affect the others.
      if (received) serve(line, received).catch(() => {});
    });
    return () => lines.delete(line);
  };
}

function readMarked<T extends { mark: string }>(message: unknown): T | undefined {
  return typeof message === "object" && message !== null && "mark" in message && message.mark === mark
    ? (message as T)
    : undefined;
}
