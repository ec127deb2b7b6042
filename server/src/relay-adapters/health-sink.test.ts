import { describe, expect, it, vi } from "vitest";
import type { Rejection } from "../control/channels/service.ts";
import { problemFromStatus } from "../relay/providers/kit/problem-from-status.ts";
import type { RelaySnapshot, SnapshotChannel } from "../snapshot/relay-snapshot.ts";
import { createHealthSink } from "./health-sink.ts";

function start(keys = ["the-key"], automaticDisable = true, disableKeywords: string[] = []) {
  const disableChannel = vi.fn((_id: number, _reason: string, _rejection: Rejection) => Promise.resolve());
  const state = { keys, baseUrl: "https://a.example.com", now: 0 };
  const channel = () => {
    const { keys: list, baseUrl } = state;
    return { id: 1, keys: list, baseUrl, headers: {}, plugin: {} } as unknown as SnapshotChannel;
  };
  const snapshot = { settings: { automaticDisable, disableKeywords }, channel };
  const snapshots = { current: () => snapshot as unknown as RelaySnapshot };
  const sink = createHealthSink({ snapshots, disableChannel, onError: () => {} }, () => state.now);
  const report = async (status: number, body: unknown, keyIndex = 0, used = channel()) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const problem = status === 0 ? undefined : problemFromStatus(status, text, {});
    sink.report({ channel: used, keyIndex, model: "m", problem, requestId: "r1" });
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const reported = () =>
    disableChannel.mock.calls.map(([, , rejection]) => [rejection.key, rejection.everyKey]);
  return { report, reported, state, channel, disableChannel };
}

describe("createHealthSink", () => {
  it.each([
    [401, ""],
    [402, "<html>Pay</html>"],
    [403, { error: { message: "No", code: "invalid_api_key" } }],
    [429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }],
    [200, { error: { message: "No", type: "authentication_error" } }],
  ])("reports evidence: %d %j", async (status, body) => {
    const one = start();
    await one.report(status, body);
    expect(one.reported()).toEqual([["the-key", true]]);
    const several = start(["one", "another"]);
    await several.report(status, body, 1);
    expect(several.reported()).toEqual([["another", false]]);
  });

  it.each([
    [403, ""],
    [403, "<!doctype html><title>Attention Required! | Cloudflare</title>"],
    [403, { error: { message: "Your request was blocked", type: "permission_error" } }],
    [400, { error: { message: "Invalid value: 'insufficient balance'", param: "messages[0].role" } }],
    [400, { error: { message: "Your credit balance is too low to access the API" } }],
    [429, { error: { message: "slow down" } }],
    [500, { error: { message: "Insufficient balance" } }],
  ])("reports nothing without it: %d %j", async (status, body) => {
    const { report, reported } = start();
    await report(status, body);
    expect(reported()).toEqual([]);
  });

  it("matches the operator's keywords only in account errors, not in texts that may quote a caller", async () => {
    const words = ["subscription has ended", "permission_error"];
    const rejected = { error: { message: "Your Subscription has ended." } };
    const taken = start(["the-key"], true, words);
    await taken.report(403, rejected);
    await taken.report(403, { error: { message: "No", type: "permission_error" } });
    expect(taken.reported()).toEqual([
      ["the-key", true],
      ["the-key", true],
    ]);
    const left = start(["the-key"], true, words);
    for (const status of [400, 404, 422, 500, 503]) await left.report(status, rejected);
    await left.report(403, { error: { message: "Your subscription is fine" } });
    expect(left.reported()).toEqual([]);
  });

  it("reports nothing if automatic disabling is off, or the key no longer belongs to the channel", async () => {
    const off = start(["the-key"], false);
    await off.report(401, "");
    const several = start(["one", "another"]);
    await several.report(401, "", 7);
    expect([...off.reported(), ...several.reported()]).toEqual([]);
  });

  it("reports the response without the key, the model and the exchange", async () => {
    const { report, disableChannel } = start(["key-of-mine-0123456789"]);
    await report(401, { error: { message: "Incorrect API key key-of-mine-0123456789" } });
    expect(disableChannel).toHaveBeenCalledWith(1, "401: Incorrect API key [key]", {
      key: "key-of-mine-0123456789",
      everyKey: true,
      model: "m",
      status: 401,
      problem: "authentication",
      message: "Incorrect API key [key]",
      requestId: "r1",
    });
  });

  it("counts all keys as rejected only if each was within ten minutes and none succeeded in between", async () => {
    const { report, reported, state } = start(["a", "b"]);
    await report(401, "", 0);
    state.now += 10 * 60_000 + 1;
    await report(401, "", 1);
    await report(0, "", 1);
    await report(401, "", 0);
    await report(401, "", 1);
    expect(reported()).toEqual([
      ["a", false],
      ["b", false],
      ["a", false],
      ["b", true],
    ]);
  });

  it.each([
    ["key", { keys: ["new-key"] }],
    ["address", { baseUrl: "https://b.example.com" }],
  ])("reports nothing about a call whose %s was replaced during the call", async (_what, edit) => {
    const { report, reported, state, channel } = start(["old-key"]);
    const used = channel();
    Object.assign(state, edit);
    await report(401, "", 0, used);
    expect(reported()).toEqual([]);
    await report(401, "", 0);
    expect(reported()).toEqual([[state.keys[0], true]]);
  });

  it("does not take a success of the old key for one of the new key", async () => {
    const { report, reported, state, channel } = start(["old", "b"]);
    const used = channel();
    state.keys = ["new", "b"];
    await report(401, "", 0);
    await report(0, "", 0, used);
    await report(401, "", 1);
    expect(reported().at(-1)).toEqual(["b", true]);
  });

  it("starts over when the keys are replaced", async () => {
    const { report, reported, state } = start(["a", "b"]);
    await report(401, "", 0);
    state.keys = ["c", "b"];
    await report(401, "", 1);
    expect(reported()).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });
});
