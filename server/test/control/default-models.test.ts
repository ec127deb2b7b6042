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
});
