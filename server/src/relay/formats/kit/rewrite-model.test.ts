import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { format as rerank } from "../cohere-rerank/index.ts";
import type { CallFormat } from "../format.ts";
import { speech } from "../openai-audio/index.ts";
import { format as embeddings } from "../openai-embeddings/index.ts";
import { generations } from "../openai-images/index.ts";
import { format as moderations } from "../openai-moderations/index.ts";
import { asCall } from "./__fixtures__/relay-in-process.ts";

/** Every call with a JSON body, and the fields it requires in addition to the model. */
const calls: [name: string, format: CallFormat, needs: Record<string, unknown>][] = [
  ["embeddings", asCall(embeddings), { input: "é" }],
  ["moderations", asCall(moderations), { input: "é" }],
  ["rerank", asCall(rerank), { query: "é", documents: ["d"] }],
  ["images", asCall(generations), { prompt: "é" }],
  ["speech", asCall(speech), { input: "é", voice: "v" }],
];

/** Fields that a format checks itself. */
const reserved = new Set([
  "model",
  "input",
  "query",
  "documents",
  "prompt",
  "n",
  "size",
  "quality",
  "style",
  "stream",
]);

describe.each(calls)("rewriting the model of %s", (_name, format, needs) => {
  const inner = JSON.stringify(needs).slice(1, -1);
  const rewrite = (text: string, model: string, custom: Record<string, unknown> = {}): string => {
    const raw = Buffer.from(text);
    const body: unknown = JSON.parse(text);
    return format.rewriteNative({ raw, body, head: format.readHead(body), model, custom }).toString();
  };

  it("changes only the bytes of the model", () => {
    const text = (model: string) => `{ ${inner} ,\n "model"\t: ${model} , "x": 1.50, "y": "\\u00e9\\"model"}`;
    expect(rewrite(text('"m\\"x"'), 'n"w')).toBe(text('"n\\"w"'));
  });

  it("returns the same buffer if nothing changes", () => {
    const raw = Buffer.from(`{"model":"m",${inner}}`);
    const body: unknown = JSON.parse(raw.toString());
    expect(format.rewriteNative({ raw, body, head: format.readHead(body), model: "m", custom: {} })).toBe(
      raw,
    );
  });

  it("keeps one of several models, however they are written", () => {
    for (const text of [
      `{"model":"dear",${inner},"model":"cheap"}`,
      `{"mode\\u006c":"dear",${inner},"model":"cheap"}`,
      `{"\\u006dodel":"cheap",${inner}}`,
    ])
      for (const model of ["cheap", "other"])
        expect(rewrite(text, model)).toBe(JSON.stringify({ ...(JSON.parse(text) as object), model }));
  });

  it("adds the channel's parameters and keeps every digit of numbers", () => {
    const text = `{"model":"m",${inner},"seed":12345678901234567890,"a":1.50}`;
    expect(rewrite(text, "n", { a: 2, extra: { b: 1 }, model: "dear" })).toBe(
      `{"model":"n",${inner},"seed":12345678901234567890,"a":1.50,"extra":{"b":1}}`,
    );
    expect(rewrite(text, "n", { a: 2, overwrite: true })).toContain('"a":2');
  });

  it("removes forbidden parameters by path, and never the model", () => {
    const text = `{"model":"m",${inner},"user":"u","a":{"b":1,"c":2}}`;
    expect(rewrite(text, "m", { remove_params: ["user", "a.b", "model", "none"] })).toBe(
      `{"model":"m",${inner},"a":{"c":2}}`,
    );
  });

  it("yields the same body with another model, for any body", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ minLength: 1 }),
        (fields, model) => {
          const body = { ...fields, ...needs, model: "m" };
          fc.pre(Object.keys(fields).every((name) => !reserved.has(name.toLowerCase())));
          expect(JSON.parse(rewrite(JSON.stringify(body), model))).toEqual(
            JSON.parse(JSON.stringify({ ...body, model })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("rewriting charged fields", () => {
  const rewrite = (format: CallFormat, text: string, model: string): string => {
    const body: unknown = JSON.parse(text);
    return format
      .rewriteNative({ raw: Buffer.from(text), body, head: format.readHead(body), model, custom: {} })
      .toString();
  };

  it("keeps one number of images and one text to speak", () => {
    const images = '{"model":"m","n":10,"prompt":"p","n":1}';
    expect(rewrite(asCall(generations), images, "m")).toBe('{"model":"m","n":1,"prompt":"p"}');
    const sound = '{"model":"m","input":"a","voice":"v","input":"b"}';
    expect(rewrite(asCall(speech), sound, "m")).toBe('{"model":"m","input":"b","voice":"v"}');
  });

  it("adds the model if the caller used the default", () => {
    for (const given of ["", ',"model":null', ',"model":""'])
      expect(JSON.parse(rewrite(asCall(moderations), `{"input":"a"${given}}`, "m"))).toEqual({
        input: "a",
        model: "m",
      });
  });
});
