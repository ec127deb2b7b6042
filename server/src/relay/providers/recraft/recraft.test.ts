import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";

const channel = aChannelView();
const read = (name: string): Buffer => readFileSync(new URL(`__fixtures__/${name}`, import.meta.url));
const call = {
  model: "recraftv3",
  operation: "generate" as const,
  prompt: "a cat",
  count: 1,
  answer: "url" as const,
  images: [],
  style: "vector_illustration",
  extras: { controls: { colors: [{ rgb: [0, 255, 0] }] } },
};

describe("recraft", () => {
  it("draws with the vendor's own wishes", () => {
    const request = provider.images!.buildRequest(call, channel);
    expect(request.url).toBe("https://upstream.test/v1/images/generations");
    expect(JSON.parse(String(request.body))).toEqual({
      model: "recraftv3",
      prompt: "a cat",
      n: 1,
      style: "vector_illustration",
      controls: { colors: [{ rgb: [0, 255, 0] }] },
    });
    const headers = { "content-type": "application/json" };
    const result = provider.images!.readResponse({ status: 200, headers, body: read("images.json") }, call);
    expect(result).toEqual({ created: 1700000000, images: [{ url: "https://img.recraft.test/1f6d" }] });
  });

  it("takes generations as they come, and no edits", () => {
    expect(provider.native!.speaks("openai-images", "recraftv3", channel)).toBe(true);
    expect(provider.native!.speaks("openai-image-edits", "recraftv3", channel)).toBe(false);
    expect(() => provider.images!.buildRequest({ ...call, operation: "edit" }, channel)).toThrow(CannotServe);
  });

  it("tells the balance in dollars", () => {
    expect(provider.balance!.buildBalance(channel)).toMatchObject({
      method: "GET",
      url: "https://upstream.test/v1/users/me",
      headers: { authorization: "Bearer test-key" },
    });
    expect(provider.balance!.readBalance({ credits: 1500, email: "x" })).toBe(1.5);
    expect(provider.balance!.readBalance({ credits: "20" })).toBe(0.02);
    expect(() => provider.balance!.readBalance({})).toThrow(UnreadableAnswer);
  });

  it("tells what went wrong", () => {
    const errors = JSON.parse(read("errors.json").toString()) as { status: number; body: object }[];
    for (const { status, body, ...expected } of errors)
      expect(provider.readProblem(status, JSON.stringify(body), {})).toMatchObject({ status, ...expected });
  });
});
