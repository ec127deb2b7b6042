import { GrowingBuffer } from "../../platform/growing-buffer.ts";
import { emptyUsageRow, usageColumnNames, usageColumns, usageTextNames } from "../usage-row.ts";
import { type ChargedRow, noCharge, type UsageStore } from "./usage-store.ts";

/**
 * Rows for the writer thread. A message is copied value by value, so a group is sent as two values: every number in one transferred
 * buffer, every text in another. The numbers of a row begin with the lengths of its texts in characters.
 */
export interface PackedRows {
  numbers: Float64Array<ArrayBuffer>;
  /** UTF-8, without lone surrogates, which no database stores. */
  text: Uint8Array<ArrayBuffer>;
}

/** Commits rows that were packed for the way to another thread, whose memory it takes. */
export interface RowWriter {
  commit(rows: PackedRows): Promise<void>;
}

/** The usage store behind a thread: its rows come packed. */
export type PackedUsageStore = Omit<UsageStore, "commit"> & RowWriter;

/** After each text, so that halves of a surrogate pair in neighboring texts never meet. */
const separator = "\n";

type NumberName = {
  [Name in keyof ChargedRow]: ChargedRow[Name] extends number ? Name : never;
}[keyof ChargedRow];

const texts = [...usageTextNames, "group_name"] as const;
const numbers = [
  ...usageColumnNames.filter((name) => usageColumns[name] !== "text"),
  "uncollected",
  "calls",
  "first_token_time",
  "timed",
  "unreserved",
  "user_term_period",
  "user_term_start",
  "token_term_period",
  "token_term_start",
] as readonly NumberName[];

/** One more number: whether the token is limited. */
const perRow = texts.length + numbers.length + 1;
/** Bytes of text that a group retains when it is cleared: of some hundred rows. */
const retainedText = 1024 * 1024;

/**
 * Rows that wait for the writer thread, packed as they come. As objects they would wait through several collections of the young
 * generation, which copy what is alive, and would then be taken for long-lived.
 */
export class RowGroup {
  count = 0;
  #numbers = new Float64Array(16 * perRow);
  #text = new GrowingBuffer(retainedText);

  /** Replaces lone surrogates by U+FFFD. */
  add(row: ChargedRow): void {
    let at = this.count * perRow;
    if (at === this.#numbers.length) this.#grow();
    const packed = this.#numbers;
    let text = "";
    for (const name of texts) {
      const value = row[name];
      packed[at++] = value.length;
      text += value + separator;
    }
    for (const name of numbers) packed[at++] = row[name];
    packed[at] = row.token_limited ? 1 : 0;
    this.#text.addText(text);
    this.count += 1;
  }

  #grow(): void {
    const larger = new Float64Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  /** A copy of what was added, to be transferred to another thread. */
  packed(): PackedRows {
    return { numbers: this.#numbers.slice(0, this.count * perRow), text: new Uint8Array(this.#text.peek()) };
  }

  /** Empties the group, which keeps its memory. */
  clear(): void {
    this.count = 0;
    this.#text.clear();
  }
}

/** These rows as one group. */
export function groupRows(rows: readonly ChargedRow[]): RowGroup {
  const group = new RowGroup();
  for (const row of rows) group.add(row);
  return group;
}

export function unpackRows({ numbers: packed, text: bytes }: PackedRows): ChargedRow[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  const rows: ChargedRow[] = [];
  let at = 0;
  let begin = 0;
  const next = (): number => packed[at++] ?? 0;
  while (at < packed.length) {
    // With every name from the start, so that all rows have one hidden class.
    const row: ChargedRow = { ...emptyUsageRow, ...noCharge };
    for (const name of texts) {
      const end = begin + next();
      row[name] = text.slice(begin, end);
      begin = end + separator.length;
    }
    for (const name of numbers) row[name] = next();
    row.token_limited = next() === 1;
    rows.push(row);
  }
  return rows;
}
