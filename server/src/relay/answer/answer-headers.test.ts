import { expect, it } from "vitest";
import { addAnswerHeaders } from "./answer-headers.ts";
import type { Exchange } from "../exchange.ts";

const price = { usage: {} as never, note: {} };

function headersOf(reserved: number, cost: number | undefined): Record<string, string> {
  const headers = {};
  // The body took 100 ms to arrive and an earlier attempt 200 ms; this one began 12.5 ms after both.
  const request = { startedAt: 1000, waited: 300 };
  const exchange = { request, attempts: [{}], reserved } as unknown as Exchange;
  const times = { startedAt: 1312.5, heardAt: 5000, now: 5001.26 };
  addAnswerHeaders(headers, exchange, times, cost === undefined ? undefined : { ...price, cost });
  return headers;
}

it("excludes waiting for the caller's body and for upstreams from the overhead", () => {
  expect(headersOf(100, 39)).toEqual({
    "x-tollgate-attempts": "2",
    "x-tollgate-overhead-ms": "13.8",
    "x-tollgate-cost": "39",
  });
});

it("omits a cost that is unknown or above the reservation, because the balance may not cover it", () => {
  expect(headersOf(100, undefined)).not.toHaveProperty("x-tollgate-cost");
  expect(headersOf(100, 100)).toHaveProperty("x-tollgate-cost", "100");
  expect(headersOf(100, 101)).not.toHaveProperty("x-tollgate-cost");
});
