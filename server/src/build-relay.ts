import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { Ledger } from "./ledger/ledger.ts";
import { newRequestId } from "./platform/ids.ts";
import type { Logger } from "./platform/logger.ts";
import { createRateLimiter } from "./relay/admission/limit-rate.ts";
import { createUpstreamCaller } from "./relay/call-upstream.ts";
import { createKeyRotation } from "./relay/channel-view.ts";
import { createDeadlines } from "./relay/deadlines.ts";
import { createTokenCounter } from "./relay/metering/token-counter.ts";
import type { CallerLookup, HealthSink, SnapshotReader } from "./relay/ports.ts";
import { type ChannelProbe, createChannelProbe } from "./relay/probe-channel.ts";
import { findProvider } from "./relay/providers/registry.ts";
import { createRelayListener, type RelayListener } from "./relay/relay-listener.ts";
import { createCooldowns } from "./relay/routing/cooldowns.ts";

export interface RelayParts {
  listener: RelayListener;
  probe: ChannelProbe;
  /** Cuts every upstream call. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

export interface RelayBacking {
  snapshots: SnapshotReader;
  callers: CallerLookup;
  ledger: Ledger;
  health: HealthSink;
  logger: Logger;
  trustProxy: readonly string[];
}

/** Largest body of a relay call. */
const bodyLimit = 32 * 1024 * 1024;

/** Puts the data plane together behind its ports. */
export function buildRelay(backing: RelayBacking): RelayParts {
  const deadlines = createDeadlines();
  const upstream = createUpstreamCaller(deadlines);
  const tokenCounter = createTokenCounter();
  const trusted = proxyAddr.compile([...backing.trustProxy]);
  const believesNobody = backing.trustProxy.length === 0;
  const addressOf = (message: IncomingMessage): string => {
    const address = believesNobody ? (message.socket.remoteAddress ?? "") : proxyAddr(message, trusted);
    return address.startsWith("::ffff:") ? address.slice(7) : address;
  };
  const listener = createRelayListener({
    snapshots: backing.snapshots,
    callers: backing.callers,
    ledger: backing.ledger,
    health: backing.health,
    upstream,
    tokenCounter,
    rateLimiter: createRateLimiter(),
    cooldowns: createCooldowns(() => Date.now()),
    findProvider,
    viewOf: createKeyRotation(),
    random: Math.random,
    now: () => Math.floor(Date.now() / 1000),
    newRequestId: () => newRequestId(),
    addressOf,
    bodyLimit,
    onInternalError: (error, requestId) => backing.logger.error({ err: error, requestId }, "relay failed"),
  });
  return {
    listener,
    probe: createChannelProbe({ upstream, findProvider }),
    hangUp: () => upstream.close(),
    async close() {
      deadlines.stop();
      await tokenCounter.close();
    },
  };
}
