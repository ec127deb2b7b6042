import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../test/conformance/provider-conformance.ts";
import type { Provider } from "../providers/provider.ts";
import { createChannelTokens } from "./channel-token.ts";
import type { UpstreamCaller, UpstreamListener, UpstreamTarget } from "./upstream-call.ts";

const target = {} as UpstreamTarget;

/** Tokens of an upstream that answers when the test says so. `needsToken`: the key must be exchanged. */
function someTokens(needsToken = true) {
  const open: UpstreamListener[] = [];
  const upstream = {
    call(_request: unknown, _target: unknown, listener: UpstreamListener) {
      open.push(listener);
      return { cancel() {}, pause() {}, resume() {}, limit() {} };
    },
  } as unknown as UpstreamCaller;
  const provider = {
    descriptor: { id: "test" },
    tokenExchange: {
      buildRequest: () =>
        needsToken ? { method: "POST", url: "https://issuer.test", headers: {} } : undefined,
      readToken: (body: { token: string }) => ({ token: body.token, seconds: 3600 }),
    },
    readProblem: (status: number, message: string) => ({ kind: "auth", status, message }),
  } as unknown as Provider;
  const answer = (status: number, text: string): void => {
    const listener = open.shift();
    listener?.onHead(status, {});
    listener?.onData(Buffer.from(text));
    listener?.onEnd();
  };
  const tokens = createChannelTokens(upstream, () => 0);
  return {
    answer,
    open,
    withToken: async (view: ReturnType<typeof aChannelView>) => tokens.withToken(view, provider, target),
  };
}

describe("two channels with one address and key", () => {
  const one = aChannelView({ headers: { "x-team": "one" }, customParameters: { user: "one" } });
  const two = aChannelView({ headers: { "x-team": "two" }, unsupported: new Set(["openai-chat"]) });

  it("share the exchange of the key and its token, and nothing else of each other", async () => {
    const { answer, open, withToken } = someTokens();
    const both = [withToken(one), withToken(two)];
    expect(open).toHaveLength(1);
    answer(200, '{"token":"t"}');
    expect(await Promise.all(both)).toEqual([
      { ...one, token: "t" },
      { ...two, token: "t" },
    ]);
    expect(await withToken(two)).toEqual({ ...two, token: "t" });
  });

  it("keep their own parameters if the key needs no exchange", async () => {
    const { withToken } = someTokens(false);
    expect(await Promise.all([withToken(one), withToken(two)])).toEqual([one, two]);
  });

  it("both get the problem of a rejected key", async () => {
    const { answer, withToken } = someTokens();
    const both = [withToken(one), withToken(two)];
    answer(401, "no such key");
    const problem = { kind: "auth", status: 401, message: "no such key" };
    expect(await Promise.all(both)).toEqual([problem, problem]);
  });
});
