import { itemSeparator } from "../tables/translated-items.ts";
import type { PackedItems } from "./item-batch.ts";

/** Items that are written as one row. */
export interface ItemGroup {
  userId: number;
  /** Of the first item, epoch seconds. */
  createdAt: number;
  /** The time that the ids contain, epoch seconds; 0 for a single item whose id contains none. */
  idTime: number;
  /** Number of items. */
  items: number;
  /** Separated by spaces. */
  ids: string;
  /** The items' JSON in UTF-8, separated by `itemSeparator`. */
  json: Buffer;
}

/** Bytes of a row with several items: who refers to one of them reads them all. */
const groupBytes = 32 * 1024;
const separator = itemSeparator.charCodeAt(0);

/** A user's items whose ids contain the same time together, in their order. */
export function groupItems({ numbers, bytes }: PackedItems): ItemGroup[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  let start = 0;
  let at = 0;
  const next = (): number => numbers[at++] ?? 0;
  while (at < numbers.length) {
    const userId = next();
    const createdAt = next();
    const idTime = next();
    const idEnd = next();
    const end = next();
    const key = `${userId} ${idTime}`;
    let group = open.get(key);
    if (!group || group.bytes + end - start > groupBytes) {
      group = { userId, createdAt, idTime, ids: [], parts: [], bytes: 0 };
      groups.push(group);
      if (idTime > 0) open.set(key, group);
    }
    group.ids.push(text.toString("latin1", start, idEnd));
    group.parts.push(text.subarray(idEnd, end));
    group.bytes += end - start;
    start = end;
  }
  return groups.map(joinGroup);
}

interface Group extends Pick<ItemGroup, "userId" | "createdAt" | "idTime"> {
  ids: string[];
  parts: Buffer[];
  /** Of ids and parts. */
  bytes: number;
}

function joinGroup({ userId, createdAt, idTime, ids, parts }: Group): ItemGroup {
  const json = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, parts.length - 1));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index > 0) json[at++] = separator;
    json.set(part, at);
    at += part.length;
  }
  return { userId, createdAt, idTime, items: ids.length, ids: ids.join(" "), json };
}
