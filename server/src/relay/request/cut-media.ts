import { randomUUID } from "node:crypto";
import type { CutMedia } from "../exchange.ts";
import { isKey, type StringPlace } from "../canonical/json-cost.ts";

/**
 * Characters that stay: enough to distinguish conversations (`conversation-key.ts`) and media from text
 * (`estimate-cost.ts`).
 */
const kept = 2048;
/** Base64 characters without white space that distinguish media from text, as in `estimate-cost.ts`. */
const telling = 512;

/**
 * Keeps only the first characters of long inline media in JSON text, so that parsing, searching and changing it does
 * not process their bytes.
 * The removed part contains no quote, no backslash and no control character: the outline is valid JSON exactly if the
 * whole is, and both contain the same keys and escapes. Undefined if there is nothing to cut.
 * @param strings positions of the long strings in `raw`
 * @param bare also cut base64 that is not a data URL. Not for dialects with encrypted reasoning, whose blocks are
 * looked up
 */
export function cutMedia(raw: Buffer, strings: readonly StringPlace[], bare: boolean): CutMedia | undefined {
  const cuts = strings.filter((string) => mayBeCut(raw, string, bare));
  return cuts.length === 0 ? undefined : new MediaOutline(raw, cuts);
}

class MediaOutline implements CutMedia {
  readonly bytes: Buffer;
  #raw: Buffer;
  #cuts: readonly StringPlace[];
  /** Prefix of a placeholder. Random, so that no caller can write one. */
  #mark = `~${randomUUID()}.`;

  constructor(raw: Buffer, cuts: readonly StringPlace[]) {
    this.#raw = raw;
    this.#cuts = cuts;
    const pieces: Buffer[] = [];
    let from = 0;
    for (const [index, { start, end }] of cuts.entries()) {
      pieces.push(raw.subarray(from, start + 1 + kept), Buffer.from(this.#markOf(index)));
      from = end;
    }
    pieces.push(raw.subarray(from));
    this.bytes = Buffer.concat(pieces);
  }

  /** Ends with a mark of its own end, whatever follows. */
  #markOf(index: number): string {
    return `${this.#mark}${index}~`;
  }

  lengthOf(text: string): number {
    if (!text.startsWith(this.#mark, kept)) return text.length;
    const cut = this.#cuts[Number.parseInt(text.slice(kept + this.#mark.length), 10)];
    return cut ? cut.end - cut.start - 1 : text.length;
  }

  fill(rewritten: Buffer | string): Buffer[] {
    const bytes = typeof rewritten === "string" ? Buffer.from(rewritten) : rewritten;
    const pieces: Buffer[] = [];
    let from = 0;
    for (let at = bytes.indexOf(this.#mark); at !== -1; at = bytes.indexOf(this.#mark, from)) {
      const digits = at + this.#mark.length;
      const markEnd = bytes.indexOf("~", digits) + 1;
      const cut = this.#cuts[Number(bytes.toString("latin1", digits, markEnd - 1))];
      if (!cut) throw new TypeError("a cut of another body");
      pieces.push(bytes.subarray(from, at), this.#raw.subarray(cut.start + 1 + kept, cut.end));
      from = markEnd;
    }
    pieces.push(bytes.subarray(from));
    return pieces;
  }
}

function mayBeCut(raw: Buffer, { start, end }: StringPlace, bare: boolean): boolean {
  if (isKey(raw, end)) return false;
  const isData = raw.toString("latin1", start + 1, start + 6) === "data:";
  const text = isData || bare ? raw.toString("latin1", start + 1, start + 1 + kept) : "";
  if (!(isData ? plain : base64).test(text)) return false;
  return !raw.subarray(start, end).includes(backslash) && !hasControl(raw, start + 1 + kept, end);
}

/** The remaining characters are whole ones, each of a single byte. */
const plain = /^[ -~]*$/;
const base64 = new RegExp(`^[A-Za-z0-9+/_-]{${telling}}[ -~]*$`);
const backslash = 0x5c;

/** True if one of these bytes is below a space, which no JSON string may contain. Checks four bytes per step. */
function hasControl(raw: Buffer, from: number, to: number): boolean {
  const base = raw.byteOffset;
  const firstWord = Math.ceil((base + from) / 4);
  const endWord = Math.max(firstWord, Math.floor((base + to) / 4));
  const words = new Int32Array(raw.buffer, firstWord * 4, endWord - firstWord);
  let found = 0;
  // The subtraction sets a byte's highest bit if the byte was below a space.
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    found |= (word - 0x2020_2020) & ~word;
  }
  if ((found & 0x8080_8080) !== 0) return true;
  const wordsStart = Math.min(to, firstWord * 4 - base);
  const wordsEnd = Math.max(wordsStart, endWord * 4 - base);
  const isControl = (byte: number): boolean => byte < 0x20;
  return raw.subarray(from, wordsStart).some(isControl) || raw.subarray(wordsEnd, to).some(isControl);
}
