import { type SecretBox, SecretError } from "../platform/secret-box.ts";
import { sealedColumns } from "../storage/repositories/secret-columns.ts";
import type { TranslatedItemRepository } from "../storage/repositories/translated-item-repository.ts";
import { itemSeparator } from "../storage/tables/translated-items.ts";

/** Reads a user's stored items that are not older than `since` (epoch seconds), as JSON by id. */
export interface ItemReader {
  /** Those whose ids contain their time: `times` maps ids to it. */
  readByTime(userId: number, times: ReadonlyMap<string, number>, since: number): Promise<Map<string, string>>;
  /** Those in a row of their own. */
  readById(userId: number, ids: readonly string[], since: number): Promise<Map<string, string>>;
}

/** Values per query. */
const valuesPerQuery = 500;
/** Groups per query, of up to 32 KB each: an item is read with those beside it. */
const groupsPerQuery = 50;

export function createItemReader(
  stored: Pick<TranslatedItemRepository, "findAll" | "listGroups" | "findGroups">,
  secretBox: SecretBox,
): ItemReader {
  /** Undefined for what another SECRET_KEY encrypted. */
  function open(content: string | Uint8Array, context: string): string | undefined {
    try {
      return typeof content === "string"
        ? secretBox.open(content, context)
        : secretBox.openBytes(content, context);
    } catch (error) {
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }

  return {
    async readByTime(userId, times, since) {
      const found = new Map<string, string>();
      const rowIds: number[] = [];
      for (const some of parts([...new Set(times.values())], valuesPerQuery))
        for (const { id, ids } of await stored.listGroups(userId, some, since))
          if (ids.split(" ").some((item) => times.has(item))) rowIds.push(id);
      for (const some of parts(rowIds, groupsPerQuery))
        for (const { ids, content_encrypted: content } of await stored.findGroups(some)) {
          const texts = open(content, sealedColumns.translatedItemGroup(userId, ids))?.split(itemSeparator);
          for (const [index, id] of ids.split(" ").entries()) {
            const text = texts?.[index];
            if (text !== undefined && times.has(id)) found.set(id, copyText(text));
          }
        }
      return found;
    },

    async readById(userId, ids, since) {
      const found = new Map<string, string>();
      for (const some of parts(ids, valuesPerQuery))
        for (const { id, content_encrypted: content } of await stored.findAll(userId, some, since)) {
          const text = open(content, sealedColumns.translatedItem(userId, id));
          if (text !== undefined) found.set(id, text);
        }
      return found;
    },
  };
}

/** A part of a text keeps the whole text in memory, its copy does not. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

function* parts<T>(list: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += most) yield list.slice(from, from + most);
}
