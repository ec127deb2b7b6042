import { createHash } from "node:crypto";
import { fetchJson } from "./fetch-json.ts";
import type { UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { type ChannelView, type Provider } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";

/** Exchanges keys for short-lived tokens for providers that require it. All calls share a token until it expires. */
export interface ChannelTokens {
  /** The view with its token, or why there is none. Synchronous while a token is cached, or if none is needed. */
  withToken(
    view: ChannelView,
    provider: Provider,
    target: UpstreamTarget,
  ): ChannelView | Promise<ChannelView | UpstreamProblem>;
}

interface CachedToken {
  token: string;
  /** Milliseconds. */
  renewAt: number;
}

/** A token is renewed this long before it expires. */
const marginSeconds = 60;
const maxCached = 10_000;

/** Undefined: the key needs no exchange. */
type Exchanged = string | UpstreamProblem | undefined;

export function createChannelTokens(upstream: UpstreamCaller, now: () => number): ChannelTokens {
  const cached = new Map<string, CachedToken>();
  const pending = new Map<string, Promise<Exchanged>>();

  async function exchangeKey(
    name: string,
    view: ChannelView,
    provider: Provider,
    target: UpstreamTarget,
  ): Promise<Exchanged> {
    const exchange = provider.tokenExchange;
    const request = exchange?.buildRequest(view, now());
    if (!exchange || !request) return undefined;
    const answer = await fetchJson(upstream, { target, provider, request });
    if ("kind" in answer) return answer;
    try {
      const { token, seconds } = exchange.readToken(answer.body);
      if (cached.size >= maxCached) cached.clear();
      cached.set(name, { token, renewAt: now() + Math.max(1, seconds - marginSeconds) * 1000 });
      return token;
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      return { kind: "bad-answer", status: 200, message: `no token for the key: ${error.message}` };
    }
  }

  return {
    withToken(view, provider, target) {
      if (!provider.tokenExchange) return view;
      const name = createHash("sha256")
        .update(
          `${provider.descriptor.id}\n${view.baseUrl}\n${view.other}\n${JSON.stringify(view.plugin)}\n${view.key}`,
        )
        .digest("base64");
      const known = cached.get(name);
      if (known && known.renewAt > now()) return { ...view, token: known.token };
      let renewal = pending.get(name);
      if (!renewal) {
        renewal = exchangeKey(name, view, provider, target).finally(() => pending.delete(name));
        pending.set(name, renewal);
      }
      // The exchange may have begun for another channel with this key: only its token is shared.
      return renewal.then((found) => addToken(view, found));
    },
  };
}

function addToken(view: ChannelView, found: Exchanged): ChannelView | UpstreamProblem {
  if (found === undefined) return view;
  return typeof found === "string" ? { ...view, token: found } : found;
}
