import type { UpstreamCaller } from "../upstream/upstream-call.ts";
import type { ChatCall, ChatResult } from "../canonical/chat.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { viewChannel } from "../upstream/channel-view.ts";
import type { ChannelTokens } from "../upstream/channel-token.ts";
import { RefusedAnswer } from "../providers/kit/refused-answer.ts";
import { fetchJson } from "../upstream/fetch-json.ts";
import type { ProbeTarget } from "../upstream/probe-target.ts";
import { CannotServe, type ChannelView, type Provider, type UpstreamRequest } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";

export interface ProbeResult {
  /** Milliseconds from dispatch to the whole answer or the failure. */
  time: number;
  /** Undefined: the channel answered as it should. */
  problem: UpstreamProblem | undefined;
  /** What the model answered, in one line and cut; left out where it gave no text. */
  answer?: string;
}

/** The control plane's door to upstreams: one unbilled call through one channel. */
export interface ChannelProbe {
  /** Asks `model` for a few tokens. */
  test(target: ProbeTarget, model: string): Promise<ProbeResult>;
  /** Model names as the upstream lists them; a problem if it cannot or will not. Undefined: this provider has no list. */
  listModels(target: ProbeTarget): Promise<string[] | UpstreamProblem | undefined>;
  /** US dollars left on the first key's account; a problem if the upstream will not tell. Undefined: this provider never does. */
  readBalance(target: ProbeTarget): Promise<number | UpstreamProblem | undefined>;
}

export interface ProbeDependencies {
  upstream: UpstreamCaller;
  tokens: ChannelTokens;
  findProvider(type: number): Provider | undefined;
}

const probeLimits = { connectTimeout: 5, firstByteTimeout: 60, idleTimeout: 60, totalTimeout: 90 };

export function createChannelProbe(dependencies: ProbeDependencies): ChannelProbe {
  const { findProvider } = dependencies;

  function open(target: ProbeTarget): { provider: Provider; view: ChannelView } | undefined {
    const provider = findProvider(target.type);
    return provider && { provider, view: viewChannel(target, provider, target.keys[0] ?? "") };
  }

  /** Builds with the key, or the token it is exchanged for, and asks. */
  async function ask(
    target: ProbeTarget,
    provider: Provider,
    view: ChannelView,
    build: (view: ChannelView) => UpstreamRequest,
  ): Promise<{ body: unknown } | UpstreamProblem> {
    const { proxy, proxyTrusted, baseUrlTrusted: hostTrusted } = target;
    const way = { proxy, proxyTrusted, hostTrusted, ...probeLimits };
    const ready = await dependencies.tokens.withToken(view, provider, way);
    if ("kind" in ready) return ready;
    try {
      const request = build(ready);
      for (const name in target.headers) request.headers[name.toLowerCase()] ??= target.headers[name] ?? "";
      return await fetchJson(dependencies.upstream, { target: way, provider, request });
    } catch (error) {
      if (error instanceof CannotServe) return problem("unsupported", error.message);
      throw error;
    }
  }

  return {
    async test(target, model) {
      const startedAt = performance.now();
      const opened = open(target);
      const chat = opened?.provider.chat;
      if (!opened || !chat) {
        return { time: 0, problem: problem("request", "this provider offers no chat to test") };
      }
      const mapped = (Object.hasOwn(target.mapping, model) && target.mapping[model]) || model;
      const call: ChatCall = {
        model: mapped.replace(/^\+/, ""),
        stream: false,
        messages: [{ role: "user", content: [{ type: "text", text: "Say hi." }] }],
        maxOutputTokens: 16,
      };
      const answer = await ask(target, opened.provider, opened.view, (view) => chat.buildRequest(call, view));
      const time = Math.round(performance.now() - startedAt);
      if ("kind" in answer) return { time, problem: answer };
      try {
        return { time, problem: undefined, answer: textOf(chat.readResponse(answer.body, call)) };
      } catch (error) {
        return { time, problem: problemIn(error) };
      }
    },
    async listModels(target) {
      const opened = open(target);
      const account = opened?.provider.account;
      if (!opened || !account) return undefined;
      const answer = await ask(target, opened.provider, opened.view, (view) => account.buildModelList(view));
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
      const answer = await ask(target, opened.provider, opened.view, (view) => balance.buildBalance(view));
      if ("kind" in answer) return answer;
      try {
        return balance.readBalance(answer.body);
      } catch (error) {
        return problem("bad-answer", sentenceOf(error));
      }
    },
  };
}

const answerShown = 200;

/** The text of an answer in one line, cut. */
function textOf({ choices }: ChatResult): string {
  const blocks = choices[0]?.content ?? [];
  const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join(" ");
  const line = text
    .slice(0, 10 * answerShown)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > answerShown ? `${line.slice(0, answerShown - 1)}…` : line;
}

function problem(kind: UpstreamProblem["kind"], message: string): UpstreamProblem {
  return { kind, status: 0, message };
}

/** Some vendors refuse inside an answer that says 200. */
function problemIn(error: unknown): UpstreamProblem {
  return error instanceof RefusedAnswer ? error.problem : problem("bad-answer", sentenceOf(error));
}

function sentenceOf(error: unknown): string {
  return error instanceof UnreadableAnswer ? error.message : "the answer cannot be read";
}
