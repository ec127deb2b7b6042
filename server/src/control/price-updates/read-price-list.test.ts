import { describe, expect, it } from "vitest";
import { readPriceList } from "./read-price-list.ts";

const read = (document: unknown) =>
  readPriceList(typeof document === "string" ? document : JSON.stringify(document));
const pricesOf = async (document: unknown) => (await read(document)).rows.map(({ price }) => price);
const plain = { type: "tokens", channel_type: 1, locked: false, extra_ratios: {}, rules: [] };
const row = { model: "m", type: "tokens", channel_type: 1, input: 1, output: 2 };

describe("a price list", () => {
  it("of Tollgate contains rules, and notes on a price", async () => {
    const rules = [{ when: { prompt_above: 200_000 }, input: 2 }];
    const said = { source: "https://example.com", date: "2026-11-05", note: "Retired." };
    const { format, rows } = await read({ prices: [{ ...row, rules, ...said }] });
    expect(format).toBe("tollgate");
    expect(rows).toEqual([{ price: { ...plain, model: "m", input: 1, output: 2, rules }, ...said }]);
  });

  it.each([
    ["an object", { data: [row] }],
    ["a bare list", [row]],
    ["fields that are null", [{ ...row, extra_ratios: null, locked: null }]],
    ["classes that only the family has", [{ ...row, extra_ratios: { input_text_tokens: 1 } }]],
  ])("of the One API family is read: %s", async (_, document) => {
    expect(await read(document)).toMatchObject({ format: "one-api", skipped: [] });
    expect(await pricesOf(document)).toEqual([{ ...plain, model: "m", input: 1, output: 2 }]);
  });

  it("of LiteLLM is read with caches, lengths, service tiers and units", async () => {
    const document = {
      sample_spec: { litellm_provider: "one of …", input_cost_per_token: 0 },
      "gpt-9": {
        litellm_provider: "openai",
        input_cost_per_token: 2.5e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 2.5e-7,
        input_cost_per_token_above_272k_tokens: 5e-6,
        output_cost_per_token_above_272k_tokens: 2.25e-5,
        input_cost_per_token_flex: 1.25e-6,
        output_cost_per_token_flex: 7.5e-6,
        search_context_cost_per_query: { search_context_size_medium: 0.025 },
      },
      "claude-9": {
        litellm_provider: "anthropic",
        input_cost_per_token: 3e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 6e-7,
        cache_creation_input_token_cost: 3.75e-6,
      },
      "groq/whisper": { litellm_provider: "groq", input_cost_per_second: 3e-5, output_cost_per_second: 0 },
      "azure/gpt-9": { litellm_provider: "azure", input_cost_per_token: 1 },
      "only-search": {
        litellm_provider: "openai",
        search_context_cost_per_query: { search_context_size_medium: 0.03 },
      },
      "cohere/rerank": { litellm_provider: "cohere", input_cost_per_query: 0.002 },
    };
    expect(await read(document)).toMatchObject({ format: "litellm", skipped: [] });
    expect(await pricesOf(document)).toEqual([
      {
        ...plain,
        model: "gpt-9",
        input: 1.25,
        output: 7.5,
        extra_ratios: { cached_tokens: 0.1, web_search_call: 0.025 },
        rules: [
          {
            when: { service_tier: "flex" },
            input: 0.625,
            output: 3.75,
            extra_ratios: { cached_tokens: 0.2 },
          },
          {
            when: { prompt_above: 272_000 },
            input: 2.5,
            output: 11.25,
            extra_ratios: { cached_tokens: 0.05 },
          },
          {
            when: { service_tier: "flex", prompt_above: 272_000 },
            input: 1.25,
            output: 5.625,
            extra_ratios: { cached_tokens: 0.1 },
          },
        ],
      },
      {
        ...plain,
        channel_type: 14,
        model: "claude-9",
        input: 1.5,
        output: 7.5,
        extra_ratios: { cached_read_tokens: 0.2 },
      },
      { ...plain, channel_type: 31, model: "whisper", input: 0, output: 0, extra_ratios: { second: 3e-5 } },
      { ...plain, channel_type: 36, model: "rerank", type: "times", input: 1, output: 0 },
    ]);
  });

  it("of models.dev is read with both spellings of its lengths", async () => {
    const cost = { input: 1.25, output: 10, cache_read: 0.125 };
    const over = { input: 2.5, output: 15, cache_read: 0.25 };
    const document = {
      google: {
        id: "google",
        models: {
          "gemini-9": { id: "gemini-9", cost: { ...cost, context_over_200k: over } },
          "gemini-10": { cost: { ...cost, tiers: [{ ...over, tier: { type: "context", size: 200_000 } }] } },
          open: { id: "open" },
        },
      },
      "google-vertex": { models: { "gemini-9": { cost: { input: 9, output: 9 } } } },
    };
    const price = {
      ...plain,
      channel_type: 25,
      input: 0.625,
      output: 5,
      extra_ratios: { cached_tokens: 0.1 },
      rules: [{ when: { prompt_above: 200_000 }, input: 1.25, output: 7.5 }],
    };
    expect(await read(document)).toMatchObject({ format: "models.dev", skipped: [] });
    expect(await pricesOf(document)).toEqual([
      { ...price, model: "gemini-9" },
      { ...price, model: "gemini-10" },
    ]);
  });
});

