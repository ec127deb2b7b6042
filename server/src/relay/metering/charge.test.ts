import { noUsage } from "@tollgate/contract/cost";
import { expect, it } from "vitest";
import type { Reservation, Settlement } from "../../ledger/ledger.ts";
import type { Caller } from "../ports.ts";
import { Charge, type ChargeDependencies, type ChargeEntry, openCharge, shortageOfQuota } from "./charge.ts";

const payer = { userId: 1, tokenId: 2, tokenUnlimited: false };
const terms = {
  caller: {
    userBudget: { period: "month", quota: 500_000_000 },
    tokenBudget: { period: "week", quota: 2_500_000 },
  } as const,
  now: Date.UTC(2026, 10, 25, 13) / 1000,
  quotaPerUnit: 500_000,
};
const noTerms = { userTerm: undefined, tokenTerm: undefined };
const reservation: Reservation = { ok: true, ...payer, amount: 40, ...noTerms, generation: 1 };

/** A ledger that returns `answer` and records its calls. */
function aLedger(answer: unknown) {
  const settled: Settlement[] = [];
  const released: Reservation[] = [];
  const ledger = {
    reserve: () => answer as never,
    settle: (_: Reservation, settlement: Settlement) => settled.push(settlement),
    release: (one: Reservation) => released.push(one),
    available: () => Promise.resolve(0),
  };
  return { settled, released, dependencies: { ledger, now: () => 1000 } satisfies ChargeDependencies };
}

const anEntry: ChargeEntry = {
  cost: 7,
  request: { requestId: "r", sourceIp: "192.0.2.1" },
  caller: { ...payer, username: "ann", tokenName: "key" } as Caller,
  group: { symbol: "vip", ratio: 2 } as never,
  channelId: 3,
  model: "m",
  price: undefined,
  usage: { ...noUsage, input: 5, cached: 2, output: 4 },
  source: "upstream",
  endReason: "completed",
  startedAt: performance.now(),
  stream: true,
  content: "",
  metadata: { native: true },
};

it("books the cost with a row that contains the payer, the tokens and their classes", () => {
  const { dependencies, settled } = aLedger(reservation);
  const charge = openCharge(dependencies, payer, 40);
  expect(charge).toBeInstanceOf(Charge);
  void (charge as Charge).settle(anEntry);
  expect(settled).toMatchObject([
    {
      cost: 7,
      record: {
        request_id: "r",
        created_at: 1000,
        user_id: 1,
        token_id: 2,
        prompt_tokens: 7,
        completion_tokens: 4,
        is_stream: 1,
        metadata: {
          group_name: "vip",
          group_ratio: 2,
          usage: { input: 5, cached: 2, output: 4 },
          native: true,
        },
      },
    },
  ]);
});

it("shows the price's terms, and no measurement for a call without one", () => {
  const { dependencies, settled } = aLedger(reservation);
  const price = { type: "tokens", model: "m", input: 1, output: 3, extra_ratios: {} } as never;
  void (openCharge(dependencies, payer, 0) as Charge).settle({ ...anEntry, price, usage: undefined });
  const { metadata } = settled[0]?.record ?? { metadata: {} };
  expect(metadata).toMatchObject({ price_type: "tokens", input_ratio: 1, output_ratio: 3 });
  expect(metadata).not.toHaveProperty("usage");
  expect(metadata).not.toHaveProperty("extra_ratios");
});

it("releases the whole reservation", () => {
  const { dependencies, released } = aLedger(Promise.resolve(reservation));
  const charge = openCharge(dependencies, payer, 40) as Promise<Charge>;
  return charge.then((one) => {
    one.release();
    expect(released).toEqual([reservation]);
  });
});

it("fails with unavailable while the database does not respond", async () => {
  const { dependencies } = aLedger(Promise.reject(new Error("no database")));
  await expect(openCharge(dependencies, payer, 1)).rejects.toMatchObject({ kind: "unavailable" });
});

it("names the budget that is too small, with its amount and reset time", () => {
  expect(shortageOfQuota({ ok: false, short: "token_budget" }, terms)).toMatchObject({
    kind: "token_budget_exceeded",
    message:
      "The weekly budget of the API key ($5.00) does not cover this call. It resets at 2026-11-30 00:00 UTC.",
  });
  expect(
    shortageOfQuota({ ok: false, short: "user_budget" }, terms, "an answer", "Less would do."),
  ).toMatchObject({
    kind: "user_budget_exceeded",
    message:
      "The monthly budget of the account ($1,000.00) does not cover an answer. It resets at 2026-12-01 00:00 UTC. Less would do.",
  });
});

it("names the quota that is too small, and reports when bookings are unavailable", () => {
  expect(shortageOfQuota({ ok: false, short: "token" }, terms)).toMatchObject({
    kind: "token_exhausted",
    message: "The quota of this API key does not cover this call.",
  });
  expect(shortageOfQuota({ ok: false, short: "user" }, terms, "an answer", "Less would do.")).toMatchObject({
    kind: "insufficient_quota",
    message: "The balance of the account does not cover an answer. Less would do.",
  });
  expect(() => shortageOfQuota({ ok: false, short: "busy" }, terms)).toThrow(/at the moment/);
});
