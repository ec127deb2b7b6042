import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerCost, freeBytes, requestCost, scanJson, type StringPlace } from "./json-cost.ts";
import { CostlyJson, parseBounded } from "./parse-bounded.ts";

const unlimited = Number.POSITIVE_INFINITY;
const scan = (text: string | Buffer, cost = unlimited, depth = unlimited, long?: StringPlace[]) =>
  scanJson(Buffer.from(text), cost, depth, long);

/** JSON text of any value, with some keys and strings escaped and random white space. */
const anyText = fc
  .tuple(fc.jsonValue({ depthSize: "medium" }), fc.infiniteStream(fc.nat(40)))
  .map(([value, dice]) => write(value, () => dice.next().value as number));

function write(value: unknown, roll: () => number): string {
  const gap = (): string => [" ", "\n\t", "\r\n  "][roll()] ?? "";
  const text = (): string => {
    if (typeof value === "string") return writeString(value, roll);
    if (Array.isArray(value)) return `[${value.map((entry) => write(entry, roll)).join(",") || gap()}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([key, entry]) => `${gap()}${writeString(key, roll)}${gap()}:${write(entry, roll)}`,
    );
    return `{${members.join(",") || gap()}}`;
  };
  return gap() + text() + gap();
}

function writeString(text: string, roll: () => number): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${text
    .split("")
    .map((unit) => (roll() < 2 ? escaped(unit) : JSON.stringify(unit).slice(1, -1)))
    .join("")}"`;
}

/** Cost of the text, counted in the parsed value. */
function count(value: unknown): { least: number; most: number; depth: number } {
  if (typeof value === "string") return { least: 50, most: 50, depth: 0 };
  if (typeof value !== "object" || value === null) return { least: 30, most: 30, depth: 0 };
  const sum = { least: 50, most: 50, depth: 0 };
  if (!Array.isArray(value)) sum.least = sum.most = 100;
  for (const entry of Object.values(value)) {
    const inner = count(entry);
    sum.least += inner.least + (Array.isArray(value) ? 0 : 50);
    sum.most += inner.most + (Array.isArray(value) ? 0 : 600);
    sum.depth = Math.max(sum.depth, inner.depth);
  }
  return { ...sum, depth: sum.depth + 1 };
}

describe("the cost of JSON", () => {
  it("finds whether a key of the outermost object is repeated or has an escape", () => {
    const key = fc.constantFrom('"a"', '"b"', '"ab"', '"model"', '"\\u0061"', '"a\\"b"', '""');
    const value = fc.constantFrom("1", '"a"', '"\\u0061"', '{"a":1,"a":2}', '[{"\\u0061":1}]', "{}");
    const members = fc.array(fc.tuple(key, value), { maxLength: 5 });
    fc.assert(
      fc.property(members, fc.constantFrom("", " \n"), (given, gap) => {
        const text = `${gap}{${given.map(([name, of]) => `${gap}${name}${gap}:${of}`).join(",")}}`;
        const names = given.map(([name]) => name);
        const isPlain = new Set(names).size === names.length && !names.some((name) => name.includes("\\"));
        expect(scan(text).plainKeys).toBe(isPlain);
      }),
    );
    const many = (count: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])));
    expect([scan(many(64)).plainKeys, scan(many(65)).plainKeys]).toEqual([true, false]);
  });

  it("counts every value, and bounds every key between known and new, however the text is written", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { least, most, depth } = count(JSON.parse(text));
        const found = scan(text);
        expect(found.depth).toBe(depth);
        expect(found.cost).toBeGreaterThanOrEqual(least);
        expect(found.cost).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("is rejected above the limit and never below it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { cost } = scan(text);
        expect(scan(text, cost).cost).toBeLessThanOrEqual(cost);
        expect(scan(text, cost - 1).cost).toBeGreaterThan(cost - 1);
      }),
    );
  });

  it("cannot exceed the limit in a text that is short enough to skip the count", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
        const text = JSON.stringify(value);
        expect(text.length).toBeGreaterThan(freeBytes(scan(text).cost - 1));
      }),
    );
    const letters = Array.from(
      { length: 200 },
      (_, index) => `"${String.fromCharCode(0x5d + (index % 30))}":{}`,
    );
    for (const text of [
      `{${letters.join(",")}}`,
      `{${'"":0,'.repeat(500)}"":0}`,
      `${'{"":'.repeat(99)}0${"}".repeat(99)}`,
    ])
      expect(text.length).toBeGreaterThan(freeBytes(scan(text).cost - 1));
  });

  it("counts invalid or truncated JSON without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(scan(Buffer.from(bytes)).cost).toBeGreaterThanOrEqual(0);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'{}[]",:\\ 0tn'.split(""))), (marks) => {
        expect(scan(marks.join("")).cost).toBeGreaterThanOrEqual(0);
      }),
    );
    fc.assert(
      fc.property(anyText, fc.nat(), (text, at) => {
        const bytes = Buffer.from(text);
        expect(scan(bytes.subarray(0, at % (bytes.length + 1))).depth).toBeLessThanOrEqual(scan(bytes).depth);
      }),
    );
  });

  it("distinguishes shared keys from unique keys, and different orders of the same keys", () => {
    const list = (object: (index: number) => string): number =>
      scan(`[${Array.from({ length: 1000 }, (_, index) => object(index)).join(",")}]`).cost / 1000;
    const same = list(() => '{"role":"user","content":"x"}');
    expect(list((index) => `{"a${index}":"user","b${index}":"x"}`)).toBeGreaterThan(same * 3);
    const orders = list((index) => {
      const keys = "abcdefghij"
        .split("")
        .map((key, place) => [((index + 1) * (place + 2) ** 3) % 1009, key] as const);
      return `{${keys
        .sort(([one], [other]) => one - other)
        .map(([, key]) => `"${key}":0`)
        .join(",")}}`;
    });
    expect(orders).toBeGreaterThan(
      list(() => '{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0}') * 3,
    );
  });

  it("returns the places of long strings that are not keys", () => {
    const long = "y".repeat(9000);
    const text = `{ "${long}" : ["${long}", "a\\"${long}\\\\", "short"] }`;
    const places: StringPlace[] = [];
    scan(text, unlimited, unlimited, places);
    expect(places.map(({ start, end }) => JSON.parse(text.slice(start, end + 1)) as string)).toEqual([
      long,
      `a"${long}\\`,
    ]);
  });
});

