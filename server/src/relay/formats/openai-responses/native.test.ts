import { describe, expect, it } from "vitest";
import { markFinderOf } from "../../event-stream/mark-finder.ts";
import { format } from "./index.ts";

const head = format.readHead({ model: "m", input: "x", stream: true });

describe("nativeStream", () => {
  const native = format.nativeStream(head);
  const ends = (body: object) => native.isEnd(JSON.stringify(body), body);

  it("opens with the first event with content of the response", () => {
    for (const type of [
      "response.created",
      "response.queued",
      "response.in_progress",
      "keepalive",
      "error",
      "response.failed",
    ])
      expect(native.opens({ type }), type).toBe(false);
    expect(native.opens({})).toBe(false);
    for (const type of ["response.output_item.added", "response.output_text.delta", "response.completed"])
      expect(native.opens({ type }), type).toBe(true);
  });

  it("ends with a complete or an incomplete response, and with nothing else", () => {
    expect(ends({ type: "response.completed" })).toBe(true);
    expect(ends({ type: "response.incomplete" })).toBe(true);
    for (const type of ["response.output_item.done", "response.failed"]) expect(ends({ type })).toBe(false);
    expect(native.isEnd("response.completed", undefined)).toBe(false);
    expect(native.keeps({ type: "response.completed" })).toBe(true);
  });

  it("is read at every end, since each contains one of the marks", () => {
    const marks = (body: object) => {
      return markFinderOf(native.marks).find(JSON.stringify(body), 0, false) !== -1;
    };
    expect(marks({ type: "response.completed", response: {} })).toBe(true);
    expect(marks({ type: "response.incomplete", response: { incomplete_details: { reason: "x" } } })).toBe(
      true,
    );
    expect(marks({ type: "response.output_text.delta", delta: "completed" })).toBe(false);
  });

  it("recognizes a failed response", () => {
    for (const body of [
      { type: "error", code: "x" },
      { type: "response.failed" },
      { error: { message: "x" } },
    ])
      expect(native.isProblem?.(body)).toBe(true);
    for (const body of [{ type: "response.completed" }, { error: null }])
      expect(native.isProblem?.(body)).toBe(false);
  });
});

it("accepts a whole response with an output, and no failed one", () => {
  expect(format.isAnswer({ output: [], status: "incomplete" })).toBe(true);
  for (const body of [{}, { output: null }, { output: [], status: "failed" }, []])
    expect(format.isAnswer(body)).toBe(false);
});

describe("rewriteNative", () => {
  function rewrite(text: string, model: string, custom: Record<string, unknown> = {}) {
    const raw = Buffer.from(text);
    const body: unknown = JSON.parse(text);
    const buffer = format.rewriteNative({ raw, body, head: format.readHead(body), model, custom });
    return { raw, buffer, text: buffer.toString() };
  }

  it("renames the model and nothing else, wherever it is", () => {
    const text =
      '{ "a":1.0, "input":[{"role":"user","content":"\\"model\\": \\"one\\"","model":"one"}], "model" :\n"one", "big":12345678901234567890 }';
    expect(rewrite(text, "two").text).toBe(text.replace('\n"one"', '\n"two"'));
  });

  it("finds a name that is written with escapes", () => {
    expect(rewrite('{"mod\\u0065l":"one","input":"x"}', "two").text).toBe(
      '{"mod\\u0065l":"two","input":"x"}',
    );
  });

  it("returns the same buffer if nothing changes", () => {
    const { raw, buffer } = rewrite('{"model":"one","input":"x","stream":true}', "one");
    expect(buffer).toBe(raw);
  });

  it("adds custom parameters where the caller set nothing, or always with overwrite", () => {
    const text = '{"model":"m","input":"x","temperature":1}';
    const custom = { temperature: 0, top_p: 0.5, stream: true };
    expect(rewrite(text, "m", custom).text).toBe('{"top_p":0.5,"model":"m","input":"x","temperature":1}');
    expect(rewrite(text, "n", { ...custom, overwrite: true }).text).toBe(
      '{"top_p":0.5,"model":"n","input":"x","temperature":0}',
    );
    expect(rewrite(text, "m", { remove_params: ["temperature"] }).text).toBe('{"model":"m","input":"x"}');
  });

  it("rejects a duplicate metered field", () => {
    for (const text of [
      '{"model":"a","input":"x","model":"b"}',
      '{"model":"a","input":"x","b\\u0061ckground":false,"background":true}',
    ])
      expect(() => rewrite(text, "c")).toThrow(expect.objectContaining({ kind: "invalid_request" }));
  });
});
