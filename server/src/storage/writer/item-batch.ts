/** An item of a translated response, on its way to the database. */
export interface NewItem {
  /** Printable ASCII. */
  id: string;
  json: string;
  /** Epoch seconds. */
  createdAt: number;
  /** The time that the id contains, epoch seconds; 0 if it contains none. */
  idTime: number;
}

/** Items for the writer thread. A message is copied value by value, so a batch is sent as two values. */
export interface PackedItems {
  /** Of each item its user, `createdAt`, `idTime`, and where its id and its JSON end in `bytes`. */
  numbers: Float64Array<ArrayBuffer>;
  /** Of each item its id, then its JSON. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Rows of one batch. */
export const batchRows = 200;
/** Bytes of one batch; a longer item has one of its own. */
export const batchBytes = 256 * 1024;

/** Numbers of an item. */
const perItem = 5;
/** Owner of an item that was dropped. */
export const noUser = -1;
const decoder = new TextDecoder();

/**
 * Items that wait for the writer, in one piece of memory that is used again. As objects they would outlive collections
 * of V8's young generation, and become garbage of the old one.
 */
export class ItemBatch {
  readonly #numbers: Float64Array<ArrayBuffer>;
  readonly #bytes: Buffer<ArrayBuffer>;
  #rows = 0;
  #dropped = 0;
  #end = 0;

  constructor(bytes = batchBytes, rows = batchRows) {
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
    this.#numbers = new Float64Array(rows * perItem);
  }

  /** Bytes of its memory. */
  get memory(): number {
    return this.#bytes.length + this.#numbers.byteLength;
  }

  /** It has the usual size, so that it can be used again. */
  get isUsual(): boolean {
    return this.#bytes.length === batchBytes && this.#numbers.length === batchRows * perItem;
  }

  /** Items, including dropped ones. */
  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows * perItem === this.#numbers.length;
  }

  /** False if the item does not fit. */
  add(userId: number, { id, json, createdAt, idTime }: NewItem): boolean {
    const room = this.#bytes.length - this.#end - id.length;
    if (this.isFull || room < json.length) return false;
    // A character is three bytes at most.
    if (room < json.length * 3 && room < Buffer.byteLength(json)) return false;
    const idEnd = this.#end + this.#bytes.write(id, this.#end, "latin1");
    const at = this.#note(userId, idEnd, idEnd + this.#bytes.write(json, idEnd));
    this.#numbers[at + 1] = createdAt;
    this.#numbers[at + 2] = idTime;
    return true;
  }

  /** Adds a copy of another batch's item. False if it does not fit. */
  copy(from: ItemBatch, row: number): boolean {
    const bytes = from.#bytes.subarray(from.#startOf(row), from.#endOf(row));
    if (this.isFull || bytes.length > this.#bytes.length - this.#end) return false;
    this.#bytes.set(bytes, this.#end);
    const moved = this.#end - from.#startOf(row);
    const at = this.#note(from.ownerOf(row), from.#number(row, 3) + moved, this.#end + bytes.length);
    this.#numbers[at + 1] = from.#number(row, 1);
    this.#numbers[at + 2] = from.#number(row, 2);
    return true;
  }

  /** The item's user; `noUser` if it was dropped. */
  ownerOf(row: number): number {
    return this.#number(row, 0);
  }

  /** Bytes of the item. */
  bytesOf(row: number): number {
    return this.#endOf(row) - this.#startOf(row);
  }

  /** The item is no longer found, nor written. */
  drop(row: number): void {
    this.#numbers[row * perItem] = noUser;
    this.#dropped += 1;
  }

  /** Adds the JSON of the user's items with these ids to `found`. Of two with one id, the later one was written last. */
  find(userId: number, ids: ReadonlySet<string>, found: Map<string, string>): void {
    for (let row = this.#rows - 1; row >= 0; row--) {
      if (this.ownerOf(row) !== userId) continue;
      const idEnd = this.#number(row, 3);
      const id = this.#bytes.toString("latin1", this.#startOf(row), idEnd);
      if (ids.has(id) && !found.has(id))
        found.set(id, decoder.decode(this.#bytes.subarray(idEnd, this.#endOf(row))));
    }
  }

  /** A copy without the dropped items, in no more memory than they need. */
  shrink(): ItemBatch {
    const tight = new ItemBatch(this.#end, this.#rows - this.#dropped);
    for (let row = 0; row < this.#rows; row++) if (this.ownerOf(row) !== noUser) tight.copy(this, row);
    return tight;
  }

  /** A copy, in memory that is to be transferred to another thread. */
  pack(): PackedItems {
    if (this.#dropped > 0) return this.shrink().pack();
    return {
      numbers: this.#numbers.slice(0, this.#rows * perItem),
      bytes: new Uint8Array(this.#bytes.subarray(0, this.#end)),
    };
  }

  /** Its memory may be used for other items. */
  clear(): void {
    this.#rows = 0;
    this.#dropped = 0;
    this.#end = 0;
  }

  /** Returns where its numbers begin. */
  #note(userId: number, idEnd: number, end: number): number {
    const at = this.#rows * perItem;
    this.#numbers[at] = userId;
    this.#numbers[at + 3] = idEnd;
    this.#numbers[at + 4] = end;
    this.#rows += 1;
    this.#end = end;
    return at;
  }

  #number(row: number, which: number): number {
    return this.#numbers[row * perItem + which] ?? 0;
  }

  #startOf(row: number): number {
    return row === 0 ? 0 : this.#endOf(row - 1);
  }

  #endOf(row: number): number {
    return this.#number(row, 4);
  }
}

/** Calls `visit` with the user of each item, and the bytes of its id and JSON. */
export function forEachItem({ numbers }: PackedItems, visit: (userId: number, bytes: number) => void): void {
  let start = 0;
  for (let at = 0; at < numbers.length; at += perItem) {
    const end = numbers[at + 4] ?? 0;
    visit(numbers[at] ?? noUser, end - start);
    start = end;
  }
}
