import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { describeImages, readProblems, Fixtures } from "../../../../test/conformance/read-fixtures.ts";
import { CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { provider } from "./index.ts";

const channel = aChannelView();
const fixtures = new Fixtures(new URL("./__fixtures__/", import.meta.url));
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
  it("generates images with the vendor's own fields", () => {
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
    const body = fixtures.read("images.json");
    const result = provider.images!.readResponse({ status: 200, headers, body }, call);
    expect(result).toEqual({ created: 1700000000, images: [{ url: "https://img.recraft.test/1f6d" }] });
    expect(describeImages(result)).toEqual(fixtures.expected("images.json"));
  });

  it("forwards generations unchanged, and rejects edits", () => {
    expect(provider.native!.supports("openai-images", "recraftv3", channel)).toBe(true);
    expect(provider.native!.supports("openai-image-edits", "recraftv3", channel)).toBe(false);
    expect(() => provider.images!.buildRequest({ ...call, operation: "edit" }, channel)).toThrow(CannotServe);
  });

  it("forwards its own calls to the vendor's path, and no others", () => {
    const call = (path: string, method: "GET" | "POST" = "POST") => ({
      method,
      path,
      query: "a=b",
      body: Buffer.from("x"),
      headers: { "content-type": "multipart/form-data; boundary=y" },
    });
    expect(provider.raw!.buildRequest(call("/recraftAI/v1/images/vectorize"), channel)).toEqual({
      method: "POST",
      url: "https://upstream.test/v1/images/vectorize?a=b",
      headers: { "content-type": "multipart/form-data; boundary=y", authorization: "Bearer test-key" },
      body: Buffer.from("x"),
    });
    for (const other of [
      call("/v1/files"),
      call("/recraftAI/v1/users/me"),
      call("/recraftAI/v1/styles", "GET"),
    ])
      expect(provider.raw!.buildRequest(other, channel)).toBeUndefined();
  });

  it.each([
    ["images/vectorize", "recraft_vectorize"],
    ["images/removeBackground", "recraft_removeBackground"],
    ["images/clarityUpscale", "recraft_clarityUpscale"],
    ["images/generativeUpscale", "recraft_generativeUpscale"],
    ["styles", "recraft_styles"],
  ])("has a price for %s: %s, a model of the channel", (path, model) => {
    expect(provider.ownCalls!.modelOf("POST", `/recraftAI/v1/${path}`)).toBe(model);
    expect(provider.descriptor.defaultModels).toContain(model);
  });

  it("returns the balance in dollars", () => {
    expect(provider.balance!.buildBalance(channel)).toMatchObject({
      method: "GET",
      url: "https://upstream.test/v1/users/me",
      headers: { authorization: "Bearer test-key" },
    });
    expect(provider.balance!.readBalance({ credits: 1500, email: "x" })).toBe(1.5);
    expect(provider.balance!.readBalance({ credits: "20" })).toBe(0.02);
    expect(() => provider.balance!.readBalance({})).toThrow(UnreadableAnswer);
  });

  it("reports the problem", () => {
    for (const { problem, expected } of readProblems(provider, fixtures))
      expect(problem).toMatchObject(expected);
  });
});
