import {
  dropForeignReasoning,
  foreignReasoning,
  resolveAccount,
} from "./response-state/reasoning-signatures.ts";
import type { AnswerPath, PathContext } from "./answer/answer-path.ts";
import { rejectCostlyArguments } from "./request/bound-arguments.ts";
import { callPath } from "./answer/call-path.ts";
import type { UpstreamTarget } from "./upstream/upstream-call.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import { usualToolNames } from "./canonical/tool-name-rule.ts";
import type { ChannelTokens } from "./upstream/channel-token.ts";
import type { Attempt, Exchange, RequestBody, SentRequest } from "./exchange.ts";
import type { ChatFormat, Format } from "./formats/format.ts";
import { rewriteExactly } from "./formats/kit/rewrite-exactly.ts";
import { type FetchMedia, findMedia, inlineMedia } from "./request/inline-media.ts";
import { makeToolNamesLegal } from "./request/legal-tool-names.ts";
import { limitNative, lowerCustomLimits } from "./request/limit-output.ts";
import { applySuffix } from "./request/model-suffix.ts";
import { nameDroppedFields } from "./request/name-dropped-fields.ts";
import { nativePath } from "./answer/native-path.ts";
import { withoutAdded } from "./request/channel-parameters.ts";
import { CannotServe, type ChannelView, type UpstreamRequest } from "./providers/provider.ts";
import { wholeBody } from "./request/request-body.ts";
import { translatedPath } from "./answer/translated-path.ts";

export interface PrepareDependencies {
  tokens: ChannelTokens;
  fetchMedia: FetchMedia;
}

/** A request ready to be sent, and the path for its response. */
export interface Prepared {
  request: UpstreamRequest;
  dropped: string[];
  path(context: PathContext): AnswerPath;
}

/**
 * Builds the request of one attempt. Synchronous, unless it must fetch an access token or an image.
 * Returns a problem if the channel does not support the call.
 * @throws RelayError for mistakes in the call itself
 */
export function prepareAttempt(
  dependencies: PrepareDependencies,
  attempt: Attempt,
  target: UpstreamTarget,
): Prepared | UpstreamProblem | Promise<Prepared | UpstreamProblem> {
  const { route } = attempt;
  if (!route.provider.tokenExchange) return build(dependencies, attempt, route.view);
  const view = dependencies.tokens.withToken(route.view, route.provider, target);
  if (!(view instanceof Promise)) return build(dependencies, attempt, view);
  return view.then((found) => ("kind" in found ? found : build(dependencies, attempt, found)));
}

function build(
  dependencies: PrepareDependencies,
  attempt: Attempt,
  given: ChannelView,
): Prepared | UpstreamProblem | Promise<Prepared | UpstreamProblem> {
  const { exchange, route, sent } = attempt;
  const { outputLimit } = exchange;
  const { paid } = sent;
  const bounded = outputLimit === undefined ? given : lowerCustomLimits(given, outputLimit);
  const view = sent.parametersAdded ? withoutAdded(bounded) : bounded;
  const built = guarded(() => {
    if (route.native) return buildNative(attempt, view);
    const { format } = exchange;
    return format.capability === "chat"
      ? buildChat(dependencies, attempt, format, view)
      : buildCall(attempt, format, view);
  });
  if (!paid || paid.dropped.length === 0) return built;
  const name = (one: Prepared | UpstreamProblem): Prepared | UpstreamProblem =>
    "kind" in one ? one : { ...one, dropped: [...paid.dropped, ...one.dropped] };
  return built instanceof Promise ? built.then(name) : name(built);
}

/** Turns an adapter's error into a problem of this channel. */
function guarded<T>(work: () => T): T | UpstreamProblem {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CannotServe)) throw error;
    const { message, param } = error;
    return { kind: "unsupported", status: 0, message, ...(param !== undefined && { param }) };
  }
}

function buildNative(attempt: Attempt, view: ChannelView): Prepared | UpstreamProblem {
  const { exchange, route, sent } = attempt;
  const { format } = exchange;
  const { head } = sent;
  const { native } = route.provider;
  if (!native) return noSuchCall(exchange);
  const left = exchange.reasoningOrigins && dropReasoning(attempt);
  const { cut, outline, plainKeys } = left?.body ?? sent.body;
  const raw = left?.raw ?? sent.raw;
  const { path } = exchange.request;
  const bytes = cut?.bytes ?? raw;
  const { upstreamModel } = route;
  const renamed = format.rewriteNative({
    raw: bytes,
    body: outline,
    head,
    model: upstreamModel,
    custom: view.customParameters,
    plainKeys,
  });
  const adapt = native.adapt?.(outline, format.id, upstreamModel);
  const rewritten = adapt ? rewriteExactly(renamed, adapt) : renamed;
  const request = native.buildRequest(
    {
      format: format.id,
      model: upstreamModel,
      stream: head.stream,
      body: limitNative(attempt, view, rewritten),
      headers: allowedHeaders(exchange, sent),
      ...(path && pathOf(path)),
    },
    view,
  );
  if (cut && request.body !== undefined) {
    if (request.body === cut.bytes) request.body = raw;
    else {
      request.pieces = cut.fill(request.body);
      delete request.body;
    }
  }
  if (left) request.dropped = [...(request.dropped ?? []), "input.encrypted_content"];
  return { request, dropped: request.dropped ?? [], path: nativePath };
}

