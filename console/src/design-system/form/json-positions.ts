/** A place in a text, both counted from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

export type JsonReading =
  /** `placeOf` gives the place of the value at a path such as `[0, "function", "name"]`, or of the nearest one around it. */
  | { ok: true; value: unknown; placeOf: (path: readonly PropertyKey[]) => TextPlace }
  | { ok: false; place: TextPlace };

/** Deeper JSON is rejected, to bound the recursion. */
const deepest = 100;

/** Parses JSON and records where its values begin; browsers report positions inconsistently. */
export function readJson(text: string): JsonReading {
  const starts = new Map<string, number>();
  const scanner = new Scanner(text, starts);
  const failedAt = scanner.read();
  if (failedAt !== undefined) return { ok: false, place: placeAt(text, failedAt) };
  return {
    ok: true,
    value: JSON.parse(text) as unknown,
    placeOf: (path) => {
      for (let length = path.length; length >= 0; length -= 1) {
        const start = starts.get(pathKey(path.slice(0, length)));
        if (start !== undefined) return placeAt(text, start);
      }
      return { line: 1, column: 1 };
    },
  };
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

const pathKey = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

const stringPattern = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalarPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const spacePattern = /[ \t\r\n]*/y;

/** Walks over JSON text without building values. */
class Scanner {
  readonly #text: string;
  readonly #starts: Map<string, number>;
  #at = 0;

  constructor(text: string, starts: Map<string, number>) {
    this.#text = text;
    this.#starts = starts;
  }

  /** The offset of the first fault; undefined if the text is JSON. */
  read(): number | undefined {
    this.#skipSpace();
    if (!this.#readValue([])) return this.#at;
    this.#skipSpace();
    return this.#at === this.#text.length ? undefined : this.#at;
  }

  #readValue(path: readonly PropertyKey[]): boolean {
    if (path.length > deepest) return false;
    this.#starts.set(pathKey(path), this.#at);
    const first = this.#text[this.#at];
    if (first === "{") return this.#readMembers("}", path, true);
    if (first === "[") return this.#readMembers("]", path, false);
    return (first === '"' ? this.#readString() : this.#match(scalarPattern)) !== undefined;
  }

  #readMembers(end: string, path: readonly PropertyKey[], named: boolean): boolean {
    this.#at += 1;
    this.#skipSpace();
    if (this.#take(end)) return true;
    for (let index = 0; ; index += 1) {
      const name = named ? this.#readName() : index;
      if (name === undefined || !this.#readValue([...path, name])) return false;
      this.#skipSpace();
      if (this.#take(end)) return true;
      if (!this.#take(",")) return false;
      this.#skipSpace();
    }
  }

  #readName(): string | undefined {
    const name = this.#readString();
    if (name === undefined) return undefined;
    this.#skipSpace();
    if (!this.#take(":")) return undefined;
    this.#skipSpace();
    return JSON.parse(name) as string;
  }

  /** A string holds no line end, tab or other control character as itself. */
  #readString(): string | undefined {
    const start = this.#at;
    const found = this.#match(stringPattern);
    for (let index = 0; index < (found?.length ?? 0); index += 1) {
      if (this.#text.charCodeAt(start + index) >= 0x20) continue;
      this.#at = start + index;
      return undefined;
    }
    return found;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    this.#match(spacePattern);
  }
}
