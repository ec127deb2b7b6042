import { noAccount } from "../../platform/memory-budget.ts";
import { costRates, promptTokens } from "@tollgate/contract/cost";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RequestBody } from "../exchange.ts";
import { findChatFormat } from "../formats/registry.ts";
import { estimatePrompt } from "../metering/estimate-prompt.ts";
import { RelayError } from "../relay-error.ts";
import { readJson, wholeBody } from "./request-body.ts";
import { conversationKey } from "../routing/conversation-key.ts";

/** Larger bodies are searched for media to cut. */
const large = 64 * 1024;
const base64 = "iVBORw0KGgo+/A".repeat(5000);
const picture = `data:image/png;base64,${base64}`;

const read = (text: string, bare = true) => readJson(Buffer.from(text), bare, noAccount);
const rates = costRates({ type: "tokens", input: 1, output: 1 }, 1);
if (rates.kind !== "tokens") throw new TypeError("a price of tokens");
const estimatePromptTokens = (body: RequestBody, bytes: number, skipMedia: boolean): number => {
  const head = { boundTo: [], maxOutputTokens: undefined, choices: 1 };
  return promptTokens(
    estimatePrompt(rates, { body, bytes, head, storedTokens: undefined, model: "m", skipMedia }),
  );
};
const requested = (url: unknown, more: object = {}) => ({
  model: "m",
  messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
  ...more,
});

/** Arbitrary caller content: long media, long text, and text that looks like either. */
const filler = fc
  .record({
    start: fc.constantFrom("data:", "data:image/png;base64,", "", " ", "é", "~", '"', "\\", "tollgate."),
    letters: fc.constantFrom(
      "A",
      "iVBORw0KGgo+/A",
      "word ",
      "é",
      "😀",
      "\n",
      '"',
      "\\",
      "a/",
      "\u007f",
      "~0~",
    ),
    length: fc.integer({ min: 0, max: 30_000 }),
    end: fc.string({ unit: "binary", maxLength: 5 }),
  })
  .map(({ start, letters, length, end }) => start + letters.repeat(length / letters.length) + end);
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    filler,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom("url", "text", "data", "model", "content"), fc.string()),
      tie("any"),
      {
        maxKeys: 4,
      },
    ),
  ),
})).any;
const json = fc
  .record({ value, indent: fc.constantFrom(undefined, 1, "\t\r\n"), slashes: fc.boolean() })
  .map(({ value: any, indent, slashes }) => {
    const text = JSON.stringify({ picture, model: "m", any }, undefined, indent);
    return slashes ? text.replaceAll("/", "\\/") : text;
  })
  .filter((text) => text.length > large);

/** Restores the ends of cut strings, as far as the outline has them. */
function uncut(outline: unknown, whole: unknown): unknown {
  if (typeof outline === "string" && typeof whole === "string")
    return outline.slice(0, 2048) === whole.slice(0, 2048) && whole.length > 8000 ? whole : outline;
  if (Array.isArray(outline) && Array.isArray(whole)) return outline.map((one, at) => uncut(one, whole[at]));
  if (typeof outline === "object" && outline !== null && typeof whole === "object" && whole !== null)
    return Object.fromEntries(
      Object.entries(outline).map(([key, one]) => [key, uncut(one, (whole as Record<string, unknown>)[key])]),
    );
  return outline;
}

