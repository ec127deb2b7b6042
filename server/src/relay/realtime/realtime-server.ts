import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "@tollgate/contract/limits";
import { WebSocketServer } from "ws";
import type { MemoryBudget } from "../../platform/memory-budget.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { AdmissionDependencies, Admitted } from "../admission/admit-request.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { socketKey } from "../admission/read-api-key.ts";
import { groupOf } from "../admission/caller-group.ts";
import type { IncomingRequest, RoutedCall, Route } from "../exchange.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { errorFromProblem, whyOf, withoutKeys } from "../fail-exchange.ts";
import type { OpenCalls } from "../admission/open-calls.ts";
import type { TokenCounter } from "../metering/token-counter.ts";
import type { AttemptCounter, HealthSink } from "../ports.ts";
import { RelayError } from "../relay-error.ts";
import { wholeBody } from "../request/request-body.ts";
import type { FirstByteTimes } from "../upstream/first-byte-times.ts";
import type { UpstreamCaller } from "../upstream/upstream-call.ts";
import { adaptiveTimeout } from "../upstream/upstream-target.ts";
import { RouteSearch, type SearchDependencies } from "../routing/search-route.ts";
import { openUpstream } from "./open-upstream.ts";
import { eventBytesMost } from "./parse-event.ts";
import { RealtimeSession } from "./realtime-session.ts";
import { countSessionMemory } from "./session-memory.ts";
import { openBilling } from "./session-billing.ts";

interface RealtimeDependencies extends AdmissionDependencies, SearchDependencies {
  ledger: Ledger;
  health: HealthSink;
  attempts: AttemptCounter;
  upstream: UpstreamCaller;
  tokenCounter: TokenCounter;
  firstBytes: FirstByteTimes;
  onInternalError(error: unknown, requestId: string): void;
  openCalls: OpenCalls;
  memory: MemoryBudget;
  /** Called when a session has ended and is booked. */
  onSessionOver(): void;
}

/**
 * Chooses the sub-protocol of the response. Clients that offer some and get none close the connection (WHATWG
 * WebSockets; RFC 6455 allows it), so it always chooses an offered one. One with a key is the last choice.
 */
function chooseProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has("realtime")) return "realtime";
  const names = [...offered];
  return names.find((name) => !name.startsWith(socketKey)) ?? names[0] ?? false;
}

/** An upgrade request of Node's server. */
export interface Handshake {
  message: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

export interface RealtimeServer {
  /** Opens a session for an admitted upgrade. @throws RelayError before the socket is accepted */
  open(request: IncomingRequest, admitted: Admitted, handshake: Handshake): Promise<void>;
  readonly size: number;
  stop(): void;
}

/** Speech in both directions: sessions from upgrade to the last booking. */
export function createRealtimeServer(dependencies: RealtimeDependencies): RealtimeServer {
  const sessions = new Set<RealtimeSession>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: eventBytesMost,
    handleProtocols: chooseProtocol,
  });

  async function prepare(request: IncomingRequest, admitted: Admitted) {
    const exchange = openSession(dependencies, request, admitted);
    const { route, upstream } = await connect(dependencies, exchange, admitted);
    try {
      return { route, upstream, ...(await openBilling(dependencies, exchange, route, admitted.key)) };
    } catch (error) {
      upstream.socket.close();
      throw error;
    }
  }

  return {
    async open(request, admitted, { message, socket, head }) {
      const leave = (tokens: number): void => admitted.admission.leave(tokens, dependencies.steadyNow());
      const { route, upstream, billing, first } = await prepare(request, admitted).catch((error: unknown) => {
        leave(0);
        throw error;
      });
      let accepted = false;
      server.handleUpgrade(message, socket, head, (client) => {
        accepted = true;
        const retained = dependencies.memory.open(admitted.caller.userId);
        countSessionMemory(retained, socket, client, upstream.socket);
        const session: RealtimeSession = new RealtimeSession({
          client,
          upstream,
          route,
          billing,
          first,
          tokenCounter: dependencies.tokenCounter,
          onOver: () => {
            leave(billing.tokens);
            retained.close();
            sessions.delete(session);
            dependencies.openCalls.leave(call);
            dependencies.onSessionOver();
          },
          onInternalError: (error) => dependencies.onInternalError(error, request.requestId),
        });
        const call = dependencies.openCalls.enter(admitted.caller.tokenId, session);
        sessions.add(session);
      });
      // No handshake, or its caller has disconnected: no session will release what was prepared for it.
      if (accepted) return;
      upstream.socket.close();
      first.release();
      leave(0);
    },
    get size() {
      return sessions.size;
    },
    stop() {
      for (const session of sessions) session.stop();
      server.close();
    },
  };
}

function openSession(
  { snapshots }: RealtimeDependencies,
  request: IncomingRequest,
  { caller }: Admitted,
): RoutedCall {
  const model = request.path?.model ?? "";
  if (model === "" || model.length > limits.modelNameMax)
    throw new RelayError("invalid_request", "'model' is required in the query.", { param: "model" });
  admitModel(caller, model);
  const snapshot = snapshots.current();
  return {
    request,
    reply: { started: false, closed: false },
    format: { id: "openai-realtime", capability: "realtime" },
    snapshot,
    caller,
    body: wholeBody({}),
    head: {
      model,
      stream: true,
      maxOutputTokens: undefined,
      choices: 1,
      hasTools: false,
      wantsStreamUsage: false,
    },
    group: groupOf(caller, snapshot),
    attempts: [],
  };
}

/** Tries channels until one sends its first message. @throws RelayError if none does */
async function connect(dependencies: RealtimeDependencies, exchange: RoutedCall, admitted: Admitted) {
  const search = new RouteSearch(dependencies, exchange, admitted);
  const { firstBytes } = dependencies;
  let route: Route | undefined = search.first();
  for (;;) {
    const startedAt = performance.now();
    const running = route;
    const opened = await openUpstream(dependencies.upstream, running, adaptiveTimeout(firstBytes, running), {
      canFailOver: () => search.canFailOver(running),
    });
    const problem: UpstreamProblem | undefined =
      "kind" in opened ? withoutKeys(opened, route.channel) : undefined;
    exchange.attempts.push({
      channel_id: route.channel.id,
      channel_name: route.channel.name,
      status: problem ? problem.status : 101,
      time: Math.round(performance.now() - startedAt),
      ...whyOf(problem),
    });
    if (!problem) firstBytes.note(route.channel.id, route.upstreamModel, performance.now() - startedAt);
    const cooldown = exchange.snapshot.settings.retryCooldownSeconds;
    const used = { channelId: route.channel.id, key: route.keyIndex, model: route.upstreamModel };
    dependencies.breaker.note(used, problem, cooldown);
    const total = performance.now() - startedAt;
    dependencies.attempts.count(route.channel.id, problem, total, total);
    dependencies.health.report({
      channel: route.channel,
      keyIndex: route.keyIndex,
      model: exchange.head.model,
      requestId: exchange.request.requestId,
      problem,
    });
    if (!("kind" in opened)) return { route, upstream: opened };
    const next: Route | undefined = problem && search.next(route, problem);
    if (!next) throw errorFromProblem(problem ?? opened);
    route = next;
  }
}
