import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { cpuTime } from "../../../../test/support/cpu-time.ts";
import { createRandom } from "../../../../test/conformance/random-cuts.ts";
import { format } from "./index.ts";

type Random = () => number;

function rewrite(
  text: string,
  model: string,
  custom: Record<string, unknown> = {},
): { buffer: Buffer; raw: Buffer } {
  const raw = Buffer.from(text);
  const body: unknown = JSON.parse(text);
  return { raw, buffer: format.rewriteNative({ raw, body, head: format.readHead(body), model, custom }) };
}

const rewriteText = (text: string, model: string, custom: Record<string, unknown> = {}): string =>
  rewrite(text, model, custom).buffer.toString();

/** The expected result, computed with a parser instead of bytes. */
function assign(text: string, model: string, custom: Record<string, unknown>): unknown {
  const body = JSON.parse(text) as Record<string, unknown>;
  const { stream_options: options, stream } = body;
  body.model = model;
  const isObject = typeof options === "object" && options !== null && !Array.isArray(options);
  if (stream === true && !(isObject && "include_usage" in options && options.include_usage === true))
    body.stream_options = { ...(isObject ? options : {}), include_usage: true };
  for (const [key, value] of Object.entries(custom)) if (!Object.hasOwn(body, key)) body[key] = value;
  return body;
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const space = (random: Random): string =>
  random() < 0.6 ? "" : pick(random, [" ", "\n", "\t", "\r\n  ", "    ", " \t\r\n"]);

const keys = [
  "model",
  "Modell",
  "stream_options",
  "include_usage",
  "a",
  "ключ",
  "模型",
  "",
  'mod"el',
  "back\\slash",
  "😀",
];

/** JSON text of a string, with unnecessary escapes. */
function writeString(text: string, random: Random): string {
  let out = '"';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const char = text[index]!;
    if (random() < 0.2) out += `\\u${unit.toString(16).padStart(4, "0")}`;
    else if (char === '"' || char === "\\") out += `\\${char}`;
    else if (unit < 0x20) out += JSON.stringify(char).slice(1, -1);
    else if (unit >= 0xd800 && unit <= 0xdfff) out += `\\u${unit.toString(16)}`;
    else out += char;
  }
  return `${out}"`;
}

function writeValue(random: Random, depth: number): string {
  const kind = random();
  if (depth > 0 && kind < 0.25) return writeObject(random, depth - 1, []);
  if (depth > 0 && kind < 0.4) {
    const entries = Array.from({ length: Math.floor(random() * 4) }, () => writeValue(random, depth - 1));
    return `[${space(random)}${entries.join(`${space(random)},${space(random)}`)}${space(random)}]`;
  }
  if (kind < 0.5) return pick(random, ["true", "false", "null"]);
  if (kind < 0.65) return pick(random, ["0", "-0.0", "1e5", "12345678901234567890", "3.14", "-7", "1E-2"]);
  const strange = ['"model":"x"', "}{][,:", '\\"', "\\", "\u0001\n", "Grüße 日本 😀", '{"model":1}', ""];
  return writeString(pick(random, strange), random);
}

function writeMember(random: Random, key: string, value: string): string {
  return `${space(random)}${writeString(key, random)}${space(random)}:${space(random)}${value}${space(random)}`;
}

function writeObject(random: Random, depth: number, fixed: [string, string][]): string {
  const members = fixed.map(([key, value]) => writeMember(random, key, value));
  for (let count = Math.floor(random() * 5); count > 0; count--) {
    // At the top level the checked fields are fixed, not random.
    const key = pick(random, fixed.length > 0 ? keys.slice(4) : keys);
    members.splice(
      Math.floor(random() * (members.length + 1)),
      0,
      writeMember(random, key, writeValue(random, depth)),
    );
  }
  return `{${members.join(",")}${members.length === 0 ? space(random) : ""}}`;
}

/** A request in unusual but valid JSON. */
function writeRequest(random: Random): string {
  const fixed: [string, string][] = [
    ["model", writeString(pick(random, ["gpt-4.1", "m", "模型", 'a"b\\c']), random)],
    ["messages", `[${writeObject(random, 3, [["role", '"user"']])}]`],
  ];
  if (random() < 0.6) fixed.push(["stream", pick(random, ["true", "false", "null"])]);
  const flag = writeMember(random, "include_usage", pick(random, ["true", "false", "null"]));
  const other = writeMember(random, "include_obfuscation", "false");
  const options = [
    "null",
    "{}",
    "{ }",
    `{${flag}}`,
    `{${other}}`,
    `{${other},${flag}}`,
    `{${flag},${flag},${other}}`,
  ];
  if (random() < 0.5) fixed.push(["stream_options", pick(random, options)]);
  fixed.sort(() => random() - 0.5);
  return `${space(random)}${writeObject(random, 3, fixed)}${space(random)}`;
}

