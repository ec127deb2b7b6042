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

/** models.dev's `api.json`: providers with their models, in dollars per million tokens. */
export const readModelsDevCatalog: ReadFormat = (document) => {
  if (!isObject(document)) return undefined;
  const providers = Object.entries(document).filter(
    (entry): entry is [string, { models: JsonObject }] => isObject(entry[1]) && isObject(entry[1]["models"]),
  );
  if (providers.length === 0) return undefined;
  const models = providers
    .filter(([id]) => !leftOut.has(id))
    .flatMap(([id, { models: byName }]) => Object.entries(byName).map(([name, row]) => ({ id, name, row })));
  return readRows(models, ({ id, name }) => `${id}: ${name}`, readModel);
};

/** Undefined for a model without a price: the catalog also lists open models. */
function readModel({ id, name, row }: { id: string; name: string; row: unknown }): ListedRow | undefined {
  if (!isObject(row)) throw new UnusableRow("not_an_object");
  const { cost } = row;
  if (cost === undefined || cost === null) return undefined;
  if (!isObject(cost)) throw new UnusableRow("bad_number");
  const model = checkedName(name);
  const published = readPublished(cost);
  if (published.input === undefined && published.output === undefined) throw new UnusableRow("no_price");
  const channelType = channelTypeOf(id);
  return { price: checkedPrice({ model, channelType, marksCache: marksCache(channelType) }, published) };
}

const classKeys = ["input", "output", "cache_read", "cache_write", "reasoning"] as const;

function readPublished(cost: JsonObject): PublishedPrice {
  const above = cost["context_over_200k"];
  const tiers = [
    ...(isObject(above) ? [{ above: 200_000, ...readClasses(above) }] : []),
    ...(Array.isArray(cost["tiers"]) ? cost["tiers"].flatMap(readTier) : []),
  ];
  const lengths = new Map(tiers.map((tier) => [tier.above, tier]));
  return { ...readClasses(cost), tiers: [...lengths.values()] };
}

function readTier(tier: unknown): (TokenDollars & { above: number })[] {
  if (!isObject(tier) || !isObject(tier["tier"])) throw new UnusableRow("bad_rule");
  const { type, size } = tier["tier"];
  if (type !== "context" || typeof size !== "number" || !Number.isSafeInteger(size) || size < 0)
    throw new UnusableRow("bad_rule");
  return [{ above: size, ...readClasses(tier) }];
}

function readClasses(row: JsonObject): TokenDollars {
  const plain = Object.fromEntries(classKeys.map((key) => [key, dollarsIn(row, key)]));
  return known({
    ...plain,
    input_audio: dollarsIn(row, "input_audio"),
    output_audio: dollarsIn(row, "output_audio"),
  });
}
