import type { BookedPrice } from "../../server/src/control/price-book.ts";
import { type PublishedPrice, priceOf } from "../../server/src/control/published-price.ts";
import { providers } from "../../server/src/relay/providers/registry.ts";
import { additions, type PriceList } from "./additions.ts";
import { additionsInYuan } from "./additions-in-yuan.ts";
import { additionsOfTasks } from "./additions-of-tasks.ts";
import { additionsOfXai } from "./additions-of-xai.ts";
import { featuresOf } from "./model-features.ts";
import { packagePrices } from "./package-prices.ts";
import type { PublishedModel } from "./published-model.ts";
import { videoPrices } from "./video-prices.ts";

/** When the installed version of the package was published; its prices are as old as that at least. */
const packageDate = "2026-09-23";
const yuanPerDollar = 7;
const yuanNote = `Listed in yuan; converted at ${yuanPerDollar} yuan a dollar.`;

/** Every price of the book, by provider and name: what is written by hand, and else the package's. */
export function priceBookRows(): BookedPrice[] {
  const marketplace = providers.find(({ descriptor }) => descriptor.id === "openrouter")?.descriptor;
  const lists = [additions, additionsOfXai, videoPrices, additionsInYuan, additionsOfTasks].flat();
  const listed = lists.flatMap(modelsOf);
  const rows = new Map<string, BookedPrice>();
  for (const one of [...listed, ...packagePrices(packageDate, marketplace?.defaultModels ?? [])])
    if (!rows.has(one.model)) rows.set(one.model, rowOf(one));
  return [...rows.values()].sort((a, b) => a.channel_type - b.channel_type || (a.model < b.model ? -1 : 1));
}

function modelsOf({ channelType, source, date, note: listNote, models, yuan }: PriceList): PublishedModel[] {
  return Object.entries(models).map(([model, { note: ownNote, context, ...price }]) => {
    const note = [ownNote, listNote, yuan && yuanNote].filter(Boolean).join(" ");
    return {
      model,
      channelType,
      price: yuan ? inDollars(price) : price,
      source,
      date,
      ...(note && { note }),
      ...(context && { context }),
    };
  });
}

/** Every amount divided; the length at which a tier begins is tokens. */
function inDollars(price: PublishedPrice): PublishedPrice {
  const { tiers, ...amounts } = price;
  return { ...divided(amounts), ...(tiers && { tiers: tiers.map(divided) }) };
}

function divided<T extends object>(amounts: T): T {
  return Object.fromEntries(
    Object.entries(amounts).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === "number" && key !== "above" ? value / yuanPerDollar : value,
    ]),
  ) as T;
}

function rowOf({ model, channelType, price, source, date, note, context }: PublishedModel): BookedPrice {
  const { marksCache = false } =
    providers.find(({ descriptor }) => descriptor.type === channelType)?.descriptor ?? {};
  const {
    locked: _locked,
    extra_ratios,
    rules,
    ...terms
  } = priceOf({ model, channelType, marksCache }, price);
  return {
    ...terms,
    ...(Object.keys(extra_ratios).length > 0 && { extra_ratios }),
    ...(rules.length > 0 && { rules }),
    ...featuresOf(model),
    ...(context && { context_length: context }),
    source,
    date,
    ...(note && { note }),
  };
}
