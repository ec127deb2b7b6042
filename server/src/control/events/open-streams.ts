import { type EventName, type EventTopic, type ServerEvent, topicOfEvent } from "@tollgate/contract/events";
import { limitedNetwork, type RequestActor } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import { createEventStream, type EventStream, formatEvent } from "./event-stream.ts";

/** The reader of a stream, and its topics. */
export interface Reader {
  userId: number;
  role: number;
  /** The cookie's value. */
  sessionId: string;
  network: string;
  topics: ReadonlySet<EventTopic>;
}

export interface OpenStreams {
  readonly size: number;
  /** @throws AppError request.rate_limited if the session, user, address or process has too many */
  open(actor: RequestActor, sessionId: string, topics: readonly EventTopic[]): EventStream;
  has(topic: EventTopic): boolean;
  /** Users with a stream about a topic. */
  usersOf(topic: EventTopic): number[];
  readers(): Reader[];
  /** Formats the event once for all readers of its topic, or those of one user. */
  send(event: Exclude<ServerEvent, { name: "ready" }>, userId?: number): void;
  keepAlive(): void;
  end(matches: (reader: Reader) => boolean): void;
}

export interface StreamLimits {
  session: number;
  user: number;
  network: number;
  process: number;
}

/** A browser has one stream for all of its tabs; without Web Locks one for each visible tab. */
export const streamLimits: StreamLimits = { session: 8, user: 50, network: 2000, process: 20_000 };

/** A rejected reader tries again after this, and polls until then. */
const retrySeconds = 60;

/** The event that says that later changes are sent. */
export const formatReady = (): string =>
  `retry: ${reconnectMilliseconds()}\n${formatEvent("ready" satisfies EventName, {})}`;

/** Milliseconds until a browser's own `EventSource` reconnects; spread, so that a restart causes no burst. */
const reconnectMilliseconds = () => Math.round(2000 + Math.random() * 6000);

/** @param onChange called after the first stream opened and after the last one ended */
export function createOpenStreams(limits: StreamLimits, onChange: (open: boolean) => void): OpenStreams {
  const streams = new Map<EventStream, Reader>();
  const byUser = new Map<number, Set<EventStream>>();
  const counts = new Map<string, number>();

  const keysOf = (reader: Reader): [string, number][] => [
    [`session:${reader.sessionId}`, limits.session],
    [`user:${reader.userId}`, limits.user],
    [`network:${reader.network}`, limits.network],
  ];

  function rejectTooMany(reader: Reader): void {
    const full = keysOf(reader).some(([key, most]) => (counts.get(key) ?? 0) >= most);
    if (full || streams.size >= limits.process)
      throw new AppError("request.rate_limited", { params: { seconds: retrySeconds } });
  }

  function count(reader: Reader, change: 1 | -1): void {
    for (const [key] of keysOf(reader)) {
      const now = (counts.get(key) ?? 0) + change;
      if (now > 0) counts.set(key, now);
      else counts.delete(key);
    }
  }

  function add(stream: EventStream, reader: Reader): void {
    streams.set(stream, reader);
    const own = byUser.get(reader.userId);
    if (own) own.add(stream);
    else byUser.set(reader.userId, new Set([stream]));
    count(reader, 1);
    if (streams.size === 1) onChange(true);
  }

  function remove(stream: EventStream, reader: Reader): void {
    streams.delete(stream);
    const own = byUser.get(reader.userId);
    own?.delete(stream);
    if (own?.size === 0) byUser.delete(reader.userId);
    count(reader, -1);
    if (streams.size === 0) onChange(false);
  }

  return {
    get size() {
      return streams.size;
    },

    open(actor, sessionId, topics) {
      const reader: Reader = {
        userId: actor.id,
        role: actor.role,
        sessionId,
        network: limitedNetwork(actor.ip),
        topics: new Set(topics),
      };
      rejectTooMany(reader);
      const stream = createEventStream(() => remove(stream, reader));
      add(stream, reader);
      return stream;
    },

    has: (topic) => [...streams.values()].some((reader) => reader.topics.has(topic)),

    usersOf(topic) {
      const readers = [...streams.values()].filter((reader) => reader.topics.has(topic));
      return [...new Set(readers.map((reader) => reader.userId))];
    },

    readers: () => [...streams.values()],

    send({ name, data }, userId) {
      const topic = topicOfEvent[name];
      const text = formatEvent(name, data);
      const candidates = userId === undefined ? streams.keys() : (byUser.get(userId) ?? []);
      for (const stream of candidates) if (streams.get(stream)?.topics.has(topic)) stream.send(text);
    },

    keepAlive() {
      for (const stream of streams.keys()) stream.keepAlive();
    },

    end(matches) {
      for (const [stream, reader] of streams) if (matches(reader)) stream.end();
    },
  };
}
