import { admitModel } from "../admission/admit-caller.ts";
import type { Admitted, AdmittedCall } from "../admission/admit-request.ts";
import { applyPaidFields } from "../request/paid-fields/apply-paid-fields.ts";
import { groupOf } from "../admission/caller-group.ts";
import { hasForeignSignature } from "../canonical/foreign-signature.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { addChannelHeaders } from "../upstream/channel-headers.ts";
import type { Exchange, Route } from "../exchange.ts";
import type { TokenCounter } from "../metering/token-counter.ts";
import type { SnapshotReader, TranslatedItems } from "../ports.ts";
import type { ChannelTokens } from "../upstream/channel-token.ts";
import type { UpstreamCaller } from "../upstream/upstream-call.ts";
import { errorFromProblem, withoutKeys } from "../fail-exchange.ts";
import { fetchJson } from "../upstream/fetch-json.ts";
import type { FormatId } from "../format-ids.ts";
import type { ChatFormat, RequestHead } from "../formats/format.ts";
import { isFields } from "../metering/is-fields.ts";
import { promptText } from "../metering/prompt-text.ts";
import { splitModel } from "../request/model-suffix.ts";
import { allowedHeaders, withoutKey } from "../prepare-attempt.ts";
import { CannotServe, type UpstreamRequest } from "../providers/provider.ts";
import { RelayError } from "../relay-error.ts";
import { parseJson, wholeBody } from "../request/request-body.ts";
import { resolveItems } from "../request/resolve-items.ts";
import { threadUnsupported } from "../routing/choose-route.ts";
import { targetOf } from "../upstream/upstream-target.ts";
import { RouteSearch, type SearchDependencies } from "../routing/search-route.ts";

/** Tokens of the frame around each message, estimated. */
const tokensPerMessage = 4;
/** Characters that are counted exactly; the rest is extrapolated. */
const countedMost = 4_000_000;

export interface CountDependencies extends SearchDependencies {
  snapshots: SnapshotReader;
  items: TranslatedItems;
  tokens: ChannelTokens;
  tokenCounter: TokenCounter;
  upstream: UpstreamCaller;
}

/**
 * Counts a prompt without answering it: by the upstream if it has a counting call, else with our tokenizer. Free, and
 * not logged.
 * @throws RelayError
 */
export async function countTokens(
  dependencies: CountDependencies,
  format: ChatFormat,
  id: FormatId,
  { request, reply, admitted, headers }: AdmittedCall,
): Promise<void> {
  const body = parseJson(request.body, request.memory);
  const named = modelOf(body, request.path?.model);
  // The options of a model suffix add no tokens to the prompt.
  const model = splitModel(named)?.model ?? named;
  admitModel(admitted.caller, model);
  // The thread's owner would need a lookup, and the API does not count threads.
  if (isFields(body) && body.thread != null) throw threadUnsupported("model");
  const snapshot = dependencies.snapshots.current();
  // An upstream rejects reasoning signatures of another one; they add few tokens.
  const head: RequestHead = {
    model,
    stream: false,
    maxOutputTokens: 1,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: false,
  };
  format.findState?.(body, head);
  // The counting call has its own path, and the body of the call that it counts.
  const exchange: Exchange = {
    request,
    reply,
    format: { ...format, id },
    snapshot,
    caller: admitted.caller,
    body: wholeBody(body),
    head,
    group: groupOf(admitted.caller, snapshot),
    attempts: [],
    reserved: 0,
  };
  const resolving = resolveItems(dependencies.items, exchange);
  if (resolving) await resolving;
  const upstreamCount = hasForeignSignature(request.body)
    ? undefined
    : await countUpstream(dependencies, format, exchange, admitted);
  if (reply.closed) return;
  const answer = upstreamCount ?? (await countHere(dependencies, id, exchange));
  if (reply.closed) return;
  const type = { "content-type": "application/json; charset=utf-8" };
  reply.head(200, { ...headers, ...type, "content-length": String(answer.length) });
  reply.end(answer);
}