describe("a row that cannot be used", () => {
  it.each([
    ["no object", "text", "not_an_object"],
    ["no name", { ...row, model: 5 }, "bad_name"],
    ["an empty name", { ...row, model: " " }, "bad_name"],
    ["a name that objects have by nature", { ...row, model: "__proto__" }, "bad_name"],
    ["another one", { ...row, model: "constructor" }, "bad_name"],
    ["a name with a right-to-left override", { ...row, model: "m\u202e" }, "bad_name"],
    ["a star in the middle", { ...row, model: "a*b" }, "bad_name"],
    ["an endless name", { ...row, model: "m".repeat(201) }, "bad_name"],
    ["the name of another row", { ...row, model: "first" }, "named_twice"],
    ["a price that is text", { ...row, input: "1" }, "bad_number"],
    ["a negative price", { ...row, input: -1 }, "bad_number"],
    ["an endless price", { ...row, output: 1e308 }, "bad_number"],
    ["ratios that are no object", { ...row, extra_ratios: [1] }, "bad_number"],
    ["a negative ratio", { ...row, extra_ratios: { cached_tokens: -1 } }, "bad_number"],
    ["no price", { model: "m" }, "no_price"],
    ["a rule without condition", { ...row, rules: [{ when: {}, input: 1 }] }, "bad_rule"],
    ["too many rules", { ...row, rules: Array(33).fill({ when: { size: "1" }, input: 1 }) }, "bad_rule"],
  ])("is named and left out, the others are read: %s", async (_, bad, problem) => {
    const { rows, skipped } = await read([{ ...row, model: "first" }, bad, { ...row, model: "last" }]);
    expect(rows.map(({ price }) => price.model)).toEqual(["first", "last"]);
    expect(skipped).toEqual([{ row: expect.any(String) as string, problem }]);
  });

  it("without a name is named by its place in the list", async () => {
    const { skipped } = await read([row, { ...row, model: "" }, { ...row, model: " " }, 5]);
    expect(skipped.map((one) => one.row)).toEqual(["#2", "#3", "#4"]);
  });

  it("is named in other formats, too", async () => {
    const good = { litellm_provider: "openai", input_cost_per_token: 1e-6, output_cost_per_token: 1e-6 };
    const bad = { ...good, output_cost_per_token: "free" };
    const pixels = { litellm_provider: "openai", input_cost_per_pixel: 1e-8 };
    const proto = JSON.parse(`{"__proto__":${JSON.stringify(good)}}`) as object;
    const map = { good, bad, pixels, list: [] };
    expect((await readPriceList(JSON.stringify(map))).skipped).toEqual([
      { row: "bad", problem: "bad_number" },
      { row: "pixels", problem: "other_unit" },
      { row: "list", problem: "not_an_object" },
    ]);
    const text = JSON.stringify(proto).replace("}}", `},"good":${JSON.stringify(good)}}`);
    expect((await readPriceList(text)).skipped).toEqual([{ row: "__proto__", problem: "bad_name" }]);
    const models = {
      good: { cost: { input: 1, output: 1 } },
      bad: { cost: { input: Number.MAX_VALUE } },
      odd: 1,
    };
    expect((await read({ openai: { models } })).skipped).toEqual([
      { row: "openai: bad", problem: "bad_number" },
      { row: "openai: odd", problem: "not_an_object" },
    ]);
  });
});

describe("an unusable document", () => {
  it.each([
    ["a page", "<html>", "price_list.not_json"],
    ["half a list", '[{"model":', "price_list.not_json"],
    ["nothing", " ", "price_list.not_json"],
    ["a number", "5", "price_list.unknown_format"],
    ["null", "null", "price_list.unknown_format"],
    ["an empty list", "[]", "price_list.unknown_format"],
    ["a list of something else", [{ name: "m" }], "price_list.unknown_format"],
    ["an object of something else", { a: { b: 1 } }, "price_list.unknown_format"],
    ["rows that are all unusable", [{ ...row, input: -1 }], "price_list.no_prices"],
    [
      "more rows than any vendor sells",
      Array.from({ length: 20_001 }, (_, i) => ({ ...row, model: `m${i}` })),
      "price_list.too_many",
    ],
    [
      "endless rows that are all unusable",
      Array.from({ length: 20_001 }, () => ({ ...row, input: -1 })),
      "price_list.too_many",
    ],
  ])("is rejected as a whole: %s", async (_, document, code) => {
    await expect(read(document)).rejects.toEqual(expect.objectContaining({ code }) as Error);
  });

  it("quotes the position of a JSON syntax error", async () => {
    const rejected = () => readPriceList(`{ "prices": [${'{"model":"m"},'.repeat(50)} oops ] }`);
    const reason = expect.stringContaining("oops") as string;
    await expect(rejected()).rejects.toEqual(expect.objectContaining({ params: { reason } }) as Error);
  });
});
