import { noUsage } from "@tollgate/contract/cost";
import type { LogRow } from "@tollgate/contract/logs";
import { describe, expect, it } from "vitest";
import { explainCost } from "./explain-cost.ts";
import { explainLogRow } from "./explain-log-row.ts";

const row: LogRow = {
  id: 1,
  created_at: 1_750_000_000,
  type: 2,
  content: "",
  user_id: 1,
  username: "root",
  token_name: "default",
  model_name: "claude-sonnet-4",
  quota: 9_076,
  prompt_tokens: 12_000,
  completion_tokens: 500,
  channel_id: 3,
  channel: null,
  request_time: 2_300,
  is_stream: true,
  source_ip: "",
  request_id: "req_1",
  metadata: {
    group_ratio: 0.5,
    price_type: "tokens",
    input_ratio: 1.5,
    output_ratio: 7.5,
    extra_ratios: { cached_read_tokens: 0.1 },
    usage: { input: 2_000, cached_read: 7_000, cached_write: 3_000, output: 700, reasoning: 150 },
  },
};

describe("explainCost", () => {
  it("gives lines that add up to the exact cost, rounded up once", () => {
    const usage = { ...noUsage, input: 3, cached_read: 1, output: 1 };
    const cost = explainCost({ type: "tokens", input: 0.3, output: 1.1 }, 1, usage);
    expect(cost.lines.map((line) => line.quota)).toEqual([0.9, 0.03, 1.1]);
    expect(cost.exact).toBe(2.03);
    expect(cost.total).toBe(3);
  });

  it("charges per call whatever the tokens were", () => {
    const cost = explainCost({ type: "times", input: 50, output: 0 }, 2, { ...noUsage, input: 10 });
    expect(cost).toMatchObject({ kind: "times", lines: [], exact: 100_000, total: 100_000 });
  });
});

describe("explainLogRow", () => {
  it("explains a row from the terms stored with it, to the unit", () => {
    const explained = explainLogRow({ ...row, quota: 8_025 });
    const sum = explained?.lines.reduce((total, line) => total + line.quota, 0);
    expect(sum).toBeCloseTo(explained?.exact ?? -1, 6);
    expect(explained).toMatchObject({ total: 8_025, charged: 8_025, agrees: true });
  });

  it("takes what could not be collected off the total", () => {
    const metadata = { ...row.metadata, uncollected: 25 };
    expect(explainLogRow({ ...row, metadata, quota: 8_000 })).toMatchObject({ charged: 8_000, agrees: true });
  });

  it("says so when the stored terms do not give the row's quota", () => {
    expect(explainLogRow({ ...row, quota: 0 })).toMatchObject({ agrees: false });
  });

  it("charges nothing for a call that failed, whatever the price per call", () => {
    const metadata = { ...row.metadata, price_type: "times", usage: {}, usage_source: "none" as const };
    expect(explainLogRow({ ...row, metadata, quota: 0 })).toMatchObject({
      unused: true,
      total: 0,
      agrees: true,
    });
  });

  it("has nothing to explain on a row without a price", () => {
    expect(explainLogRow({ ...row, metadata: {} })).toBeUndefined();
  });
});
