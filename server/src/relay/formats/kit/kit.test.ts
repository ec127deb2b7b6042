import { describe, expect, it } from "vitest";
import { RelayError } from "../../relay-error.ts";
import type { RequestHead } from "../format.ts";
import { type Fields, within } from "./check-value.ts";
import { addRequestId, createErrorReply } from "./error-reply.ts";
import { readField } from "./google-names.ts";
import { meterFields, rejectRepeated, rejectVariants } from "./metered-fields.ts";
import { findUnread, headerNames, noteUnread } from "./name-unread.ts";
import { pickExtras } from "./pick-extras.ts";
import {
  givenText,
  needFields,
  needObject,
  needText,
  readBetween,
  readFlag,
  readList,
  readNumber,
  readObject,
  readObjects,
  readText,
  readWhole,
} from "./read-fields.ts";
import { mediaTypeOfName, readMediaUrl } from "./read-media.ts";
import { readModel } from "./read-model.ts";
import { readStop } from "./read-settings.ts";
import { rewriteInPlace } from "./rewrite-in-place.ts";
import { createWholeOnlyStream } from "./whole-only-stream.ts";

/** The field at fault and the message. */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof RelayError && error.kind === "invalid_request")
      return `${error.param ?? ""}: ${error.message}`;
    throw error;
  }
  return "none";
}

describe("fields of a request", () => {
  it.each<[name: string, read: (fields: Fields, key: string) => unknown, good: unknown, bad: unknown]>([
    ["a text", (fields, key) => readText(fields, key, "a"), "", 1],
    ["a number", (fields, key) => readNumber(fields, key, "a"), 0.5, "1"],
    ["a whole number", (fields, key) => readWhole(fields, key, { least: 1, most: 5 }, "a"), 5, 6],
    ["a whole number without end", (fields, key) => readWhole(fields, key, { least: 1 }), 2 ** 40, 1.5],
    ["a number in a range", (fields, key) => readBetween(fields, key, 0, 1), 0, Number.NaN],
    ["a flag", (fields, key) => readFlag(fields, key, "a"), false, 0],
    ["an object", (fields, key) => readObject(fields, key, "a"), {}, []],
    ["a list", (fields, key) => readList(fields, key, "a"), [], {}],
  ])("%s: reads it, treats null as absent, rejects anything else", (_name, read, good, bad) => {
    expect(read({ x: good }, "x")).toBe(good);
    expect(read({ x: null }, "x")).toBeUndefined();
    expect(read({}, "x")).toBeUndefined();
    expect(refusal(() => read({ x: bad }, "x"))).toMatch(/^(a\.)?x: '(a\.)?x' must be /);
  });

  it("states which numbers are allowed", () => {
    expect(refusal(() => readWhole({ n: 0 }, "n", { least: 1, most: 5 }))).toBe(
      "n: 'n' must be a whole number from 1 to 5.",
    );
    expect(refusal(() => readWhole({ n: 0 }, "n", { least: 1 }))).toBe(
      "n: 'n' must be a whole number of at least 1.",
    );
  });

  it("names what is required, and the entry of a list", () => {
    expect(refusal(() => needText({ x: "" }, "x", "a"))).toBe("a.x: 'a.x' is required.");
    expect(givenText({ x: "" }, "x")).toBe("");
    expect(refusal(() => givenText({}, "x"))).toBe("x: 'x' is required.");
    expect(refusal(() => needObject({}, "x"))).toBe("x: 'x' is required.");
    expect(refusal(() => needFields([]))).toBe(": The body must be a JSON object.");
    expect(refusal(() => readObjects({ x: [{}, 1] }, "x", "a"))).toBe("a.x[1]: 'a.x[1]' must be an object.");
    expect(within(within("", "a"), 2)).toBe("a[2]");
  });

  it("reads a field of Google's in either spelling", () => {
    expect(readField({ top_k: 1 }, "topK")).toBe(1);
    expect(readField({ topK: null, top_k: 2 }, "topK")).toBe(2);
  });

  it("accepts one stop sequence or several", () => {
    expect([
      readStop({}, "stop"),
      readStop({ stop: "a" }, "stop"),
      readStop({ stop: ["a"] }, "stop"),
    ]).toEqual([[], ["a"], ["a"]]);
    expect(refusal(() => readStop({ stop: 1 }, "stop"))).toContain("a string or a list of strings");
    expect(refusal(() => readStop({ stop: ["a", 1] }, "stop"))).toContain("stop[1]");
  });
});

describe("the model's name", () => {
  it("is the caller's, or the default", () => {
    expect(readModel({ model: "m" }, "s")).toBe("m");
    expect(readModel({ model: "" }, "s")).toBe("s");
    expect(refusal(() => readModel({ model: "" }))).toBe("model: 'model' is required.");
  });

  it.each(["a\u0000", "\u009f", "\ud800", "x".repeat(10_000)])("rejects %j", (model) => {
    expect(refusal(() => readModel({ model }))).toContain("'model' must");
  });
});

