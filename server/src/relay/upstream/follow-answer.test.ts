import { describe, expect, it } from "vitest";
import { createMemoryBudget } from "../../platform/memory-budget.ts";
import { callFollowing } from "./follow-answer.ts";
import type { UpstreamCaller, UpstreamListener, UpstreamTarget } from "./upstream-call.ts";

/** A followed call whose upstream is the test: the listener of its open request, and what its own listener received. */
function aFollowedCall() {
  const budget = createMemoryBudget(1_000_000);
  const open: UpstreamListener[] = [];
  const received: string[] = [];
  const upstream = {
    call(_request: unknown, _target: unknown, listener: UpstreamListener) {
      open.push(listener);
      return { cancel() {}, pause() {}, resume() {}, limit() {} };
    },
  } as unknown as UpstreamCaller;
  const request = {
    method: "POST" as const,
    url: "https://upstream.test",
    headers: {},
    follow: () => undefined,
  };
  callFollowing(
    upstream,
    { request, target: { totalTimeout: 10 } as UpstreamTarget, memory: budget.open(1) },
    {
      begun: false,
      canFailOver: () => false,
      onHead: (status) => received.push(String(status)),
      onData: (chunk) => received.push(chunk.toString()),
      onEnd: () => received.push("end"),
      onFail: ({ message }) => received.push(`${message} with ${budget.used} bytes`),
    },
  );
  return { budget, received, listener: open[0]! };
}

describe("the bytes of a ticket", () => {
  it("are released before a failed call is reported", () => {
    const { budget, received, listener } = aFollowedCall();
    listener.onHead(200, {});
    listener.onData(Buffer.alloc(100_000));
    expect(budget.used).toBe(100_000);
    listener.onFail({ kind: "unreachable", status: 200, message: "the connection was cut" });
    expect(received).toEqual(["the connection was cut with 0 bytes"]);
  });

  it("are released before the last answer is delivered", () => {
    const { budget, received, listener } = aFollowedCall();
    listener.onHead(200, {});
    listener.onData(Buffer.from("finished"));
    listener.onEnd();
    expect(received).toEqual(["200", "finished", "end"]);
    expect(budget.used).toBe(0);
  });
});
