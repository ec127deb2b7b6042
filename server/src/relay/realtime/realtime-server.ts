import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { callCost, completionTokens, noUsage, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import { limits } from "@tollgate/contract/limits";
import { userStatus } from "@tollgate/contract/users";
import { WebSocketServer } from "ws";
import { type Admitted, refuseForNow } from "../admit-request.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { readApiKey } from "../admission/read-api-key.ts";
import { groupOf } from "../caller-group.ts";
import type { IncomingRequest, RoutedCall, Route } from "../exchange.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { errorFromProblem, withoutKeys } from "../fail-exchange.ts";
import { checkUsage } from "../metering/check-usage.ts";
import type { Reservation } from "../../ledger/ledger.ts";
import { RelayError } from "../relay-error.ts";
import { RouteSearch } from "../search-route.ts";
import type { ExchangeDependencies } from "../serve-exchange.ts";
import { openUpstream } from "./open-upstream.ts";
import { RealtimeSession, type SessionBooks } from "./realtime-session.ts";

type RealtimeDependencies = ExchangeDependencies;

export interface RealtimeServer {
  /** Opens a session for an admitted upgrade. @throws RelayError before the socket is accepted */
  open(
    request: IncomingRequest,
    admitted: Admitted,
    message: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<void>;
  readonly size: number;
  stop(): void;
}

/** Held for the answer to come; more is taken from the balance when it is booked. */
const heldUsage: UsageCounts = {
  ...noUsage,
  input: 2000,
  input_audio: 2000,
  output: 1000,
  output_audio: 2000,
};
const messageLimit = 32 * 1024 * 1024;

/** Speech both ways (relay contract A9): sessions from upgrade to the last booking. */
export function createRealtimeServer(dependencies: RealtimeDependencies): RealtimeServer {
  const sessions = new Set<RealtimeSession>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimit,
    handleProtocols: (offered) => (offered.has("realtime") ? "realtime" : false),
  });

  async function prepare(request: IncomingRequest, admitted: Admitted) {
    const exchange = openSession(dependencies, request, admitted);
    const { route, upstream } = await connect(dependencies, exchange, admitted);
    try {
      return { route, upstream, books: await openBooks(dependencies, exchange, route) };
    } catch (error) {
      upstream.socket.close();
      throw error;
    }
  }

  return {
    async open(request, admitted, message, socket, head) {
      const leave = (tokens: number): void => admitted.admission.leave(tokens, dependencies.steadyNow());
      const { route, upstream, books } = await prepare(request, admitted).catch((error: unknown) => {
        leave(0);
        throw error;
      });
      let accepted = false;
      server.handleUpgrade(message, socket, head, (client) => {
        accepted = true;
        const session: RealtimeSession = new RealtimeSession(client, upstream, route, books, () => {
          leave(books.tokens);
          sessions.delete(session);
        });
        sessions.add(session);
      });
      // It was no handshake, or its caller has left meanwhile: no session will end what was prepared for it.
      if (accepted) return;
      upstream.socket.close();
      books.end("client_closed");
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
    body: {},
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

/** Tries channels until one says its first word. @throws RelayError when none does */
async function connect(dependencies: RealtimeDependencies, exchange: RoutedCall, admitted: Admitted) {
  const search = new RouteSearch(dependencies, exchange, admitted);
  let route: Route | undefined = search.first();
  for (;;) {
    const startedAt = performance.now();
    const opened = await openUpstream(dependencies.upstream, route);
    const problem: UpstreamProblem | undefined =
      "kind" in opened ? withoutKeys(opened, route.channel.keys) : undefined;
    exchange.attempts.push({
      channel_id: route.channel.id,
      channel_name: route.channel.name,
      status: problem ? problem.status : 101,
      time: Math.round(performance.now() - startedAt),
      reason: problem?.kind ?? "",
    });
    const rest = exchange.snapshot.settings.retryCooldownSeconds;
    dependencies.breaker.note(route.channel.id, route.keyIndex, route.upstreamModel, problem, rest);
    dependencies.health.report({
      channelId: route.channel.id,
      keyIndex: route.keyIndex,
      model: exchange.head.model,
      requestId: exchange.request.requestId,
      problem,
    });
    if (!("kind" in opened)) return { route, upstream: opened };
    const next: Route | undefined = problem && search.next(route, problem.kind);
    if (!next) throw errorFromProblem(problem ?? opened);
    route = next;
  }
}

/** Books answers one by one, each with a log row of its own. @throws RelayError if not even one is covered */
async function openBooks(
  dependencies: RealtimeDependencies,
  exchange: RoutedCall,
  route: Route,
): Promise<SessionBooks> {
  const { ledger, callers, snapshots, now } = dependencies;
  const { caller, group, snapshot, request, head } = exchange;
  const rates = snapshot.rates(route.price, group.ratio);
  const amount = callCost(rates, heldUsage);
  const key = readApiKey(request.headers, request.path?.query)?.key ?? "";
  const hold = async (): Promise<Reservation | undefined> => {
    const { userId, tokenId, tokenUnlimited } = caller;
    const answer = await ledger.reserve({ userId, tokenId, tokenUnlimited, amount });
    if (!answer.ok && answer.short === "busy") refuseForNow(undefined);
    return answer.ok ? answer : undefined;
  };
  let held = await hold();
  if (!held)
    throw new RelayError("insufficient_quota", "The balance of the account does not cover an answer.");
  let answers = 0;
  let tokens = 0;
  let answerBegan = performance.now();
  return {
    get tokens() {
      return tokens;
    },
    async book(usage) {
      if (!held) return false;
      const reservation = held;
      held = undefined;
      answers += 1;
      const { usage: checked, clamped } = checkUsage(usage, 0);
      const counts = checked ?? noUsage;
      tokens += promptTokens(counts) + completionTokens(counts);
      await ledger.settle(reservation, {
        cost: callCost(rates, counts),
        record: {
          request_id: `${request.requestId}-${answers}`,
          created_at: now(),
          user_id: caller.userId,
          username: caller.username,
          token_id: caller.tokenId,
          token_name: caller.tokenName,
          model_name: head.model,
          prompt_tokens: promptTokens(counts),
          completion_tokens: completionTokens(counts),
          channel_id: route.channel.id,
          request_time: Math.round(performance.now() - answerBegan),
          is_stream: 1,
          source_ip: request.sourceIp,
          content: "",
          metadata: {
            group_name: group.symbol,
            group_ratio: group.ratio,
            price_type: route.price.type,
            price_model: route.price.model,
            input_ratio: route.price.input,
            output_ratio: route.price.output,
            ...(route.price.extra_ratios && { extra_ratios: route.price.extra_ratios }),
            usage: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
            usage_source: "upstream",
            ...(clamped && { usage_clamped: true }),
            end_reason: "completed",
            format: "openai-realtime",
            native: true,
            ...(route.upstreamModel !== head.model && { upstream_model: route.upstreamModel }),
            attempts: exchange.attempts,
          },
        },
      });
      answerBegan = performance.now();
      held = await hold().catch(() => undefined);
      return held !== undefined;
    },
    async whyNotGoOn() {
      if (!snapshots.current().channel(route.channel.id))
        return "The channel of this session is no longer available.";
      const known = await callers.find(key);
      const expired = known !== undefined && known.tokenExpires > 0 && known.tokenExpires <= now();
      const goesOn =
        known?.userStatus === userStatus.enabled && known.tokenStatus === caller.tokenStatus && !expired;
      return goesOn ? undefined : "This API key may no longer be used.";
    },
    end() {
      if (held) ledger.release(held);
      held = undefined;
    },
  };
}