describe("metered fields", () => {
  const metered = meterFields("model", "n", "max_tokens");
  const repeated = (text: string, escaped = false) =>
    refusal(() => rejectRepeated(Buffer.from(text), JSON.parse(text) as Fields, metered, escaped));

  it("are rejected in another spelling", () => {
    for (const key of ["Model", "N", "MAX_TOKENS", "max_toKens"])
      expect(refusal(() => rejectVariants({ model: "m", [key]: 1 }, metered))).toContain("did you mean");
    expect(refusal(() => rejectVariants({ model: "m", Models: 1, max_tokens_: 1 }, metered))).toBe("none");
  });

  it("are rejected if duplicated; a value equal to a name does not count", () => {
    expect(repeated('{"n":1,"a":0,"n":2}')).toBe("n: 'n' must not be given twice.");
    expect(repeated('{"n":1,"\\u006e":2}', true)).toContain("'n'");
    expect(repeated('{"n":1,"a":"n","b":{"n":1},"c":"\\"n\\""}')).toBe("none");
    expect(repeated('{"a":1,"a":2,"model":"m"}')).toBe("none");
  });
});

describe("names in a response header", () => {
  it("are those of fields with a value, made safe, and limited in number", () => {
    expect(findUnread({ a: 1, b: null, c: 0 }, new Set(["a"]))).toEqual(["c"]);
    const unread = new Set<string>();
    noteUnread({ a: 1, b: null, c: 0 }, new Set(["a"]), "x", unread);
    expect([...unread]).toEqual(["x.c"]);
    expect(headerNames(["a.b[0]", "x\r\ny: z", ""])).toEqual(["a.b[0]", "x??y??z", "?"]);
    expect(headerNames(Array.from({ length: 99 }, () => "n".repeat(99)))).toEqual(
      Array.from({ length: 30 }, () => "n".repeat(60)),
    );
  });

  it("are passed to upstreams of the same dialect if an API could have them", () => {
    const unread = new Set<string>();
    const body = JSON.parse('{"a":1,"known":1,"none":null,"no name":1,"__proto__":1}') as Fields;
    expect(pickExtras(body, (key) => key === "known", unread)).toEqual({ a: 1 });
    expect([...unread]).toEqual(["no name", "__proto__"]);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_none, index) => [`f${index}`, 1]));
    expect(Object.keys(pickExtras(many, () => false, unread))).toHaveLength(50);
    expect(unread.has("f59")).toBe(true);
  });
});

describe("media in a request", () => {
  it("is a URL, or decoded from a data URL", () => {
    expect(readMediaUrl("https://a.test/b", "p")).toEqual({ kind: "url", url: "https://a.test/b" });
    const inline = (mediaType: string, data: string) => ({ kind: "inline", mediaType, data });
    expect(readMediaUrl("data:image/png;base64,AAAA", "p")).toEqual(inline("image/png", "AAAA"));
    expect(readMediaUrl("data:,a%20b", "p")).toEqual(inline("application/octet-stream", "YSBi"));
    for (const url of ["data:image/png", "data:,%"])
      expect(refusal(() => readMediaUrl(url, "p"))).toBe("p: 'p' is not a well-formed data URL.");
  });

  it("has the type of its file name", () => {
    expect(["A.CSV", "a.unknown", undefined].map(mediaTypeOfName)).toEqual([
      "text/csv",
      "application/pdf",
      "application/pdf",
    ]);
  });
});

describe("errors", () => {
  const error = { status: 429, type: "t", code: "c", requestId: "r" };

  it("end with one request id", () => {
    const message = "Slow down. (request id: a) (request id: b)";
    expect(addRequestId({ ...error, message })).toBe("Slow down. (request id: r)");
  });

  it("contain the time to retry", () => {
    const reply = createErrorReply({ ...error, message: "m", retryAfter: 3 }, "{}");
    expect(reply).toMatchObject({ status: 429, headers: { "retry-after": "3" }, body: "{}" });
    expect(createErrorReply({ ...error, message: "m" }, "{}").headers).not.toHaveProperty("retry-after");
  });
});

describe("a body rewritten in place", () => {
  it("keeps every digit if the channel forbids a field", () => {
    const raw = Buffer.from('{"model":"m","seed":12345678901234567890,"user":"u"}');
    const head = { model: "m" } as RequestHead;
    const custom = { remove_params: ["user", "seed.rawJSON"] };
    const body: unknown = JSON.parse(raw.toString());
    expect(rewriteInPlace({ raw, body, head, model: "n", custom }, meterFields("model")).toString()).toBe(
      '{"model":"n","seed":12345678901234567890}',
    );
  });
});

it("recognizes no event on a call without streams", () => {
  const stream = createWholeOnlyStream();
  expect([stream.opens({ usage: {} }), stream.isEnd("[DONE]", undefined), stream.keeps({})]).toEqual([
    false,
    false,
    true,
  ]);
});
