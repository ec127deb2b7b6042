import { describe, expect, it } from "vitest";
import { markFinderOf } from "../../event-stream/mark-finder.ts";
import type { PathParams } from "../format.ts";
import { format } from "./index.ts";

const path: PathParams = { model: "requested", query: "alt=sse" };

describe("nativeStream", () => {
  const body = { contents: [{ parts: [{ text: "Hi" }] }] };
  const head = format.readHead(body, { ...path, stream: true });
  const candidate = (index: number, finishReason?: string | null) => ({
    candidates: [{ index, finishReason }],
  });

  it("opens with a candidate or a block reason, and keeps every event", () => {
    const native = format.nativeStream(head);
    expect(native.opens(candidate(0))).toBe(true);
    expect(native.opens({ promptFeedback: { blockReason: "SAFETY" } })).toBe(true);
    for (const other of [
      {},
      { candidates: [] },
      { candidates: null },
      { usageMetadata: {} },
      { promptFeedback: {} },
    ])
      expect(native.opens(other)).toBe(false);
    expect(native.keeps({ usageMetadata: {} })).toBe(true);
  });

  it("ends when each candidate has its finish reason, or the prompt was blocked", () => {
    const ends = (native: ReturnType<typeof format.nativeStream>, event: object) =>
      native.isEnd(JSON.stringify(event), event);
    const two = format.nativeStream({ ...head, choices: 2 });
    expect(ends(two, candidate(0, "STOP"))).toBe(false);
    for (const reason of ["", null, undefined, "FINISH_REASON_UNSPECIFIED"])
      expect(ends(two, candidate(1, reason))).toBe(false);
    expect(two.endsWhole?.()).toBe(false);
    expect(ends(two, candidate(1, "MAX_TOKENS"))).toBe(true);
    const fewer = format.nativeStream({ ...head, choices: 4 });
    expect(fewer.endsWhole?.()).toBe(false);
    expect(ends(fewer, candidate(0, "STOP"))).toBe(false);
    expect(fewer.endsWhole?.()).toBe(true);
    ends(fewer, candidate(1));
    expect(fewer.endsWhole?.()).toBe(false);
    const one = format.nativeStream(head);
    expect(one.isEnd("[DONE]", undefined)).toBe(false);
    expect(ends(one, { promptFeedback: { blockReason: "OTHER" } })).toBe(true);
    expect(ends(format.nativeStream(head), { candidates: [{ finishReason: "SAFETY" }] })).toBe(true);
  });

  it("is searched for its end marks", () => {
    const native = format.nativeStream(head);
    const last = 'data: {"candidates":[{"finishReason": "STOP"}],"usageMetadata":{}}';
    expect(markFinderOf(native.marks).find(last, 0, false)).toBe(last.indexOf('"finishReason"'));
    expect(markFinderOf(native.marks).find(last, 0, true)).toBe(last.indexOf('"usageMetadata"'));
    expect(markFinderOf(native.marks).find('{"promptFeedback":{"blockReason":"OTHER"}}', 0, false)).not.toBe(
      -1,
    );
  });
});

describe("rewriteNative", () => {
  const body = { contents: [], generation_config: { temperature: 0.5, stop_sequences: ["a"] } };
  const raw = Buffer.from(`  ${JSON.stringify(body)}`);
  const head = format.readHead({ contents: [{}] }, path);
  const rewrite = (custom: Record<string, unknown>) =>
    format.rewriteNative({ raw, body, head, model: "renamed", custom });

  it("removes forbidden parameters in any spelling, and leaves the caller's request object unchanged", () => {
    const written = rewrite({ remove_params: ["generationConfig.stopSequences", "labels", "contents.x"] });
    expect(JSON.parse(written.toString())).toEqual({ contents: [], generation_config: { temperature: 0.5 } });
    expect(body.generation_config).toHaveProperty("stop_sequences");
    expect(JSON.parse(rewrite({ remove_params: ["generation_config"] }).toString())).toEqual({
      contents: [],
    });
  });

  it("leaves the bytes unchanged: the model is in the path", () => {
    expect(rewrite({})).toBe(raw);
    expect(rewrite({ overwrite: true })).toBe(raw);
  });

  it("accepts no other model in the body", () => {
    const other = {
      model: "models/dear",
      contents: [],
      generateContentRequest: { model: "models/requested", contents: [] },
    };
    const bytes = Buffer.from(JSON.stringify(other).replace("{", '{"model":"models/dearer",'));
    expect(
      JSON.parse(
        format.rewriteNative({ raw: bytes, body: other, head, model: "renamed", custom: {} }).toString(),
      ),
    ).toEqual({
      contents: [],
      generateContentRequest: { model: "models/renamed", contents: [] },
    });
  });

  it("merges the channel's parameters, in either spelling", () => {
    const custom = {
      generationConfig: { temperature: 1, stopSequences: ["b"], topK: 3 },
      labels: { a: "b" },
    };
    expect(JSON.parse(rewrite(custom).toString())).toEqual({
      contents: [],
      generation_config: { temperature: 0.5, stop_sequences: ["a"], topK: 3 },
      labels: { a: "b" },
    });
    expect(JSON.parse(rewrite({ ...custom, overwrite: true }).toString())).toMatchObject({
      generation_config: { temperature: 1, stop_sequences: ["b"], topK: 3 },
    });
  });
});
