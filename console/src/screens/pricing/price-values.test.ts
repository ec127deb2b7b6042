import type { ResolverOptions } from "react-hook-form";
import { expect, it } from "vitest";
import { newPriceValues, onStoredPrice, type PriceValues, priceResolver } from "./price-values.ts";

const resolve = priceResolver(new Set(["gpt-4o"]), (model) => `${model} is taken`);
const complete: PriceValues = { ...newPriceValues, models: ["gpt-5", "gpt-3.5*"], input: 1.25, output: 10 };
const options: ResolverOptions<PriceValues> = { fields: {}, shouldUseNativeValidation: false };

it.each<[string, Partial<PriceValues>, string[]]>([
  ["a complete price", {}, []],
  ["no model", { models: [] }, ["models"]],
  ["a model that has a price", { models: ["gpt-4o"] }, ["models"]],
  ["a wildcard that is not last", { models: ["*gpt-3.5"] }, ["models"]],
  ["empty multipliers", { input: Number.NaN, output: Number.NaN }, ["input", "output"]],
  ["multipliers below 0", { input: -1, output: -0.1 }, ["input", "output"]],
  ["a price of 0", { input: 0, output: 0 }, []],
  ["a price per call, which has no output", { type: "times", output: Number.NaN }, []],
  ["neither tokens nor times", { type: "hours" as "times" }, ["type"]],
  ["a negative ratio", { extra_ratios: { cached_tokens: -1 } }, ["extra_ratios"]],
])("the price form, in the browser: %s", async (_what, values, fields) => {
  const { errors } = await resolve({ ...complete, ...values }, undefined, options);
  expect(Object.keys(errors).sort()).toEqual(fields);
});

it("an edit keeps what someone else changed since it was opened", () => {
  const { models: _, ...terms } = complete;
  const stored = { ...terms, model: "gpt-5", input: 2, rules: [] };
  const opened = { ...complete, models: ["gpt-5"] };
  expect(onStoredPrice(opened, { ...opened, output: 12 }, stored)).toMatchObject({ input: 2, output: 12 });
  expect(onStoredPrice(opened, { ...opened, input: 3 }, stored)).toMatchObject({ input: 3, output: 10 });
  expect(onStoredPrice(opened, { ...opened, output: 12 }, undefined)).toMatchObject({
    input: 1.25,
    output: 12,
  });
});
