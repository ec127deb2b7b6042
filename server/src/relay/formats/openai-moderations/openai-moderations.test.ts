import { readFileSync } from "node:fs";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { asCall, relayInProcess } from "../kit/__fixtures__/relay-in-process.ts";
import { testProvider as provider } from "../openai-embeddings/__fixtures__/test-provider.ts";
import { format } from "./index.ts";

const flagged = readFileSync(new URL("__fixtures__/flagged.json", import.meta.url), "utf8");

function relay(native: boolean, body = flagged) {
  const relayed = relayInProcess({ format: asCall(format), provider, native, upstream: () => ({ body }) });
  const client = new OpenAI({
    apiKey: "k",
    baseURL: "https://gate.test/v1",
    maxRetries: 0,
    fetch: relayed.fetch,
  });
  return { relayed, client };
}

describe("openai-moderations with the official SDK", () => {
  it.each([true, false])("classifies a text (native path: %s)", async (native) => {
    const { relayed, client } = relay(native);
    const answer = await client.moderations.create({ model: "omni-moderation-latest", input: "bad" });
    expect(answer.results[0]).toMatchObject({ flagged: true, category_scores: { violence: 0.9 } });
    expect(answer.model).toBe(native ? "omni-moderation-2024-09-26" : "omni-moderation-latest");
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/moderations");
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({ input: "bad", model: "upstream-model" });
  });

  it.each([true, false])("sends the default model upstream (native path: %s)", async (native) => {
    const { relayed, client } = relay(native);
    await client.moderations.create({ input: [{ type: "text", text: "a" }] });
    expect(JSON.parse(String(relayed.sent[0]?.body))).toMatchObject({ model: "upstream-model" });
    expect(format.readHead({ input: "a" }).model).toBe("omni-moderation-latest");
  });

  it("rejects a call without input", async () => {
    const { client } = relay(true);
    const input = null as unknown as string;
    await expect(client.moderations.create({ input })).rejects.toMatchObject({ status: 400, param: "input" });
  });
});

it("counts text and no images", () => {
  const url = "data:image/png;base64,AAAA";
  const input = [{ type: "text", text: "one" }, { type: "image_url", image_url: { url } }, "two", null];
  expect(format.measure({ input })).toEqual({ tokens: 0, text: "one\ntwo" });
  expect(format.measure({ input: "one" })).toEqual({ tokens: 0, text: "one" });
});

it("distinguishes a response from an empty body", () => {
  expect(format.isAnswer(JSON.parse(flagged) as object)).toBe(true);
  expect(format.isAnswer({ object: "x" })).toBe(false);
});
