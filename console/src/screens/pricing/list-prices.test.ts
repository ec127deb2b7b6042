import type { Price } from "@tollgate/contract/pricing";
import { describe, expect, it } from "vitest";
import { filterPrices, pageOfList, sortPrices } from "./list-prices.ts";

const base: Price = {
  model: "a",
  type: "tokens",
  channel_type: 1,
  input: 1,
  output: 1,
  locked: false,
  extra_ratios: {},
  rules: [],
};
const prices: Price[] = [
  { ...base, model: "gpt-10", input: 3 },
  { ...base, model: "gpt-9", input: 3, locked: true },
  { ...base, model: "flux", type: "times", channel_type: 45, input: 25 },
];
const none = { keyword: "", type: "", channelType: "", locked: "" };
const names = (list: Price[]) => list.map((price) => price.model);

describe("filterPrices", () => {
  it("combines all filters", () => {
    expect(names(filterPrices(prices, { ...none, keyword: "GPT", locked: "yes" }))).toEqual(["gpt-9"]);
    expect(names(filterPrices(prices, { ...none, type: "times" }))).toEqual(["flux"]);
    expect(names(filterPrices(prices, { ...none, channelType: "45" }))).toEqual(["flux"]);
  });
});

describe("sortPrices", () => {
  it("sorts names with numbers naturally", () => {
    expect(names(sortPrices(prices, "model"))).toEqual(["flux", "gpt-9", "gpt-10"]);
  });

  it("keeps the order of the server, with models in use first, until another one is chosen", () => {
    expect(names(sortPrices(prices, ""))).toEqual(["gpt-10", "gpt-9", "flux"]);
  });

  it("sorts descending and breaks ties by name", () => {
    expect(names(sortPrices(prices, "-input"))).toEqual(["flux", "gpt-9", "gpt-10"]);
  });
});

describe("pageOfList", () => {
  it("shows the last page instead of nothing past the end", () => {
    expect(pageOfList([1, 2, 3], 9, 2)).toEqual([3]);
  });
});
