import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AbandonedResponse } from "./abandoned-response.ts";

const call = { cancel: vi.fn(), pause: vi.fn(), resume: vi.fn(), limit: vi.fn(), gathers: true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  call.gathers = true;
});
afterEach(() => vi.useRealTimers());

/** Whose caller left so long ago. The response would last for two minutes. */
function abandonedBefore(milliseconds: number): AbandonedResponse {
  const rest = new AbandonedResponse(call, 120_000);
  vi.advanceTimersByTime(milliseconds);
  return rest;
}

/** All pieces that one turn of the event loop brings. */
function turn(rest: AbandonedResponse, ...pieces: number[]): void {
  for (const bytes of pieces) rest.read(bytes);
  vi.advanceTimersByTime(0);
}

it("is read for a minute and up to 8 MB", () => {
  const rest = new AbandonedResponse(call, 120_000);
  expect(call.limit).toHaveBeenCalledExactlyOnceWith(60_000);
  for (let piece = 0; piece < 128; piece++) expect(rest.read(64 * 1024)).toBe(true);
  expect(rest.read(1)).toBe(false);
});

it("what trickles in is read together, every half second", () => {
  const rest = abandonedBefore(2000);
  rest.read(1000);
  expect(call.pause).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(call.pause).toHaveBeenCalledTimes(1);
  // It was on its way when the pause began.
  turn(rest, 1000);
  expect(call.pause).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(499);
  expect(call.resume).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call.resume).toHaveBeenCalledTimes(1);
  turn(rest, 1000, 1000, 1000);
  expect(call.pause).toHaveBeenCalledTimes(2);
});

it("what comes quickly is read without pauses, also in small pieces, until it trickles", () => {
  const rest = abandonedBefore(2000);
  turn(rest, 1000);
  vi.advanceTimersByTime(500);
  // The pause gathered much: the network brings it packet by packet from now on.
  turn(rest, 10_000, 10_000);
  for (let piece = 0; piece < 200; piece++) {
    vi.advanceTimersByTime(10);
    turn(rest, 1448);
  }
  expect(call.pause).toHaveBeenCalledTimes(1);
  for (let piece = 0; piece < 60; piece++) {
    vi.advanceTimersByTime(10);
    turn(rest, 100);
  }
  expect(call.pause).toHaveBeenCalledTimes(2);
});

it("is not paused in the first second, when most responses end, nor in the last one before a limit", () => {
  const rest = abandonedBefore(999);
  turn(rest, 100);
  vi.advanceTimersByTime(58_001);
  turn(rest, 100);
  const short = new AbandonedResponse(call, 5000);
  vi.advanceTimersByTime(4001);
  turn(short, 100);
  expect(call.pause).not.toHaveBeenCalled();
});

it("is not paused where its pieces would not be read together afterwards", () => {
  call.gathers = false;
  turn(abandonedBefore(2000), 100);
  expect(call.pause).not.toHaveBeenCalled();
});

it("is neither paused nor resumed once it is over", () => {
  const ended = abandonedBefore(2000);
  ended.read(100);
  ended.stop();
  vi.advanceTimersByTime(0);
  expect(call.pause).not.toHaveBeenCalled();
  const paused = abandonedBefore(2000);
  turn(paused, 100);
  paused.stop();
  vi.advanceTimersByTime(10_000);
  expect(call.resume).not.toHaveBeenCalled();
});
