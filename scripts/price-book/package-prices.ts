import { findProvider, type ModelInfo, type ModelPrice } from "@pydantic/genai-prices";
import type { PublishedPrice, TokenDollars } from "../../server/src/control/published-price.ts";
import { namesOf } from "./model-names.ts";
import type { PublishedModel } from "./published-model.ts";

/** Ids of the package's providers with our numbers. Where two list the same name, the first one's price counts. */
const providerTypes: readonly (readonly [id: string, type: number])[] = [
  ["openai", 1],
  ["anthropic", 14],
  ["google", 25],
  ["deepseek", 28],
  ["mistral", 30],
  ["groq", 31],
  ["moonshotai", 29],
  ["x-ai", 56],
  ["zai", 16],
  ["minimax", 27],
  ["cohere", 36],
  ["aws", 32],
  ["cloudflare", 35],
];

/** A marketplace with hundreds of models that have other owners: only those that its form fills in are taken. */
const marketplace = { id: "openrouter", type: 20 };

/**
 * Prices of the package's data in dollars, one for each name that a model is called by.
 * @param date when the package was published; announced prices after it count where they are higher
 * @param marketplaceModels names that are taken of the marketplace
 */
export function packagePrices(date: string, marketplaceModels: readonly string[]): PublishedModel[] {
  const vendors = providerTypes.flatMap(([id, type]) => providerPrices(id, type, date));
  const sold = providerPrices(marketplace.id, marketplace.type, date);
  return [...vendors, ...sold.filter(({ model }) => marketplaceModels.includes(model))];
}

function providerPrices(providerId: string, channelType: number, date: string): PublishedModel[] {
  const provider = findProvider({ providerId });
  if (!provider) throw new Error(`The package has no provider ${providerId} any more.`);
  const source = provider.pricing_urls?.[0] ?? "";
  return provider.models.filter(isOwn(channelType)).flatMap((model) => {
    const found = dearestPrice(model, date);
    const price = found && publishedOf(found.prices);
    if (!price) return [];
    const note = [model.deprecated && "Retired: the last published price.", found.note]
      .filter(Boolean)
      .join(" ");
    const context = model.context_window;
    return namesOf(model).map((name) => ({
      model: name,
      channelType,
      price,
      source,
      date,
      ...(note && { note }),
      ...(context && { context }),
    }));
  });
}

/**
 * Left out: prices that the package took from a marketplace, models of other vendors, and completion models that ended years ago, whose
 * names (`ada`) would cover too much.
 */
const isOwn =
  (channelType: number) =>
  (model: ModelInfo): boolean =>
    (channelType === marketplace.type ||
      !/(?:Imported from|Seen on) OpenRouter/.test(model.price_comments ?? "")) &&
    !(channelType === 25 && !/^gem(?:ini|ma)-/.test(model.id)) &&
    !/^(?:text-)?(?:ada|babbage|curie|davinci)/.test(model.id);

/** The most expensive of the current, off-hour and announced prices, so that no one sells below cost later. */
function dearestPrice(
  { prices }: ModelInfo,
  date: string,
): { prices: ModelPrice; note?: string } | undefined {
  if (!Array.isArray(prices)) return { prices };
  const startOf = (index: number): string => {
    const constraint = prices[index]?.constraint;
    return constraint?.type === "start_date" ? constraint.start_date : "";
  };
  const current = prices.findLastIndex((_, index) => startOf(index) <= date && startOf(index) !== "");
  const valid = prices.filter((_, index) => index >= Math.max(0, current));
  const dearest = valid.reduce((most, one) => (inputOf(one.prices) > inputOf(most.prices) ? one : most));
  const { constraint } = dearest;
  if (constraint?.type === "time_of_date") return { prices: dearest.prices, note: "Cheaper at quiet hours." };
  if (constraint?.type === "start_date" && constraint.start_date > date)
    return {
      prices: dearest.prices,
      note: `Announced price from ${constraint.start_date}; lower until then.`,
    };
  return { prices: dearest.prices };
}

const inputOf = (price: ModelPrice): number => {
  const { input_mtok: value = 0 } = price;
  return typeof value === "number" ? value : value.base;
};

/** The package's keys of prices per million tokens, and ours. */
const tokenKeys = {
  input_mtok: "input",
  output_mtok: "output",
  cache_read_mtok: "cache_read",
  cache_write_mtok: "cache_write",
  cache_write_1h_mtok: "cache_write_1h",
  input_audio_mtok: "input_audio",
  input_image_mtok: "input_image",
  output_audio_mtok: "output_audio",
  output_image_mtok: "output_image",
  output_reasoning_mtok: "reasoning",
} as const satisfies Record<string, keyof TokenDollars>;

/** Undefined for prices by page or by message, which calls here are not counted in, and for rows without any price. */
function publishedOf(prices: ModelPrice): PublishedPrice | undefined {
  if (Object.keys(prices).some((key) => /_(kpages|messages_kcount)$/.test(key))) return undefined;
  const hours = prices["audio_hours"];
  if (typeof hours === "number")
    return { input: 0, output: 0, second: Number((hours / 3600).toPrecision(6)) };
  if (prices["input_mtok"] === undefined && prices["input_audio_mtok"] === undefined) return undefined;
  const base: TokenDollars = {};
  const tiers = new Map<number, TokenDollars & { above: number }>();
  for (const [key, name] of Object.entries(tokenKeys)) {
    const value = prices[key];
    if (value === undefined) continue;
    base[name] = typeof value === "number" ? value : value.base;
    for (const { start, price } of typeof value === "number" ? [] : value.tiers)
      tiers.set(start, { ...tiers.get(start), above: start, [name]: price });
  }
  const perCall = (key: string): number | undefined => {
    const value = prices[key];
    return typeof value === "number" ? value / 1000 : undefined;
  };
  const web_search = perCall("web_searches_kcount");
  const file_search = perCall("storage_searches_kcount");
  return {
    ...base,
    ...(web_search !== undefined && { web_search }),
    ...(file_search !== undefined && { file_search }),
    ...(tiers.size > 0 && { tiers: [...tiers.values()] }),
  };
}