describe("the outline of a large body", () => {
  it("is small, and returns its media whole when requested", () => {
    const text = JSON.stringify(requested(picture));
    const body = read(text);
    expect(body.cut?.bytes.length).toBeLessThan(3000);
    expect(body.whole).toEqual(JSON.parse(text));
    expect(JSON.stringify(body.outline)).toContain(picture.slice(0, 2048));
  });

  it("differs from the whole only in the ends of long strings", () => {
    fc.assert(
      fc.property(json, fc.boolean(), (text, bare) => {
        const whole: unknown = JSON.parse(text);
        const body = read(text, bare);
        expect(uncut(body.outline, whole)).toEqual(whole);
        expect(body.whole).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it("restores the exact bytes, also after it was changed", () => {
    fc.assert(
      fc.property(json, (text) => {
        const { cut, outline } = read(text);
        if (!cut) return;
        expect(Buffer.concat(cut.fill(cut.bytes)).toString()).toBe(text);
        const rewritten = Buffer.concat(cut.fill(JSON.stringify({ before: 1, outline })));
        expect(JSON.parse(rewritten.toString())).toEqual({ before: 1, outline: JSON.parse(text) });
      }),
      { numRuns: 150 },
    );
  });

  it("keeps bytes that are not valid text", () => {
    const odd = Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x7f]);
    const [before, after] = JSON.stringify(requested(`${picture}|`)).split("|");
    const raw = Buffer.concat([Buffer.from(before ?? ""), odd, Buffer.from(after ?? "")]);
    const { cut } = readJson(raw, true, noAccount);
    expect(cut && Buffer.concat(cut.fill(cut.bytes)).equals(raw)).toBe(true);
  });

  it("cuts no text, no keys and no escaped strings, and bare base64 only on request", () => {
    const cuts = (body: unknown, bare = true) => read(JSON.stringify(body), bare).cut !== undefined;
    expect(cuts(requested("All those words. ".repeat(6000)))).toBe(false);
    expect(cuts({ [picture]: 1 })).toBe(false);
    expect(read(JSON.stringify(requested(picture)).replaceAll("/", "\\/")).cut).toBeUndefined();
    expect(cuts(requested(`${picture}\n`))).toBe(false);
    expect(cuts(requested(`data:é${picture}`))).toBe(false);
    expect(cuts(requested(base64))).toBe(true);
    expect(cuts(requested(base64), false)).toBe(false);
    expect(cuts(requested(picture), false)).toBe(true);
    expect(cuts(requested(picture.slice(0, 5000)))).toBe(false);
  });

  it("rejects invalid JSON in cut bodies", () => {
    const text = JSON.stringify(requested(picture));
    const place = text.indexOf(base64);
    for (let code = 0; code < 0x20; code++)
      for (const at of [place + 3000, place + 3001, place + 3002, place + 3003, place + base64.length]) {
        const spoiled = text.slice(0, at) + String.fromCharCode(code) + text.slice(at);
        expect(() => read(spoiled).outline).toThrow(RelayError);
      }
    for (const bad of ["\\x", "\\", "\\u12", '"'])
      expect(() => read(text.slice(0, place + 9001) + bad + text.slice(place + 9001))).toThrow(RelayError);
    expect(() => read(text.slice(0, -1))).toThrow("The body is not valid JSON.");
    expect(() => read(text.slice(0, place + 70_000))).toThrow("The body is not valid JSON.");
    expect(() => read(`${"[".repeat(129)}${JSON.stringify(picture)}${"]".repeat(129)}`)).toThrow("levels");
  });
});

describe("reading an outline", () => {
  it("estimates at least as much as the whole, and the same for ASCII", () => {
    fc.assert(
      fc.property(json, fc.boolean(), (text, skip) => {
        const body = read(text);
        const bytes = Buffer.byteLength(text);
        const whole = estimatePromptTokens(wholeBody(body.whole), bytes, skip);
        expect(estimatePromptTokens(body, bytes, skip)).toBeGreaterThanOrEqual(whole);
      }),
      { numRuns: 150 },
    );
    const text = JSON.stringify({ model: "m", messages: [{ role: "user", content: base64 }] });
    const exact = estimatePromptTokens(wholeBody(JSON.parse(text)), text.length, false);
    expect(estimatePromptTokens(read(text), text.length, false)).toBe(exact);
    expect(exact).toBeGreaterThan(base64.length / 2);
  });

  it("is not affected by a placeholder that a caller writes", () => {
    const text = JSON.stringify(requested(picture, { content: `${base64.slice(0, 2048)}~0~${base64}` }));
    const exact = estimatePromptTokens(wholeBody(JSON.parse(text)), text.length, false);
    expect(estimatePromptTokens(read(text), text.length, false)).toBe(exact);
  });

  it("identifies the same conversation", () => {
    fc.assert(
      fc.property(json, (text) => {
        const body = read(text);
        const scope = { userId: 1, tokenId: 2, model: "m" };
        for (const name of ["messages", "system", "input", "prompt_cache_key"]) {
          const key = (part: unknown) => conversationKey({}, { [name]: part }, scope);
          expect(key(body.outline)).toBe(key(body.whole));
          expect(key([body.outline])).toBe(key([body.whole]));
        }
        const key = (part: unknown) => conversationKey({}, requested(part), scope);
        expect(key(body.outline)).toBe(key(body.whole));
      }),
      { numRuns: 100 },
    );
  });

  const formats = ["openai-chat", "anthropic-messages", "gemini-generate", "openai-responses"] as const;
  it.each(formats)("rewrites %s to the same bytes as the whole", (id) => {
    const format = findChatFormat(id);
    const custom = fc.constantFrom<Record<string, unknown>>(
      {},
      { top_k: 1, seed: 2 },
      { remove_params: ["seed", "picture"] },
      { overwrite: true, any: "other", picture: "none" },
    );
    fc.assert(
      fc.property(json, fc.boolean(), custom, (text, stream, parameters) => {
        const given = JSON.stringify({ ...requested(picture, { stream }), max_tokens: 5, seed: 1 }).slice(
          0,
          -1,
        );
        const contents = `"contents":[{"parts":[{"inlineData":{"data":"${base64}"}}]}],"input":"x"`;
        const raw = Buffer.from(`${given},${contents},"more":${text},"picture":${JSON.stringify(picture)}}`);
        const whole: unknown = JSON.parse(raw.toString());
        const path = { model: "m", stream, query: "alt=sse" };
        const { cut, outline } = readJson(raw, true, noAccount);
        const head = format.readHead(whole, path);
        expect(format.readHead(outline, path)).toEqual(head);
        const rewritten =
          cut &&
          format.rewriteNative({ raw: cut.bytes, body: outline, head, model: "other", custom: parameters });
        const expected = format.rewriteNative({ raw, body: whole, head, model: "other", custom: parameters });
        expect(cut && rewritten && Buffer.concat(cut.fill(rewritten)).equals(expected)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
