import { createHash } from "node:crypto";
import { fetchWhole } from "./fetch-whole.ts";
import type { UpstreamCaller, UpstreamTarget } from "./upstream-call.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { type ChannelView, type Provider } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";

/** Exchanges keys for short-lived tokens where a provider wants that, once for all calls until they expire. */
export interface ChannelTokens {
  /** The view with its token, or why there is none. At once while a token is known, or if none is needed. */
  withToken(
    view: ChannelView,
    provider: Provider,
    target: UpstreamTarget,
  ): ChannelView | Promise<ChannelView | UpstreamProblem>;
}

interface Held {
  view: ChannelView;
  /** Milliseconds. */
  renewAt: number;
}

/** A token is renewed this long before its end. */
const marginSeconds = 60;
const heldMost = 10_000;

export function createChannelTokens(upstream: UpstreamCaller, now: () => number): ChannelTokens {
  const held = new Map<string, Held>();
  const asking = new Map<string, Promise<ChannelView | UpstreamProblem>>();

  async function ask(
    name: string,
    view: ChannelView,
    provider: Provider,
    target: UpstreamTarget,
  ): Promise<ChannelView | UpstreamProblem> {
    const exchange = provider.tokenExchange;
    const request = exchange?.buildRequest(view, now());
    if (!exchange || !request) return view;
    const answer = await fetchWhole(upstream, target, provider, request);
    if ("kind" in answer) return answer;
    try {
      const { token, seconds } = exchange.readToken(answer.body);
      const known = { ...view, token };
      if (held.size >= heldMost) held.clear();
      held.set(name, { view: known, renewAt: now() + Math.max(1, seconds - marginSeconds) * 1000 });
      return known;
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
      const known = held.get(name);
      if (known && known.renewAt > now()) return { ...view, token: known.view.token ?? "" };
      let question = asking.get(name);
      if (!question) {
        question = ask(name, view, provider, target).finally(() => asking.delete(name));
        asking.set(name, question);
      }
      return question;
    },
  };
}
