import { randomUUID } from "node:crypto";
import type { CutMedia } from "../exchange.ts";
import { isKey, type StringPlace } from "../canonical/json-cost.ts";

/** Letters that stay: as many as tell conversations apart (`conversation-key.ts`) and media from words (`estimate-cost.ts`). */
const kept = 2048;
/** Letters of base64 without a blank that tell media from words, as in `estimate-cost.ts`. */
const telling = 512;

/**
 * Leaves only the first letters of long inline media in JSON text, so that parsing, searching and changing it costs nothing for their bytes. What
 * is cut holds no quote, no backslash and no control character: the outline is valid JSON where the whole is, and no key, mark or escape
 * can be found in the one that is not found in the other. Undefined if there is nothing to cut.
 * @param strings where the long strings of `raw` stand
 * @param bare cut base64 that does not call itself a data URL, too. Not in dialects whose callers bring sealed thoughts: those are looked up
 */
export function cutMedia(raw: Buffer, strings: readonly StringPlace[], bare: boolean): CutMedia | undefined {
  const cuts = strings.filter((string) => mayBeCut(raw, string, bare));
  return cuts.length === 0 ? undefined : new MediaOutline(raw, cuts);
}

class MediaOutline implements CutMedia {
  readonly bytes: Buffer;
  #raw: Buffer;
  #cuts: readonly StringPlace[];
  /** Begins what stands for a cut. Nobody can foresee it, so no caller can write one. */
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

  /** Ends with what tells where it ends, whatever stands behind it. */
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

/** The letters that stay are whole ones, each of a single byte. */
const plain = /^[ -~]*$/;
const base64 = new RegExp(`^[A-Za-z0-9+/_-]{${telling}}[ -~]*$`);
const backslash = 0x5c;

/** True if a byte below a blank is among these: no JSON string may hold one. Looks at four bytes at once. */
function hasControl(raw: Buffer, from: number, to: number): boolean {
  const base = raw.byteOffset;
  const firstWord = Math.ceil((base + from) / 4);
  const endWord = Math.max(firstWord, Math.floor((base + to) / 4));
  const words = new Int32Array(raw.buffer, firstWord * 4, endWord - firstWord);
  let found = 0;
  // A byte's highest bit is set by the subtraction if it was below a blank, and was not set before.
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
