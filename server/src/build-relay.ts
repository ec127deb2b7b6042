import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { Ledger } from "./ledger/ledger.ts";
import type { ConnectGuard } from "./platform/guarded-fetch/connect-guard.ts";
import { newRequestId, randomText } from "./platform/ids.ts";
import type { KeyValue } from "./platform/key-value/key-value.ts";
import type { Logger } from "./platform/logger.ts";
import type { MemoryBudget } from "./platform/memory-budget.ts";
import type { Limiter } from "./relay/admission/limits.ts";
import { createUpstreamCaller } from "./relay/upstream/call-upstream.ts";
import { createChannelTokens } from "./relay/upstream/channel-token.ts";
import { createChannelViews } from "./relay/upstream/channel-view.ts";
import { createDeadlines } from "./relay/upstream/deadlines.ts";
import type { FetchMedia } from "./relay/request/inline-media.ts";
import type { EngineDependencies } from "./relay/task-engine/engine.ts";
import { createTaskWorker, type TaskWorker } from "./relay/task-engine/task-worker.ts";
import { createTokenCounter } from "./relay/metering/token-counter.ts";
import type {
  AttemptCounter,
  CallerLookup,
  CaptureSink,
  EndpointSink,
  HealthSink,
  RevocationSource,
  SnapshotReader,
  SpendingReader,
  ResponseOrigins,
  TranslatedItems,
} from "./relay/ports.ts";
import { type ChannelProbe, createChannelProbe } from "./relay/endpoints/probe-channel.ts";
import { findProvider } from "./relay/providers/registry.ts";
import {
  createRelayListener,
  type RelayListener,
  type RelayListenerDependencies,
} from "./relay/listener/relay-listener.ts";
import { createResponseCache } from "./relay/answer/response-cache.ts";
import { createAffinity } from "./relay/routing/affinity.ts";
import { createBindings } from "./relay/response-state/bindings.ts";
import { createBreaker } from "./relay/routing/breaker.ts";
import { createEndpointMemory } from "./relay/routing/endpoint-memory.ts";
import { createFirstByteTimes } from "./relay/upstream/first-byte-times.ts";
import type { UpstreamClient } from "./relay/upstream/upstream-call.ts";

export interface RelayParts {
  listener: RelayListener;
  /** Polls tasks; start it when the server listens. */
  tasks: TaskWorker;
  probe: ChannelProbe;
  /** Aborts every upstream call. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

export interface RelayAdapters {
  snapshots: SnapshotReader;
  callers: CallerLookup;
  ledger: Ledger;
  health: HealthSink;
  attempts: AttemptCounter;
  endpoints: EndpointSink;
  logger: Logger;
  trustProxy: readonly string[];
  fetchMedia: FetchMedia;
  /** Checks the addresses of channels that administrators entered. */
  connectGuard: ConnectGuard;
  upstreamClient: UpstreamClient;
  spending: SpendingReader;
  revocations: RevocationSource;
  keyValue: KeyValue;
  responseOrigins: ResponseOrigins;
  translatedItems: TranslatedItems;
  captures: CaptureSink;
  limiter: Limiter;
  memory: MemoryBudget;
  tasks: TaskAdapters;
  /** Identifies this process in leases of tasks. */
  processId: string;
}

/** Dependencies of the task engine. */
export type TaskAdapters = Pick<
  EngineDependencies,
  "tasks" | "reader" | "links" | "settings" | "loadChannel" | "onTaskEnd"
>;

/** Largest body of a relay call. */
const bodyLimit = 32 * 1024 * 1024;

/** Composes the data plane behind its ports. */
export function buildRelay(adapters: RelayAdapters): RelayParts {
  // Milliseconds, monotonic.
  const steady = (): number => performance.timeOrigin + performance.now();
  const deadlines = createDeadlines();
  const upstream = createUpstreamCaller({
    deadlines,
    guard: adapters.connectGuard,
    client: adapters.upstreamClient,
  });
  const tokens = createChannelTokens(upstream, () => Date.now());
  const breaker = createBreaker(steady);
  const firstBytes = createFirstByteTimes();
  const tokenCounter = createTokenCounter();
  const trusted = proxyAddr.compile([...adapters.trustProxy]);
  const trustsNoProxy = adapters.trustProxy.length === 0;
  const addressOf: RelayListenerDependencies["addressOf"] = (message) => {
    const address = trustsNoProxy
      ? (message.socket.remoteAddress ?? "")
      : // It reads only these two.
        proxyAddr(message as IncomingMessage, trusted);
    return address.startsWith("::ffff:") ? address.slice(7) : address;
  };
  const views = createChannelViews((id) => {
    breaker.forget(id);
    firstBytes.forget(id);
  });
  const shared = {
    snapshots: adapters.snapshots,
    ledger: adapters.ledger,
    health: adapters.health,
    attempts: adapters.attempts,
    upstream,
    tokens,
    views,
    breaker,
    findProvider,
    random: Math.random,
    now: () => Math.floor(Date.now() / 1000),
  };
  const onError = (error: unknown): void => adapters.logger.error({ err: error }, "work on tasks failed");
  const engine = {
    ...shared,
    ...adapters.tasks,
    newTaskId: () => `task_${randomText(24)}`,
    milliseconds: () => Date.now(),
    onError,
  };
  const taskWorker = createTaskWorker({
    ...engine,
    memory: adapters.memory,
    processId: adapters.processId,
  });
  const listener = createRelayListener({
    ...engine,
    callers: adapters.callers,
    wakePoller: () => taskWorker.wake(),
    endpoints: createEndpointMemory(adapters.endpoints, steady),
    tokenCounter,
    limiter: adapters.limiter,
    memory: adapters.memory,
    steadyNow: steady,
    affinity: createAffinity(steady),
    bindings: createBindings(adapters.keyValue, adapters.responseOrigins, () => Date.now()),
    items: adapters.translatedItems,
    captures: adapters.captures,
    firstBytes,
    cache: createResponseCache(adapters.keyValue),
    fetchMedia: adapters.fetchMedia,
    spending: adapters.spending,
    revocations: adapters.revocations,
    newRequestId: () => newRequestId(),
    addressOf,
    bodyLimit,
    onInternalError: (error, requestId) => adapters.logger.error({ err: error, requestId }, "relay failed"),
  });
  return {
    listener,
    tasks: taskWorker,
    probe: createChannelProbe({ upstream, tokens, findProvider }),
    hangUp: () => upstream.close(),
    async close() {
      deadlines.stop();
      await tokenCounter.close();
    },
  };
}
