import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientReply } from "../exchange.ts";
import { keepAlive } from "./keep-alive.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aReply() {
  const said: string[] = [];
  const reply = {
    started: false,
    closed: false,
    keepAlive: (type: string, bytes: string) =>
      void said.push(`${type.split(";")[0]} ${JSON.stringify(bytes)}`),
  };
  return { said, reply: reply as typeof reply & ClientReply };
}

describe("keep-alives", () => {
  it("begin after the caller's delay and repeat every five seconds, as comments of a stream", () => {
    const { reply, said } = aReply();
    keepAlive(reply, true, 30);
    vi.advanceTimersByTime(29_999);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['text/event-stream ": PING\\n\\n"']);
    vi.advanceTimersByTime(10_000);
    expect(said).toHaveLength(3);
  });

  it("are newlines before a whole JSON response", () => {
    const { reply, said } = aReply();
    keepAlive(reply, false, 30);
    vi.advanceTimersByTime(30_000);
    expect(said).toEqual(['application/json "\\n"']);
  });

  it("end when the response starts, when the caller disconnects, and when stopped", () => {
    for (const end of ["started", "closed"] as const) {
      const { reply, said } = aReply();
      keepAlive(reply, true, 30);
      vi.advanceTimersByTime(30_000);
      reply[end] = true;
      vi.advanceTimersByTime(60_000);
      expect(said).toHaveLength(1);
    }
    const { reply, said } = aReply();
    keepAlive(reply, true, 30)();
    vi.advanceTimersByTime(60_000);
    expect(said).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
