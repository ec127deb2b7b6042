import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AbandonedResponse } from "./abandoned-response.ts";

const call = { cancel: vi.fn(), pause: vi.fn(), resume: vi.fn(), limit: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

it("is read for a minute and up to 8 MB", () => {
  const rest = new AbandonedResponse(call);
  expect(call.limit).toHaveBeenCalledExactlyOnceWith(60_000);
  for (let piece = 0; piece < 128; piece++) expect(rest.read(64 * 1024)).toBe(true);
  expect(rest.read(1)).toBe(false);
});

it("a small piece is followed by a pause of half a second, so that the next ones are read together", () => {
  const rest = new AbandonedResponse(call);
  rest.read(1000);
  expect(call.pause).toHaveBeenCalledTimes(1);
  // It was on its way when the pause began.
  rest.read(1000);
  expect(call.pause).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(499);
  expect(call.resume).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call.resume).toHaveBeenCalledTimes(1);
  rest.read(5000);
  expect(call.pause).toHaveBeenCalledTimes(2);
});

it("large pieces are read without a pause: a long response still reports its usage in time", () => {
  const rest = new AbandonedResponse(call);
  for (let piece = 0; piece < 20; piece++) rest.read(64 * 1024);
  expect(call.pause).not.toHaveBeenCalled();
});

it("nothing is resumed once the response is over", () => {
  const rest = new AbandonedResponse(call);
  rest.read(1000);
  rest.stop();
  vi.advanceTimersByTime(10_000);
  expect(call.resume).not.toHaveBeenCalled();
});
