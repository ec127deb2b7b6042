import type { PublishedPrice, TokenDollars } from "../published-price.ts";
import { checkedName, checkedPrice, dollarsIn, known } from "./check-row.ts";
import {
  isObject,
  type JsonObject,
  type ListedRow,
  type ReadFormat,
  readRows,
  UnusableRow,
} from "./price-list.ts";
import { channelTypeOf, leftOut, marksCache } from "./provider-names.ts";

/** LiteLLM's map of model names to dollars per token. */
export const readLiteLlmMap: ReadFormat = (document) => {
  if (!isObject(document)) return undefined;
  const entries = Object.entries(document);
  if (!entries.some(([, row]) => isObject(row) && typeof row["litellm_provider"] === "string"))
    return undefined;
  return readRows(
    entries.filter(([name]) => name !== "sample_spec"),
    ([name]) => name,
    ([name, row]) => readEntry(name, row),
  );
};

/** Undefined for models of providers that are left out, and for those without any price: most maps list some. */
function readEntry(key: string, row: unknown): ListedRow | undefined {
  if (!isObject(row)) throw new UnusableRow("not_an_object");
  const provider = typeof row["litellm_provider"] === "string" ? row["litellm_provider"] : "";
  const parts = key.split("/");
  const prefix = parts[0] ?? "";
  const prefixed = parts.length > 1 && (prefix === provider || provider.startsWith(prefix));
  if (leftOut.has(provider) || leftOut.has(prefix)) return undefined;
  // A region, a size or a plan in the middle: other prices of a model that is listed without them.
  if (prefixed && provider.startsWith("bedrock")) return undefined;
  const channelType = channelTypeOf(provider);
  const model = { model: checkedName(prefixed ? parts.slice(1).join("/") : key), channelType };
  const published = readPublished(row);
  return published && { price: checkedPrice({ ...model, marksCache: marksCache(channelType) }, published) };
}

/** Keys of a class, and ours. What follows them (`_above_200k_tokens`, `_flex`) is a condition. */
const classKeys = {
  input_cost_per_token: "input",
  output_cost_per_token: "output",
  cache_read_input_token_cost: "cache_read",
  cache_creation_input_token_cost: "cache_write",
  cache_creation_input_token_cost_above_1hr: "cache_write_1h",
  input_cost_per_audio_token: "input_audio",
  input_cost_per_image_token: "input_image",
  output_cost_per_audio_token: "output_audio",
  output_cost_per_image_token: "output_image",
  output_cost_per_reasoning_token: "reasoning",
} as const satisfies Record<string, keyof TokenDollars>;

const serviceTiers = { flex: "_flex", priority: "_priority", batch: "_batches" };

function readPublished(row: JsonObject): PublishedPrice | undefined {
  const { web_search, ...units } = readUnits(row);
  const searches = known({ web_search });
  const base = readClasses(row, "");
  if (base.input === undefined && base.output === undefined && base.input_audio === undefined)
    return Object.keys(units).length > 0 ? { ...units, ...searches } : noTokenPrice(row);
  // Seconds or images next to tokens are the same work counted in another way.
  const tiers = [...lengthsIn(row)].map((above) => ({
    above: above * 1000,
    ...readClasses(row, `_above_${above}k_tokens`),
  }));
  const service_tiers = Object.fromEntries(
    Object.entries(serviceTiers)
      .map(([tier, suffix]) => [tier, readClasses(row, suffix)] as const)
      .filter(([, dollars]) => Object.keys(dollars).length > 0),
  );
  return { ...base, ...searches, tiers, service_tiers };
}

/** Models without any price are listed for their capabilities. A price by another unit is reported. */
function noTokenPrice(row: JsonObject): undefined {
  const costs = Object.keys(row).filter((key) => /_cost(_|$)/.test(key) && typeof row[key] === "number");
  if (costs.some((key) => row[key] !== 0)) throw new UnusableRow("other_unit");
  return undefined;
}

function readClasses(row: JsonObject, suffix: string): TokenDollars {
  const dollars: TokenDollars = {};
  for (const [key, name] of Object.entries(classKeys)) {
    const perToken = dollarsIn(row, `${key}${suffix}`);
    if (perToken !== undefined) dollars[name] = perMillion(perToken);
  }
  return dollars;
}

/** A token's price has few digits; the product must not show a binary fraction's. */
const perMillion = (perToken: number) => Number((perToken * 1e6).toPrecision(12));

function lengthsIn(row: JsonObject): Set<number> {
  const lengths = Object.keys(row).map((key) => /_above_(\d{1,5})k_tokens$/.exec(key)?.[1]);
  return new Set(lengths.flatMap((length) => (length === undefined ? [] : [Number(length)])));
}

function readUnits(row: JsonObject): PublishedPrice {
  const search = row["search_context_cost_per_query"];
  return known({
    second: dollarsIn(row, "input_cost_per_second") ?? dollarsIn(row, "output_cost_per_second"),
    picture: dollarsIn(row, "output_cost_per_image") ?? dollarsIn(row, "input_cost_per_image"),
    character: dollarsIn(row, "input_cost_per_character"),
    call: dollarsIn(row, "input_cost_per_query"),
    web_search: isObject(search) ? dollarsIn(search, "search_context_size_medium") : undefined,
  });
}
