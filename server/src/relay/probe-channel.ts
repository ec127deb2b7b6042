import type { UpstreamCaller } from "./call-upstream.ts";
import type { ChatCall } from "./canonical/chat.ts";
import type { UpstreamProblem } from "./canonical/problem.ts";
import { viewChannel } from "./channel-view.ts";
import {
  type ChannelView,
  type Provider,
  UnreadableAnswer,
  type UpstreamRequest,
} from "./providers/provider.ts";

/** What a probe needs of a channel; a stored one or one still being edited. */
export interface ProbeTarget {
  id: number;
  type: number;
  keys: readonly string[];
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  customParameters: Readonly<Record<string, unknown>>;
  mapping: Readonly<Record<string, string>>;
  proxy: string;
  other: string;
  plugin: Readonly<Record<string, Record<string, unknown>>>;
}

export interface ProbeResult {
  /** Milliseconds from dispatch to the whole answer or the failure. */
  time: number;
  /** Undefined: the channel answered as it should. */
  problem: UpstreamProblem | undefined;
}

/** The control plane's door to upstreams: one unbilled call through one channel. */
export interface ChannelProbe {
  /** Asks `model` for a few tokens. */
  test(target: ProbeTarget, model: string): Promise<ProbeResult>;
  /** Model names as the upstream lists them; a problem if it cannot or will not. Undefined: this provider has no list. */
  listModels(target: ProbeTarget): Promise<string[] | UpstreamProblem | undefined>;
}

export interface ProbeDependencies {
  upstream: UpstreamCaller;
  findProvider(type: number): Provider | undefined;
}

const probeLimits = { connectTimeout: 5, firstByteTimeout: 60, idleTimeout: 60, totalTimeout: 90 };
const answerLimit = 4 * 1024 * 1024;

export function createChannelProbe(dependencies: ProbeDependencies): ChannelProbe {
  const { findProvider } = dependencies;

  function open(target: ProbeTarget): { provider: Provider; view: ChannelView } | undefined {
    const provider = findProvider(target.type);
    return provider && { provider, view: viewChannel(target, provider, target.keys[0] ?? "") };
  }

  return {
    async test(target, model) {
      const startedAt = performance.now();
      const opened = open(target);
      const chat = opened?.provider.chat;
      if (!opened || !chat) {
        return { time: 0, problem: problem("request", "this provider offers no chat to test") };
      }
      const mapped = target.mapping[model] ?? model;
      const call: ChatCall = {
        model: mapped.replace(/^\+/, ""),
        stream: false,
        messages: [{ role: "user", content: [{ type: "text", text: "Say hi." }] }],
        maxOutputTokens: 16,
      };
      const answer = await fetchWhole(dependencies, target, opened.provider, () =>
        chat.buildRequest(call, opened.view),
      );
      const time = Math.round(performance.now() - startedAt);
      if ("kind" in answer) return { time, problem: answer };
      try {
        chat.readResponse(answer.body, call);
        return { time, problem: undefined };
      } catch (error) {
        return { time, problem: problem("bad-answer", sentenceOf(error)) };
      }
    },
    async listModels(target) {
      const opened = open(target);
      const account = opened?.provider.account;
      if (!opened || !account) return undefined;
      const answer = await fetchWhole(dependencies, target, opened.provider, () =>
        account.buildModelList(opened.view),
      );
      if ("kind" in answer) return answer;
      try {
        return [...new Set(account.readModelList(answer.body))];
      } catch (error) {
        return problem("bad-answer", sentenceOf(error));
      }
    },
  };
}

function problem(kind: UpstreamProblem["kind"], message: string): UpstreamProblem {
  return { kind, status: 0, message };
}

function sentenceOf(error: unknown): string {
  return error instanceof UnreadableAnswer ? error.message : "the answer cannot be read";
}

/** One small JSON answer, or what went wrong. */
function fetchWhole(
  { upstream }: ProbeDependencies,
  target: ProbeTarget,
  provider: Provider,
  build: () => UpstreamRequest,
): Promise<{ body: unknown } | UpstreamProblem> {
  return new Promise((resolve) => {
    const request = build();
    for (const name in target.headers) request.headers[name.toLowerCase()] ??= target.headers[name] ?? "";
    request.headers["accept-encoding"] = "identity";
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    const call = upstream.call(
      request,
      { proxy: target.proxy, ...probeLimits, local: provider.local },
      {
        onHead(code, heads) {
          status = code;
          headers = heads;
        },
        onData(chunk) {
          length += chunk.length;
          if (length <= answerLimit) {
            chunks.push(chunk);
            return;
          }
          call.cancel();
          resolve(problem("bad-answer", "the answer is larger than 4 MB"));
        },
        onEnd() {
          const text = Buffer.concat(chunks).toString("utf8");
          if (status >= 300) resolve(provider.readProblem(status, text, headers));
          else resolve(parse(text));
        },
        onFail: resolve,
      },
    );
  });
}

function parse(text: string): { body: unknown } | UpstreamProblem {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return problem("bad-answer", `the answer is not JSON: ${text.slice(0, 200)}`);
  }
}
