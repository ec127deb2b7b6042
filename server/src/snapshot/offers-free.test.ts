import { expect, it } from "vitest";
import { offersFree } from "./offers-free.ts";
import type { SnapshotChannel, SnapshotGroup, SnapshotPrice } from "./relay-snapshot.ts";

const group = (ratio: number): SnapshotGroup => ({
  symbol: "default",
  name: "Default",
  ratio,
  limits: { requestsPerMinute: 60, tokensPerMinute: 0, concurrency: 0 },
  public: true,
});
const channel = (models: string[], mapping: Record<string, string> = {}): SnapshotChannel =>
  ({ groups: ["default"], models, mapping }) as unknown as SnapshotChannel;
const price = (model: string, input: number, output = input, type: "tokens" | "times" = "tokens") =>
  ({ model, type, input, output }) satisfies SnapshotPrice;

function offers(channels: SnapshotChannel[], prices: SnapshotPrice[], ratio = 1): boolean {
  const exact = new Map(prices.map((entry) => [entry.model, entry]));
  return offersFree(group(ratio), channels, prices, (model) => exact.get(model));
}

it("finds a free model of a group by any path", () => {
  expect(offers([channel(["a"])], [price("a", 0)])).toBe(true);
  expect(offers([channel(["a"])], [price("a", 0, 1, "times")])).toBe(true);
  expect(offers([channel(["a"])], [price("a", 1)], 0)).toBe(true);
  expect(offers([channel(["x"], { a: "b" })], [price("a", 1), price("b", 0)])).toBe(true);
  expect(offers([channel(["x"], { a: "+b" })], [price("a", 0), price("b", 1)])).toBe(true);
  expect(offers([channel(["gpt-*"])], [price("gpt-free", 0)])).toBe(true);
  expect(offers([channel(["gpt-4*"])], [price("gpt-*", 0)])).toBe(true);
});

it("finds nothing if every model of the group costs something", () => {
  expect(offers([channel(["a"])], [price("a", 0, 1)])).toBe(false);
  expect(offers([channel(["a"])], [price("a", 1), price("b", 0)])).toBe(false);
  expect(offers([channel(["gpt-*"])], [price("claude-free", 0)])).toBe(false);
  expect(offers([{ ...channel(["a"]), groups: ["vip"] }], [price("a", 0)])).toBe(false);
  expect(offers([], [price("a", 0)], 0)).toBe(false);
});

it("counts a priced unit as cost, and a rule that sets a price to zero as free", () => {
  const perPicture = { ...price("a", 0), extra_ratios: { picture: 0.04 } };
  expect(offers([channel(["a"])], [perPicture])).toBe(false);
  const when = { service_tier: "flex" };
  expect(offers([channel(["a"])], [{ ...price("a", 1), rules: [{ when, ratio: 0 }] }])).toBe(true);
  expect(offers([channel(["a"])], [{ ...price("a", 1), rules: [{ when, input: 0, output: 0 }] }])).toBe(true);
  expect(offers([channel(["a"])], [{ ...price("a", 1), rules: [{ when, input: 0 }] }])).toBe(false);
  const free = [{ when, extra_ratios: { picture: 0 } }];
  expect(offers([channel(["a"])], [{ ...perPicture, rules: free }])).toBe(true);
});
