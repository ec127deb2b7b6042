import type { ChannelCapability } from "@tollgate/contract/channel-tests";
import { mapModel } from "@tollgate/contract/map-model";
import type { ModelKind } from "@tollgate/contract/model-kind";
import type { UpstreamCaller, UpstreamTarget } from "../upstream/upstream-call.ts";
import type { AssistantBlock, ChatCall } from "../canonical/chat.ts";
import type { EmbeddingCall } from "../canonical/embedding.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { viewChannel } from "../upstream/channel-view.ts";
import type { ChannelTokens } from "../upstream/channel-token.ts";
import { RejectedAnswer } from "../providers/kit/rejected-answer.ts";
import { fetchJson, type JsonAnswer } from "../upstream/fetch-json.ts";
import type { ProbeTarget } from "../upstream/probe-target.ts";
import { CannotServe, type ChannelView, type Provider, type UpstreamRequest } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { capabilityCalls } from "./capability-calls.ts";
import { probeStream } from "./probe-stream.ts";

export interface ProbeResult {
  /** Milliseconds from dispatch to the whole response or the failure. */
  time: number;
  /** Undefined: the response is valid. */
  problem: UpstreamProblem | undefined;
  /** The model's text in one line, truncated; absent if there was none. */
  answer?: string;
  /** Method, URL and body of the request, with secrets; absent if none was sent. */
  asked?: string;
  /** The response body, with secrets, truncated; absent if there was none. */
  answered?: string;
}

/** `isShown`: the response proves the capability; false also if the call failed. */
export interface CapabilityResult extends ProbeResult {
  isShown: boolean;
}

/** The control plane's access to upstreams: one unbilled call through one channel. */
export interface ChannelProbe {
  /**
   * Requests a few tokens, or one vector, from `model`; for other models it only checks that the upstream accepts the
   * key.
   * Undefined: this provider does not support the call, and nothing was sent.
   */
  test(target: ProbeTarget, model: string, kind: ModelKind): Promise<ProbeResult | undefined>;
  /** Sends `model` a task that only a model with the capability can do. */
  tryCapability(target: ProbeTarget, model: string, capability: ChannelCapability): Promise<CapabilityResult>;
  /** Model names in the upstream's list; a problem if it does not return one. Undefined: this provider has no list. */
  listModels(target: ProbeTarget): Promise<string[] | UpstreamProblem | undefined>;
  /**
   * US dollars left on the first key's account; a problem if the upstream does not return them. Undefined: this
   * provider has no balance API.
   */
  readBalance(target: ProbeTarget): Promise<number | UpstreamProblem | undefined>;
}

export interface ProbeDependencies {
  upstream: UpstreamCaller;
  tokens: ChannelTokens;
  findProvider(type: number): Provider | undefined;
}

const probeLimits = { connectTimeout: 5, firstByteTimeout: 60, idleTimeout: 60, totalTimeout: 90 };

/** Result of a chat call through a channel. */
interface Chatted extends ProbeResult {
  content: readonly AssistantBlock[];
  /** Reasoning tokens that the upstream counted. */
  thought: number;
}

type Send<T> = (request: UpstreamRequest, way: UpstreamTarget) => Promise<T | UpstreamProblem>;

