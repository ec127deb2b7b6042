import { type SecretBox, SecretError } from "../platform/secret-box.ts";
import { sealedColumns } from "../storage/repositories/secret-columns.ts";
import type {
  TranslatedItemRepository,
  TranslatedItemRow,
} from "../storage/repositories/translated-item-repository.ts";
import { itemSeparator } from "../storage/tables/translated-items.ts";

/** An item that a request refers to. */
export interface NamedItem {
  id: string;
  /** Epoch seconds that the id contains, not before `since`. */
  time: number | undefined;
}

/** Values per query. */
const valuesPerQuery = 500;
/** Rows with text per query, up to 32 KB each: an item is read with those beside it. */
const rowsPerQuery = 50;

/**
 * Reads stored items: by the time in their id, or by the whole id.
 * @returns a function that adds the JSON of the user's items not older than `since` to `found`
 */
export function createItemReader(
  stored: Pick<TranslatedItemRepository, "listByTime" | "findRows" | "findById">,
  secretBox: SecretBox,
) {
  return async function readItems(
    userId: number,
    items: readonly NamedItem[],
    since: number,
    found: Map<string, string>,
  ): Promise<void> {
    const wanted = new Set(items.map(({ id }) => id));
    const take = (row: TranslatedItemRow): void => {
      const texts = open(row)?.split(itemSeparator) ?? [];
      for (const [index, id] of row.ids.split(" ").entries()) {
        const text = texts[index];
        if (text !== undefined && wanted.has(id)) found.set(id, text);
      }
    };
    const seconds = new Set(items.flatMap(({ time }) => time ?? []));
    for (const some of parts([...seconds], valuesPerQuery)) {
      const rows = await stored.listByTime(userId, some);
      const having = rows.filter(({ ids }) => ids.split(" ").some((id) => wanted.has(id)));
      for (const few of parts(having, rowsPerQuery)) {
        const rowIds = few.map(({ id }) => id);
        for (const row of await stored.findRows(userId, rowIds)) take(row);
      }
    }
    const left = [...wanted].filter((id) => !found.has(id));
    for (const some of parts(left, valuesPerQuery))
      for (const row of await stored.findById(userId, some, since)) take(row);
  };

  /** Undefined for items that another SECRET_KEY encrypted. */
  function open({ user_id: userId, ids, content_encrypted: content }: TranslatedItemRow): string | undefined {
    const context = sealedColumns.translatedItems(userId, ids);
    try {
      return typeof content === "string"
        ? secretBox.open(content, context)
        : secretBox.openBytes(content, context);
    } catch (error) {
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }
}

function* parts<T>(list: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += most) yield list.slice(from, from + most);
}
