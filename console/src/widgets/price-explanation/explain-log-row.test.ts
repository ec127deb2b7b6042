import type { LogRow } from "@tollgate/contract/logs";
import { describe, expect, it } from "vitest";
import { explainLogRow, passedOnPath } from "./explain-log-row.ts";

const row: LogRow = {
  id: 1,
  created_at: 1_750_000_000,
  type: 2,
  content: "",
  user_id: 1,
  username: "root",
  token_id: 1,
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
  outcome: "succeeded",
  metadata: {
    group_ratio: 0.5,
    price_type: "tokens",
    input_ratio: 1.5,
    output_ratio: 7.5,
    extra_ratios: { cached_read_tokens: 0.1 },
    usage: { input: 2_000, cached_read: 7_000, cached_write: 3_000, output: 700, reasoning: 150 },
  },
};

describe("explainLogRow", () => {
  it("multiplies by the ratio of a tier, so that the sum agrees", () => {
    const tiered = { ...row.metadata, price_ratio: 2 };
    const plain = explainLogRow(row);
    const explained = explainLogRow({ ...row, metadata: tiered });
    expect(explained).toMatchObject({ priceRatio: 2, exact: (plain?.exact ?? 0) * 2 });
  });

  it("explains a row from the terms stored with it, to the unit", () => {
    const explained = explainLogRow({ ...row, quota: 8_025 });
    const sum = explained?.lines.reduce((total, line) => total + line.quota, 0);
    expect(sum).toBeCloseTo(explained?.exact ?? -1, 6);
    expect(explained).toMatchObject({ total: 8_025, charged: 8_025, agrees: true });
  });

  it("uses the values after the rules, and names the rules", () => {
    const price_rules = [
      { when: { prompt_above: 10_000 }, input: 3, output: 11.25 },
      { when: { service_tier: "flex" }, ratio: 0.5 },
    ];
    const metadata = { ...row.metadata, input_ratio: 3, output_ratio: 11.25, price_ratio: 0.5, price_rules };
    const explained = explainLogRow({ ...row, metadata, quota: 7229 });
    expect(explained).toMatchObject({ rules: price_rules, priceRatio: 0.5, agrees: true });
    expect(explainLogRow(row)?.rules).toEqual([]);
  });

  it("deducts the uncollected amount from the total", () => {
    const metadata = { ...row.metadata, uncollected: 25 };
    expect(explainLogRow({ ...row, metadata, quota: 8_000 })).toMatchObject({ charged: 8_000, agrees: true });
  });

  it("reports when the stored terms do not match the row's quota", () => {
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

  it("explains a priced pass-through call, and nothing for a failed one", () => {
    const metadata = {
      price_type: "times",
      input_ratio: 10,
      group_ratio: 0.5,
      usage_source: "none" as const,
    };
    const passedOn = { ...row, content: "relay:/recraftAI/v1/images/vectorize", prompt_tokens: 0, metadata };
    const counted = { ...passedOn, completion_tokens: 0 };
    expect(explainLogRow({ ...counted, quota: 5_000 })).toMatchObject({ perCall: 5_000, agrees: true });
    expect(explainLogRow({ ...counted, quota: 0 })).toMatchObject({ unused: true, perCall: 0, agrees: true });
    expect(passedOnPath(counted)).toBe("/recraftAI/v1/images/vectorize");
  });

  it("returns no path for other rows", () => {
    expect(passedOnPath({ ...row, content: "Overloaded" })).toBeUndefined();
    expect(passedOnPath({ ...row, type: 3, content: "relay:/x" })).toBeUndefined();
  });
});
