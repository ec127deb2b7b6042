import type { ChargedRow } from "./usage-store.ts";

/**
 * Rows on their way to the writer thread. A message is copied value by value, so a group travels as two buffers that change hands: every
 * number in one, every text in the other. The numbers of a row begin with the byte lengths of its texts.
 */
export interface PackedRows {
  numbers: Float64Array<ArrayBuffer>;
  text: Uint8Array<ArrayBuffer>;
}

const texts = [
  "request_id",
  "username",
  "token_name",
  "model_name",
  "source_ip",
  "content",
  "metadata",
] as const satisfies (keyof ChargedRow)[];

const perRow = texts.length + 12;

export function packRows(rows: readonly ChargedRow[]): PackedRows {
  const numbers = new Float64Array(rows.length * perRow);
  let longest = 0;
  for (const row of rows) for (const name of texts) longest += row[name].length * 3;
  const text = Buffer.allocUnsafeSlow(longest);
  let at = 0;
  let end = 0;
  for (const row of rows) {
    for (const name of texts) {
      const length = text.write(row[name], end);
      numbers[at++] = length;
      end += length;
    }
    numbers[at++] = row.created_at;
    numbers[at++] = row.user_id;
    numbers[at++] = row.token_id;
    numbers[at++] = row.prompt_tokens;
    numbers[at++] = row.completion_tokens;
    numbers[at++] = row.channel_id;
    numbers[at++] = row.request_time;
    numbers[at++] = row.is_stream;
    numbers[at++] = row.quota;
    numbers[at++] = row.token_limited ? 1 : 0;
    numbers[at++] = row.uncollected;
    numbers[at++] = row.calls;
  }
  return { numbers, text: text.subarray(0, end) };
}

export function unpackRows(packed: PackedRows): ChargedRow[] {
  const { numbers } = packed;
  const text = Buffer.from(packed.text.buffer, packed.text.byteOffset, packed.text.byteLength);
  const rows: ChargedRow[] = [];
  let from = 0;
  for (let start = 0; start < numbers.length; start += perRow) {
    const cut = (index: number): string => {
      const begin = from;
      from += numbers[start + index] ?? 0;
      return text.toString("utf8", begin, from);
    };
    const number = (index: number): number => numbers[start + texts.length + index] ?? 0;
    rows.push({
      request_id: cut(0),
      username: cut(1),
      token_name: cut(2),
      model_name: cut(3),
      source_ip: cut(4),
      content: cut(5),
      metadata: cut(6),
      created_at: number(0),
      user_id: number(1),
      token_id: number(2),
      prompt_tokens: number(3),
      completion_tokens: number(4),
      channel_id: number(5),
      request_time: number(6),
      is_stream: number(7),
      quota: number(8),
      token_limited: number(9) === 1,
      uncollected: number(10),
      calls: number(11),
    });
  }
  return rows;
}
