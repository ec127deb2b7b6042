/** The text that replaces a secret. */
const mask = "[key]";
/** Shorter secrets are searched for only as they are: their encoded forms are parts of ordinary words. */
const shortestEncoded = 8;
/** A value is percent-encoded twice inside an address inside an address. */
const mostDecodings = 3;

/**
 * The text after some decodings; `starts[i]` is where its character `i` begins in the original, with one more entry for
 * the end.
 */
interface Decoded {
  text: string;
  starts: readonly number[] | undefined;
}

type Range = [start: number, end: number];

/**
 * Masks secrets in a text: as they are, percent-encoded, escaped for JSON, and in base64 or base64url, with or without
 * padding, also where the secret is only a part of the encoded text (`Basic user:key`).
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const plain = secrets.flatMap(plainForms);
  const encoded = secrets.flatMap(base64Forms);
  const ranges: Range[] = [];
  let decoded: Decoded | undefined = { text, starts: undefined };
  for (let count = 0; decoded && count <= mostDecodings; count += 1) {
    findAll(decoded, plain, false, ranges);
    findAll(decoded, encoded, true, ranges);
    decoded = decodeOnce(decoded);
  }
  return replaceRanges(text, ranges);
}

/** As it is, and as its UTF-8 bytes: the result of percent-decoding. */
function plainForms(secret: string): string[] {
  const bytes = Buffer.from(secret).toString("latin1");
  return bytes === secret ? [secret] : [secret, bytes];
}

/**
 * The base64 characters that the secret alone determines, for its three possible offsets in a group of three bytes,
 * independent of its surroundings.
 */
function base64Forms(secret: string): string[] {
  if (secret.length < shortestEncoded) return [];
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    const forUrls = core.replaceAll("+", "-").replaceAll("/", "_");
    return forUrls === core ? [core] : [core, forUrls];
  });
}

/** Adds the positions of the needles in the original; `whole`: with all of the base64 around them. */
function findAll(
  { text, starts }: Decoded,
  needles: readonly string[],
  whole: boolean,
  ranges: Range[],
): void {
  for (const needle of needles) {
    let at = text.indexOf(needle);
    while (at !== -1) {
      let end = at + needle.length;
      let start = at;
      if (whole) {
        while (start > 0 && isBase64(text.charCodeAt(start - 1))) start -= 1;
        while (end < text.length && isBase64(text.charCodeAt(end))) end += 1;
      }
      ranges.push(starts ? [starts[start] as number, starts[end] as number] : [start, end]);
      at = text.indexOf(needle, end);
    }
  }
}

/** Letters, digits, `+`, `/`, `-`, `_`, `=`. */
function isBase64(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 47 ||
    code === 45 ||
    code === 95 ||
    code === 61
  );
}

/** `%2B`, `\u002b` and `\/` decoded; undefined if there are none. */
function decodeOnce({ text, starts }: Decoded): Decoded | undefined {
  const escapes = /%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\([/"\\])/gi;
  let decoded = "";
  const places: number[] = [];
  const placeOf = (index: number): number => (starts ? (starts[index] as number) : index);
  let done = 0;
  const copy = (until: number): void => {
    for (let index = done; index < until; index += 1) places.push(placeOf(index));
    decoded += text.slice(done, until);
  };
  for (let match = escapes.exec(text); match; match = escapes.exec(text)) {
    copy(match.index);
    const hex = match[1] ?? match[2];
    decoded += hex === undefined ? (match[3] as string) : String.fromCharCode(Number.parseInt(hex, 16));
    places.push(placeOf(match.index));
    done = escapes.lastIndex;
  }
  if (done === 0) return undefined;
  copy(text.length);
  places.push(placeOf(text.length));
  return { text: decoded, starts: places };
}

/** Merges overlapping ranges. */
function replaceRanges(text: string, ranges: Range[]): string {
  ranges.sort(([one], [other]) => one - other);
  let result = "";
  let done = 0;
  for (const [index, [start, end]] of ranges.entries()) {
    if (index > 0 && start < done) {
      done = Math.max(done, end);
      continue;
    }
    result += text.slice(done, start) + mask;
    done = end;
  }
  return result + text.slice(done);
}
