import { describe, expect, it, vi } from "vitest";
import { problemFromStatus } from "../relay/providers/kit/problem-from-status.ts";
import type { RelaySnapshot } from "../snapshot/relay-snapshot.ts";
import { createHealthSink } from "./health-sink.ts";

function disabledBy(status: number, body: unknown, keys = ["the-key"]): boolean {
  const disableChannel = vi.fn(() => Promise.resolve());
  const snapshot = { settings: { automaticDisable: true }, channel: () => ({ keys }) };
  const sink = createHealthSink({
    snapshots: { current: () => snapshot as unknown as RelaySnapshot },
    disableChannel,
    onError: () => {},
  });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  sink.report({ channelId: 1, model: "m", problem: problemFromStatus(status, text, {}) });
  return disableChannel.mock.calls.length > 0;
}

describe("createHealthSink", () => {
  it.each([
    [401, ""],
    [402, "<html>Pay</html>"],
    [403, { error: { message: "No", code: "invalid_api_key" } }],
    [429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }],
    [200, { error: { message: "No", type: "authentication_error" } }],
  ])("switches off on evidence: %d %j", (status, body) => {
    expect(disabledBy(status, body)).toBe(true);
    expect(disabledBy(status, body, ["one", "another"])).toBe(false);
  });

  it.each([
    [403, ""],
    [403, "<!doctype html><title>Attention Required! | Cloudflare</title>"],
    [403, { error: { message: "Your request was blocked", type: "permission_error" } }],
    [400, { error: { message: "Invalid value: 'insufficient balance'", param: "messages[0].role" } }],
    [400, { error: { message: "Your credit balance is too low to access the API" } }],
    [429, { error: { message: "slow down" } }],
    [500, { error: { message: "Insufficient balance" } }],
  ])("leaves on without it: %d %j", (status, body) => {
    expect(disabledBy(status, body)).toBe(false);
  });
});
