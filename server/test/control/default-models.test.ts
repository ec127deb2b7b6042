import { noUsage } from "@tollgate/contract/cost";
import { priceCall } from "@tollgate/contract/price-rules";
import { describe, expect, it } from "vitest";
import { type BookedPrice, priceBook } from "../../src/control/price-book.ts";
import { providers } from "../../src/relay/providers/registry.ts";

describe("the models that a provider's form fills in", () => {
  it.each(providers.map(({ descriptor }) => [descriptor.id, descriptor] as const))(
    "have a price in the price book, so that a new installation serves them: %s",
    (_, { defaultModels, defaultTestModel }) => {
      const filled = [...defaultModels, ...(defaultTestModel ? [defaultTestModel] : [])];
      expect(filled.filter((model) => priceBook().find(model) === undefined)).toEqual([]);
    },
  );
});

describe("the price book", () => {
  it("names the page and the day of every price", () => {
    const isSandbox = ({ model }: { model: string }) => model.startsWith("sandbox-");
    for (const { model, source, date } of priceBook().prices.filter((price) => !isSandbox(price))) {
      expect([model, source]).toEqual([model, expect.stringMatching(/^https:\/\//)]);
      expect([model, date]).toEqual([model, expect.stringMatching(/^20\d\d-\d\d(-\d\d)?$/)]);
    }
  });

  it("gives the reason for every model without a charge", () => {
    const charges = ({ input, output, extra_ratios = {} }: BookedPrice): boolean =>
      input > 0 || output > 0 || Object.values(extra_ratios).some((dollars) => dollars > 0);
    const free = priceBook().prices.filter((price) => !charges(price));
    expect(free.filter(({ note = "" }) => !/free/i.test(note)).map(({ model }) => model)).toEqual([]);
  });

  // Dollars of one million input and 10,000 output tokens by the vendor's list, and of a tenth of the input.
  it.each([
    ["grok-4-1-fast", 0.41, 0.025],
    ["grok-4-fast-reasoning", 0.41, 0.025],
    ["grok-4", 6.3, 0.45],
    ["grok-4.20-multi-agent", 2.55, 0.15],
    ["grok-4.3", 2.55, 0.15],
    ["qwen3.6-plus", 2.06, 0.08],
    ["qwen3.6-flash", 1.04, 0.04],
    ["qwen3.7-plus", 1.248, 0.056],
  ])("charges a long prompt at the vendor's higher price: %s", (model, long, short) => {
    const price = priceBook().find(model);
    const dollars = (input: number) =>
      price && priceCall(price, 1, { ...noUsage, input, output: 10_000 }, {}).cost / 500_000;
    expect([dollars(1_000_000), dollars(100_000)]).toEqual([long, short]);
  });
});
