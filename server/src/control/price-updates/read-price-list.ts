import { AppError } from "../../platform/app-error.ts";
import { readLiteLlmMap } from "./litellm-map.ts";
import { readModelsDevCatalog } from "./models-dev-catalog.ts";
import { readOneApiList, readTollgateList } from "./one-api-list.ts";
import type { PriceList, ReadFormat } from "./price-list.ts";

/** In the order in which they are tried: the narrowest schema first. */
const formats: readonly (readonly [PriceList["format"], ReadFormat])[] = [
  ["tollgate", readTollgateList],
  ["one-api", readOneApiList],
  ["litellm", readLiteLlmMap],
  ["models.dev", readModelsDevCatalog],
];

/**
 * Reads a price list of any known format. Unusable rows are named in `skipped`.
 * @throws AppError price_list.not_json with the place, price_list.unknown_format, price_list.no_prices,
 * price_list.too_many
 */
export async function readPriceList(text: string): Promise<PriceList> {
  const document = parse(text);
  for (const [format, read] of formats) {
    const list = await read(document);
    if (!list) continue;
    if (list.rows.length === 0) throw new AppError("price_list.no_prices");
    return { format, ...list };
  }
  throw new AppError("price_list.unknown_format");
}

function parse(text: string): unknown {
  try {
    // Windows editors put a byte order mark before JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "";
    throw new AppError("price_list.not_json", { params: { reason } });
  }
}