export function createChannelProbe(dependencies: ProbeDependencies): ChannelProbe {
  const { findProvider, upstream } = dependencies;

  function open(target: ProbeTarget): { provider: Provider; view: ChannelView } | undefined {
    const provider = findProvider(target.type);
    return provider && { provider, view: viewChannel(target, provider, target.keys[0] ?? "") };
  }

  /** Builds the request with the key, or its access token, and sends it. */
  async function sendRequest<T>(
    target: ProbeTarget,
    { provider, view }: { provider: Provider; view: ChannelView },
    build: (view: ChannelView) => UpstreamRequest,
    send: Send<T>,
  ): Promise<T | UpstreamProblem> {
    const { proxy, proxyTrusted, baseUrlTrusted: hostTrusted } = target;
    const way = { proxy, proxyTrusted, hostTrusted, ...probeLimits };
    const ready = await dependencies.tokens.withToken(view, provider, way);
    if ("kind" in ready) return ready;
    try {
      const request = build(ready);
      for (const name in target.headers) request.headers[name.toLowerCase()] ??= target.headers[name] ?? "";
      return await send(request, way);
    } catch (error) {
      if (error instanceof CannotServe) return problem("unsupported", error.message);
      throw error;
    }
  }

  const sendJson =
    (provider: Provider): Send<JsonAnswer> =>
    (request, target) =>
      fetchJson(upstream, { target, provider, request });

  async function chat(target: ProbeTarget, wanted: Omit<ChatCall, "model">, model: string): Promise<Chatted> {
    const startedAt = performance.now();
    const nothing = { content: [], thought: 0 };
    const opened = open(target);
    const adapter = opened?.provider.chat;
    if (!opened || !adapter) {
      return { ...nothing, time: 0, problem: problem("request", "this provider offers no chat to test") };
    }
    const { provider } = opened;
    const call: ChatCall = { ...wanted, model: mapModel(target.mapping, model).upstreamModel };
    let requested: string | undefined;
    const build = (view: ChannelView): UpstreamRequest => {
      const request = adapter.buildRequest(call, view);
      requested = describeRequest(request);
      return request;
    };
    const read = async (): Promise<{
      content: readonly AssistantBlock[];
      thought: number;
      bytes: Buffer;
    }> => {
      if (call.stream) {
        const send: Send<{ content: AssistantBlock[]; bytes: Buffer }> = (request, way) =>
          probeStream(upstream, { target: way, provider, request, call });
        return { thought: 0, ...orThrow(await sendRequest(target, opened, build, send)) };
      }
      const { body, bytes } = orThrow(await sendRequest(target, opened, build, sendJson(provider)));
      const { choices, usage } = adapter.readResponse(body, call);
      return { content: choices[0]?.content ?? [], thought: usage?.reasoning ?? 0, bytes };
    };
    let outcome: Pick<Chatted, "content" | "thought" | "answered" | "problem">;
    try {
      const { content, thought, bytes } = await read();
      outcome = { content, thought, problem: undefined, answered: shownBytes(bytes) };
    } catch (error) {
      outcome = { ...nothing, problem: problemIn(error) };
    }
    const time = Math.round(performance.now() - startedAt);
    return { ...outcome, time, ...(requested !== undefined && { asked: requested }) };
  }

  /** Requests the vector of one word. */
  async function embed(target: ProbeTarget, model: string): Promise<ProbeResult | undefined> {
    const opened = open(target);
    const adapter = opened?.provider.embeddings;
    if (!opened || !adapter) return undefined;
    const { upstreamModel } = mapModel(target.mapping, model);
    const call: EmbeddingCall = { model: upstreamModel, inputs: ["hi"], encoding: "float" };
    return callOnce(target, opened, {
      build: (view) => adapter.buildRequest(call, view),
      read: ({ bytes, headers }) => void adapter.readResponse({ status: 200, headers, body: bytes }, call),
    });
  }

  /** Succeeds with any response. */
  async function check(target: ProbeTarget): Promise<ProbeResult | undefined> {
    const opened = open(target);
    const adapter = opened?.provider.check;
    if (!opened || !adapter) return undefined;
    return callOnce(target, opened, {
      build: (view) => adapter.buildCheck(view),
      read: ({ body }) => adapter.readCheck(body),
    });
  }

  /** One call whose JSON response `read` parses; `read` throws for an invalid one. */
  async function callOnce(
    target: ProbeTarget,
    opened: { provider: Provider; view: ChannelView },
    { build, read }: { build(view: ChannelView): UpstreamRequest; read(answer: JsonAnswer): void },
  ): Promise<ProbeResult> {
    const startedAt = performance.now();
    let requested: string | undefined;
    const describe = (view: ChannelView): UpstreamRequest => {
      const request = build(view);
      requested = describeRequest(request);
      return request;
    };
    let outcome: Pick<ProbeResult, "answered" | "problem">;
    try {
      const answer = orThrow(await sendRequest(target, opened, describe, sendJson(opened.provider)));
      read(answer);
      outcome = { problem: undefined, answered: shownBytes(answer.bytes) };
    } catch (error) {
      outcome = { problem: problemIn(error) };
    }
    const time = Math.round(performance.now() - startedAt);
    return { ...outcome, time, ...(requested !== undefined && { asked: requested }) };
  }

  return {
    async test(target, model, kind) {
      if (kind === "other") return check(target);
      if (kind === "embedding") return embed(target, model);
      if (!open(target)?.provider.chat) return undefined;
      const { content, thought: _thought, ...result } = await chat(target, greeting, model);
      return result.problem ? result : { ...result, answer: textOf(content) };
    },
    async tryCapability(target, model, capability) {
      const { call, isShown } = capabilityCalls[capability];
      const { content, thought, ...result } = await chat(target, call, model);
      return { ...result, isShown: !result.problem && isShown(content, thought) };
    },
    async listModels(target) {
      const opened = open(target);
      const account = opened?.provider.account;
      if (!opened || !account) return undefined;
      const build = (view: ChannelView): UpstreamRequest => account.buildModelList(view);
      const answer = await sendRequest(target, opened, build, sendJson(opened.provider));
      if ("kind" in answer) return answer;
      try {
        return [...new Set(account.readModelList(answer.body))];
      } catch (error) {
        return problemIn(error);
      }
    },
    async readBalance(target) {
      const opened = open(target);
      const balance = opened?.provider.balance;
      if (!opened || !balance) return undefined;
      const build = (view: ChannelView): UpstreamRequest => balance.buildBalance(view);
      const answer = await sendRequest(target, opened, build, sendJson(opened.provider));
      if ("kind" in answer) return answer;
      try {
        return balance.readBalance(answer.body);
      } catch (error) {
        return problem("bad-answer", sentenceOf(error));
      }
    },
  };
}