/** Removes reasoning of other accounts: an upstream that cannot decrypt one block rejects the request. */
function dropReasoning({
  exchange,
  route,
  sent: { raw },
}: Attempt): { raw: Buffer; body: RequestBody } | undefined {
  const foreign = foreignReasoning(exchange, route);
  const rest = foreign.size > 0 ? exchange.format.withoutReasoning?.(raw, foreign) : undefined;
  // `rewriteExactly` counted it.
  return rest && { raw: rest, body: wholeBody(JSON.parse(rest.toString("utf8"))) };
}

function pathOf({ version, action, query }: NonNullable<Exchange["request"]["path"]>) {
  return {
    ...(version !== undefined && { version }),
    ...(action !== undefined && { action }),
    query: withoutKey(query),
  };
}

/** The query may contain the caller's key, which must not go upstream. */
export function withoutKey(query: string): string {
  if (!query.includes("key=")) return query;
  const fields = new URLSearchParams(query);
  fields.delete("key");
  return fields.toString();
}

function buildChat(
  { fetchMedia }: PrepareDependencies,
  attempt: Attempt,
  format: ChatFormat,
  view: ChannelView,
): Prepared | UpstreamProblem | Promise<Prepared | UpstreamProblem> {
  const { exchange, route, sent } = attempt;
  const { chat } = route.provider;
  if (!chat) return noSuchCall(exchange);
  const { call, unread } = format.parseRequest(sent.body.whole, route.upstreamModel, exchange.request.path);
  if (exchange.outputLimit !== undefined) call.maxOutputTokens = exchange.outputLimit;
  rejectCostlyArguments(call, sent.raw.length);
  if (sent.head.suffix) applySuffix(call, sent.head.suffix);
  const account = (): string => resolveAccount(exchange.caller.userId, route.view.key);
  const foreign = dropForeignReasoning(call, account, foreignReasoning(exchange, route));
  const toolNames = makeToolNamesLegal(call, chat.toolNames?.(route.upstreamModel) ?? usualToolNames);
  const finish = (): Prepared => {
    const request = chat.buildRequest(call, view);
    const left = [...foreign, ...(request.dropped ?? [])];
    return {
      request,
      dropped: [...unread, ...nameDroppedFields(attempt, format, view, left)],
      path: (context) => translatedPath(context, format, call, toolNames),
    };
  };
  const media = findMedia(call, chat);
  return media
    ? inlineMedia(media, fetchMedia, exchange.request.memory).then(() => guarded(finish))
    : finish();
}

function buildCall(
  { exchange, route, sent }: Attempt,
  format: Exclude<Format, ChatFormat>,
  view: ChannelView,
): Prepared | UpstreamProblem {
  const { provider } = route;
  const adapter = provider[format.capability];
  if (!adapter) return noSuchCall(exchange);
  const { call, unread } = format.parseRequest(sent.body.whole, route.upstreamModel, exchange.request.path);
  // The format's capability chose the adapter, so the call has its type; TypeScript cannot follow that through the
  // table.
  const request = (adapter.buildRequest as (call: unknown, view: ChannelView) => UpstreamRequest)(call, view);
  return {
    request,
    dropped: [...unread, ...(request.dropped ?? [])],
    path: (context) => callPath(context, format, adapter, call),
  };
}

function noSuchCall(exchange: Exchange): UpstreamProblem {
  return {
    kind: "unsupported",
    status: 0,
    message: `No channel of the model ${exchange.head.model} offers this endpoint.`,
    param: "model",
  };
}

/** Caller headers for an upstream of the same format: versions, betas, the content type of a form. */
export function allowedHeaders(exchange: Exchange, { paid }: SentRequest): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const name of exchange.format.nativeHeaders) {
    const value = paid?.headers[name] ?? exchange.request.headers[name];
    if (typeof value === "string" && value !== "") allowed[name] = value;
  }
  if (exchange.format.capability !== "chat") {
    const type = exchange.request.headers["content-type"];
    if (typeof type === "string") allowed["content-type"] = type;
  }
  return allowed;
}