describe("rewriteNative", () => {
  it("equals parsing and assigning, for unusual JSON of every kind", () => {
    const random = createRandom(20260727);
    for (let round = 0; round < 6000; round++) {
      const text = writeRequest(random);
      const model = pick(random, ["gpt-4.1", "other", 'quo"te\\', "模型 😀"]);
      const custom: Record<string, unknown> =
        random() < 0.3 ? { temperature: 0.5, a: { b: [1] }, "": null } : {};
      const rewritten = rewriteText(text, model, custom);
      const same = isDeepStrictEqual(JSON.parse(rewritten), assign(text, model, custom));
      expect(same, `round ${round}\n${text}\n→ ${rewritten}`).toBe(true);
    }
  });

  it("changes only the model's value", () => {
    const text =
      '{ "a":1.0,  "model" :\n"one", "messages":[{"model":"one","n":1e3}], "big":12345678901234567890 }';
    expect(rewriteText(text, "two")).toBe(text.replace('\n"one"', '\n"two"'));
  });

  it("returns the same buffer if nothing changes", () => {
    const plain = rewrite('{"model":"one","messages":[1]}', "one");
    expect(plain.buffer).toBe(plain.raw);
    const nested = rewrite('{"model":"one","messages":[{"model":"one"}]}', "one");
    expect(nested.buffer.equals(nested.raw)).toBe(true);
    const requested = '{"model":"one","messages":[1],"stream":true,"stream_options":{"include_usage":true}}';
    const stream = rewrite(requested, "one");
    expect(stream.buffer).toBe(stream.raw);
  });

  it.each([
    ['{"model":"dear","messages":[1],"model":"cheap"}', "model"],
    ['{"model":"dear","messages":[1],"mod\\u0065l":"cheap"}', "model"],
    ['{"model":"m","messages":[1],"n":1,"n":50}', "n"],
    ['{"model":"m","messages":[1],"n":1,"\\u006e":50}', "n"],
    ['{"model":"m","messages":[1],"stream":false,"stream":true}', "stream"],
    ['{"model":"m","messages":[1],"max_tokens":1,"max\\u005ftokens":9}', "max_tokens"],
    ['{"model":"m","messages":[1],"stream_options":{},"stream_options":{}}', "stream_options"],
  ])("rejects a duplicate metered field: %s", (text, param) => {
    expect(() => rewriteText(text, "other")).toThrow(expect.objectContaining({ param }));
  });

  it("ignores names of metered fields in other places", () => {
    const text = '{"model":"m","n":1,"messages":[{"n":2,"model":"m"}],"a":["n","model"],"caf\\u00e9":1}';
    expect(rewriteText(text, "m")).toBe(text);
  });

  it("removes forbidden parameters", () => {
    const text =
      '{"model":"m","messages":[1],"metadata":{"a":1,"b":2},"tools":[{"x":1},{"x":2}],"seed":1,"big":12345678901234567890}';
    const custom = { remove_params: ["seed", "metadata.a", "tools.0", "no.such.path", "model", 5] };
    expect(rewriteText(text, "other", custom)).toBe(
      '{"model":"other","messages":[1],"metadata":{"b":2},"tools":[{"x":2}],"big":12345678901234567890}',
    );
  });

  it("requests usage in streams only", () => {
    const body = '"messages":[1]';
    expect(rewriteText(`{"model":"m","stream":true,${body}}`, "m")).toBe(
      `{"stream_options":{"include_usage":true},"model":"m","stream":true,${body}}`,
    );
    expect(rewriteText(`{"model":"m","stream":true,"stream_options":{"x":1},${body}}`, "m")).toBe(
      `{"model":"m","stream":true,"stream_options":{"include_usage":true,"x":1},${body}}`,
    );
    expect(
      rewriteText(`{"model":"m","stream":true,"stream_options":{"include_usage": false},${body}}`, "m"),
    ).toBe(`{"model":"m","stream":true,"stream_options":{"include_usage": true},${body}}`);
    expect(rewriteText(`{"model":"m","stream":false,${body}}`, "m")).toBe(
      `{"model":"m","stream":false,${body}}`,
    );
  });

  it("adds custom parameters where the caller set nothing, or always with overwrite", () => {
    const text = '{"model":"m","messages":[1],"temperature":1}';
    const custom = { temperature: 0, top_p: 0.5, stream: true, model: "x", pre_add: true };
    expect(rewriteText(text, "m", custom)).toBe('{"top_p":0.5,"model":"m","messages":[1],"temperature":1}');
    expect(rewriteText(text, "m", { ...custom, overwrite: true })).toBe(
      '{"top_p":0.5,"model":"m","messages":[1],"temperature":0}',
    );
    const perModel = { per_model: true, m: { seed: 1 }, other: { seed: 2 } };
    expect(rewriteText(text, "m", perModel)).toBe('{"seed":1,"model":"m","messages":[1],"temperature":1}');
  });

  it("is quick with long bodies, found by key or by scan", () => {
    const content = 'Some "quoted" text with \\ and \n lines. '.repeat(5000);
    for (const extra of [{}, { metadata: { model: "x" } }]) {
      const text = JSON.stringify({ messages: [{ role: "user", content }], ...extra, model: "one" });
      const { raw } = rewrite(text, "two");
      const body: unknown = JSON.parse(text);
      const head = format.readHead(body);
      const taken = cpuTime(() => {
        for (let round = 0; round < 20; round++)
          format.rewriteNative({ raw, body, head, model: "two", custom: {} });
      });
      // Parsing and serializing takes as long as the slower of the two; the limit is for slow machines.
      expect(taken / 20).toBeLessThan(25);
    }
  });
});