const greeting: Omit<ChatCall, "model"> = {
  stream: false,
  messages: [{ role: "user", content: [{ type: "text", text: "Say hi." }] }],
  maxOutputTokens: 16,
};

const answerShown = 200;
/** Bytes of a request and of a response that the operator sees. */
const evidenceShown = 16 * 1024;

/** The text of a response in one line, truncated. */
function textOf(content: readonly AssistantBlock[]): string {
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
  const line = text
    .slice(0, 10 * answerShown)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > answerShown ? `${line.slice(0, answerShown - 1)}…` : line;
}

function describeRequest({ method, url, body }: UpstreamRequest): string {
  const text = body === undefined ? "" : `\n${shownBytes(Buffer.from(body as string))}`;
  return `${method} ${url}${text}`;
}

function shownBytes(bytes: Buffer): string {
  return bytes.subarray(0, evidenceShown).toString("utf8");
}

/** Passes a problem through code that reads a response. */
class FailedCall extends Error {
  readonly problem: UpstreamProblem;

  constructor(found: UpstreamProblem) {
    super(found.message);
    this.problem = found;
  }
}

function orThrow<T extends object>(answer: T | UpstreamProblem): T {
  if ("kind" in answer) throw new FailedCall(answer);
  return answer;
}

function problem(kind: UpstreamProblem["kind"], message: string): UpstreamProblem {
  return { kind, status: 0, message };
}

/** Some vendors report errors with status 200. */
function problemIn(error: unknown): UpstreamProblem {
  if (error instanceof FailedCall || error instanceof RejectedAnswer) return error.problem;
  return problem("bad-answer", sentenceOf(error));
}

function sentenceOf(error: unknown): string {
  return error instanceof UnreadableAnswer ? error.message : "the answer cannot be read";
}
