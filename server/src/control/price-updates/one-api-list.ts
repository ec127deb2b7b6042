import { extraRatios } from "@tollgate/contract/pricing";
import { checkedName, checkedRow } from "./check-row.ts";
import {
  isObject,
  type JsonObject,
  type ListedRow,
  type ReadFormat,
  readRows,
  UnusableRow,
} from "./price-list.ts";

/** Tollgate's own list: `{ "prices": [...] }`, the price book's format. */
export const readTollgateList: ReadFormat = (document) => {
  if (!isObject(document) || !Array.isArray(document["prices"])) return undefined;
  return readPrices(document["prices"]);
};

/** The list of the One API family: `{ "data": [...] }`, or the bare list. */
export const readOneApiList: ReadFormat = (document) => {
  const list = isObject(document) ? document["data"] : document;
  if (!Array.isArray(list)) return undefined;
  const isPrice = (row: unknown) => isObject(row) && "model" in row && "input" in row;
  return list.some(isPrice) ? readPrices(list) : undefined;
};

function readPrices(list: readonly unknown[]): ReturnType<typeof readRows> {
  const seen = new Set<string>();
  return readRows(
    list.entries(),
    ([index, row]) => nameOf(row) ?? `#${index + 1}`,
    ([, row]) => {
      const read = readPrice(row);
      if (seen.has(read.price.model)) throw new UnusableRow("named_twice");
      seen.add(read.price.model);
      return read;
    },
  );
}

function nameOf(row: unknown): string | undefined {
  const name = isObject(row) ? row["model"] : undefined;
  return typeof name === "string" && name.trim() !== "" ? name : undefined;
}

function readPrice(row: unknown): ListedRow {
  if (!isObject(row)) throw new UnusableRow("not_an_object");
  const model = checkedName(row["model"]);
  if (row["input"] === undefined && row["output"] === undefined) throw new UnusableRow("no_price");
  const price = checkedRow({
    model,
    type: row["type"] ?? "tokens",
    channel_type: row["channel_type"] ?? 0,
    input: row["input"] ?? 0,
    output: row["output"] ?? 0,
    extra_ratios: knownRatios(row["extra_ratios"]),
    rules: row["rules"] ?? [],
  });
  return { price, ...textIn(row, "source"), ...textIn(row, "date"), ...textIn(row, "note") };
}

/** Other members of the family have token classes that are not distinguished here; they cost what their side costs. */
function knownRatios(value: unknown): unknown {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new UnusableRow("bad_number");
  const keys = new Set<string>(extraRatios.def.keyType.options);
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.has(key)));
}

function textIn<K extends string>(row: JsonObject, key: K): Partial<Record<K, string>> {
  const text = row[key];
  return typeof text === "string" && text !== "" ? ({ [key]: text.slice(0, 500) } as Record<K, string>) : {};
}