function modelOf(body: unknown, inPath: string | undefined): string {
  const model =
    inPath ?? (typeof body === "object" && body !== null && "model" in body ? body.model : undefined);
  if (typeof model === "string" && model !== "") return model;
  throw new RelayError("invalid_request", "'model' is required.", { param: "model" });
}

/** Undefined if no channel of the model counts, or if its call fails: an estimate is better than nothing. */
async function countUpstream(
  dependencies: CountDependencies,
  format: ChatFormat,
  exchange: Exchange,
  admitted: Admitted,
): Promise<Buffer | undefined> {
  const { request, reply, head } = exchange;
  const search = new RouteSearch(dependencies, exchange, admitted);
  if (head.boundTo) await search.findOrigin(head.boundTo);
  const route = firstOf(search);
  if (!route) return undefined;
  const { native } = route.provider;
  dependencies.breaker.leave(route.channel.id, route.keyIndex, route.upstreamModel);
  if (!native || !route.native) return undefined;
  const sent = applyPaidFields(exchange, route);
  const target = targetOf(route);
  const view = await dependencies.tokens.withToken(route.view, route.provider, target);
  if ("kind" in view) return undefined;
  const named = { ...head, model: modelOf(sent.body.whole, request.path?.model) };
  const bytes = format.rewriteNative({
    raw: sent.raw,
    body: sent.body.whole,
    head: named,
    model: route.upstreamModel,
    custom: {},
  });
  const query = withoutKey(request.path?.query ?? "");
  const allowed = allowedHeaders(exchange, sent);
  const call = {
    format: exchange.format.id,
    model: route.upstreamModel,
    stream: false,
    body: bytes,
    headers: allowed,
    query,
  };
  let built: UpstreamRequest;
  try {
    built = native.buildRequest(call, view);
  } catch (error) {
    if (error instanceof CannotServe) return undefined;
    throw error;
  }
  addChannelHeaders(built, route.channel);
  if (reply.closed) return undefined;
  const answer = await fetchJson(dependencies.upstream, {
    target,
    provider: route.provider,
    request: built,
    onHangUp: (listener) => reply.onClose(listener),
  });
  if (!("kind" in answer)) return answer.bytes;
  if (answer.cause === "no_such_endpoint") {
    const evidence = { model: head.model, requestId: request.requestId };
    dependencies.endpoints.learn(route.channel.id, exchange.format.id, evidence);
    return undefined;
  }
  if (answer.kind === "request" && !isUncountable(answer, head))
    throw errorFromProblem(withoutKeys(answer, route.channel));
  return undefined;
}

function firstOf(search: RouteSearch): Route | undefined {
  try {
    return search.first();
  } catch (error) {
    if (error instanceof RelayError && error.kind === "no_channel") return undefined;
    throw error;
  }
}

/** The upstream has no such call, or cannot decrypt another account's reasoning. */
function isUncountable({ status }: UpstreamProblem, { boundTo }: RequestHead): boolean {
  if (status === 404 || status === 405) return true;
  return boundTo?.some(({ kind }) => kind === "reasoning" || kind === "history") ?? false;
}

async function countHere(
  { tokenCounter }: CountDependencies,
  id: FormatId,
  /** With the tokens of the stored response that the request continues. */
  { body, reply, storedTokens = 0 }: Exchange,
): Promise<Buffer> {
  const prompt = promptText(body.whole);
  // No context window is larger, and counting more would block the single counting thread.
  const counted = prompt.text.slice(0, countedMost);
  const share = counted.length === 0 ? 0 : prompt.text.length / counted.length;
  const tokens =
    Math.round((await tokenCounter.countFree(counted, () => reply.closed)) * share) +
    prompt.mediaTokens +
    prompt.messages * tokensPerMessage +
    storedTokens;
  return Buffer.from(JSON.stringify(renderCount(id, tokens)));
}

function renderCount(id: FormatId, tokens: number): object {
  if (id === "gemini-count-tokens") return { totalTokens: tokens };
  return id === "openai-count-tokens"
    ? { object: "response.input_tokens", input_tokens: tokens }
    : { input_tokens: tokens };
}
