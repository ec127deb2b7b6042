/** An item of a translated response, on its way to the database. */
export interface NewItem<Memory extends ArrayBufferLike = ArrayBufferLike> {
  userId: number;
  /** Printable ASCII without spaces. */
  id: string;
  /** Epoch seconds. */
  createdAt: number;
  /** Its JSON in UTF-8: as a text it would be copied by each collection of garbage for as long as it waits. */
  json: Uint8Array<Memory>;
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

/** Packs a group into memory that is to be transferred to another thread. */
export function packItems(items: readonly NewItem[]): PackedItems {
  const numbers = new Float64Array(items.length * perItem);
  const packed = new Uint8Array(items.reduce((sum, { json }) => sum + json.length, 0));
  let at = 0;
  let end = 0;
  for (const { userId, createdAt, json } of items) {
    packed.set(json, end);
    end += json.length;
    numbers[at++] = userId;
    numbers[at++] = createdAt;
    numbers[at++] = end;
  }
  return { numbers, ids: items.map(({ id }) => id).join(separator), json: packed };
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
