import * as z from "zod";
import { limits } from "./limits.ts";

/** A number that arrives as text in a query string. */
export const queryInteger = z.coerce.number().int();

/** A filter on an epoch-seconds time; 0 or absent means unbounded. */
export const queryTime = queryInteger.min(0).default(0).describe("Epoch seconds; 0: no bound.");

/**
 * The query of every list: `page` from 1, `size` 1–100, `order` a comma list of fields with `-` for descending,
 * `keyword` literal text. A page below 1 is the first one and a size below 1 the default, as in the family. `p` (from 0) and `page_size`
 * are accepted as synonyms. `filters` adds the list's own fields.
 */
export function listQuery<F extends z.ZodRawShape>(orderable: readonly string[], filters: F) {
  const order = z
    .string()
    .default("")
    .refine((text) => parseOrder(text).every((part) => orderable.includes(part.field)), {
      params: { code: "list.unknown_order" },
      message: `Sortable fields: ${orderable.join(", ")}`,
    });
  return z.preprocess(
    acceptSynonyms,
    z.object({
      page: queryInteger
        .overwrite((page) => Math.max(page, 1))
        .default(1)
        .describe("Page, from 1."),
      size: queryInteger
        .max(limits.listSizeMax)
        .overwrite((size) => (size < 1 ? limits.listSizeDefault : size))
        .default(limits.listSizeDefault)
        .describe(`Rows per page, 1 to ${limits.listSizeMax}.`),
      order: order.describe(describeOrder(orderable)),
      keyword: z.string().max(limits.keywordMax).default("").describe("Text to search for."),
      ...filters,
    }),
  );
}

function describeOrder(orderable: readonly string[]): string {
  if (orderable.length === 0) return "The order of this list is fixed.";
  return `Comma-separated fields to sort by, \`-\` before a field for descending: ${orderable.join(", ")}.`;
}

function acceptSynonyms(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  const query = { ...(input as Record<string, unknown>) };
  if (query["page"] === undefined && query["p"] !== undefined) query["page"] = Number(query["p"]) + 1;
  if (query["size"] === undefined && query["page_size"] !== undefined) query["size"] = query["page_size"];
  return query;
}

export interface OrderPart {
  field: string;
  descending: boolean;
}

/** `-created_time,name` → [{created_time, descending}, {name}] */
export function parseOrder(order: string): OrderPart[] {
  return order
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "-")
    .map((part) => ({ field: part.replace(/^-/, ""), descending: part.startsWith("-") }));
}

/** The answer of every list: rows sit at `data.data`. `total_count` may be capped; then `total_capped` is true. */
export function pageOf<T extends z.ZodType>(row: T) {
  const page = z.object({
    data: z.array(row),
    page: z.int(),
    size: z.int(),
    total_count: z.int().describe("Rows of all pages."),
    total_capped: z.boolean().optional().describe("True: there are more rows than `total_count`."),
  });
  const name = row.meta()?.id;
  return name === undefined ? page : page.meta({ id: `${name}Page` });
}

/** How many rows a bulk action changed. */
export const changedCount = z.object({ changed: z.int() }).meta({ id: "ChangedCount" });

export interface Page<T> {
  data: T[];
  page: number;
  size: number;
  total_count: number;
  total_capped?: boolean | undefined;
}

/** Path parameter of `/:id` calls. */
export const idParams = z.object({ id: z.coerce.number().int().positive() });