describe("real requests and responses", () => {
  const numbers = (length: number): string => Array.from({ length }, (_, index) => index).join(",");

  it.each([
    ["300,000 token ids", `{"input":[${numbers(300_000)}]}`],
    [
      "10,000 messages",
      JSON.stringify(
        Array.from({ length: 10_000 }, (_, index) => ({
          role: "user",
          content: [{ type: "text", text: `message ${index}` }],
        })),
      ),
    ],
    [
      "2,000 tools of ten fields each",
      JSON.stringify(
        Array.from({ length: 2000 }, (_, tool) => ({
          type: "function",
          function: {
            name: `f${tool}`,
            parameters: {
              type: "object",
              properties: Object.fromEntries(
                Array.from({ length: 10 }, (_, field) => [
                  `field_${tool}_${field}`,
                  { type: "string", description: "x" },
                ]),
              ),
            },
          },
        })),
      ),
    ],
    ["20 MB of text", JSON.stringify({ content: 'Some words, "quoted".\n'.repeat(900_000) })],
  ])("is below the limit of a request: %s", (_, text) => {
    expect(scan(text).cost).toBeLessThan(requestCost);
  });

  it("is below the limit of a response: 2,048 vectors of 1,536 numbers, and log probabilities of 10,000 tokens", () => {
    const vector = `{"object":"embedding","index":7,"embedding":[${Array(1536).fill("-0.0123456789").join(",")}]}`;
    expect(scan(vector).cost * 2048).toBeLessThan(answerCost);
    const token = (text: string): object => ({ token: text, logprob: -12.345678, bytes: [32, 97, 98] });
    const entry = {
      ...token(" ab"),
      top_logprobs: Array.from({ length: 20 }, (_, index) => token(` a${index}`)),
    };
    expect(scan(JSON.stringify(Array(100).fill(entry))).cost * 100).toBeLessThan(answerCost * 1.2);
  });
});

describe("parsing within a limit", () => {
  it("equals JSON.parse below the limit", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // Two counts may differ: a hash collision may make a new key count as known.
        const { most } = count(JSON.parse(text));
        expect(parseBounded(text, most)).toEqual(JSON.parse(text));
        expect(parseBounded(Buffer.from(text), unlimited)).toEqual(JSON.parse(text));
      }),
    );
    expect(() => parseBounded("{")).toThrow(SyntaxError);
  });

  it("parses nothing above the limit", () => {
    const text = `[${"{},".repeat(2_000_000)}{}]`;
    expect(() => parseBounded(text)).toThrow(CostlyJson);
    expect(() => parseBounded(Buffer.from(text))).toThrow(CostlyJson);
  });
});
