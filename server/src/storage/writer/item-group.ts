import { GrowingBuffer } from "../../platform/growing-buffer.ts";

/** An item of a translated response, on its way to the database. */
export interface NewItem {
  userId: number;
  /** Printable ASCII without spaces. */
  id: string;
  /** Epoch seconds. */
  createdAt: number;
  /** Its JSON in UTF-8: as a text it would be copied by each collection of garbage for as long as it waits. */
  json: Uint8Array;
}

/** Items for the writer thread. A message is copied value by value, so a group is sent as three values. */
export interface PackedItems {
  /** Of each item its user, its time, and where its JSON ends in `json`. */
  numbers: Float64Array<ArrayBuffer>;
  ids: string;
  json: Uint8Array<ArrayBuffer>;
}

const perItem = 3;
const separator = " ";
/** Bytes for which the packer keeps its memory between groups. */
const retainedJson = 1024 * 1024;

/** Packs groups, one at a time, into memory that is to be transferred to another thread. */
export function createItemPacker(): (items: readonly NewItem[]) => PackedItems {
  const collected = new GrowingBuffer(retainedJson);
  return (items) => {
    const numbers = new Float64Array(items.length * perItem);
    let at = 0;
    for (const { userId, createdAt, json } of items) {
      collected.add(json);
      numbers[at++] = userId;
      numbers[at++] = createdAt;
      numbers[at++] = collected.length;
    }
    const json = new Uint8Array(collected.peek());
    collected.clear();
    return { numbers, ids: items.map(({ id }) => id).join(separator), json };
  };
}

/** The items, whose JSON are parts of the packed memory. */
export function unpackItems({ numbers, ids, json }: PackedItems): NewItem[] {
  if (numbers.length === 0) return [];
  let begin = 0;
  let at = 0;
  const next = (): number => numbers[at++] ?? 0;
  return ids.split(separator).map((id) => {
    const userId = next();
    const createdAt = next();
    const end = next();
    const item = { userId, id, createdAt, json: json.subarray(begin, end) };
    begin = end;
    return item;
  });
}
