import { readFileSync } from "node:fs";
import OpenAI, { toFile } from "openai";
import { describe, expect, it } from "vitest";
import { markFinderOf } from "../../event-stream/mark-finder.ts";
import type { CallFormat } from "../format.ts";
import { asCall, readSentForm, relayInProcess } from "../kit/__fixtures__/relay-in-process.ts";
import { testProvider as provider } from "../openai-embeddings/__fixtures__/test-provider.ts";
import { edits, generations, variations } from "./index.ts";

const read = (name: string): string => readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), "utf8");

function relay(format: CallFormat<"images">, fixture: string, native: boolean) {
  const contentType = fixture.endsWith(".sse") ? "text/event-stream" : "application/json";
  const upstream = () => ({ body: read(fixture), contentType });
  const relayed = relayInProcess({ format: asCall(format), provider, native, upstream });
  const client = new OpenAI({
    apiKey: "k",
    baseURL: "https://gate.test/v1",
    maxRetries: 0,
    fetch: relayed.fetch,
  });
  return { relayed, client };
}

const picture = (name: string) => toFile(Buffer.from(`bytes of ${name}`), name, { type: "image/png" });

describe("openai-images with the official SDK", () => {
  it.each([true, false])("returns images by URL (native path: %s)", async (native) => {
    const { relayed, client } = relay(generations, "dall-e.json", native);
    const answer = await client.images.generate({
      model: "dall-e-3",
      prompt: "a cat",
      quality: "hd",
      style: "vivid",
    });
    expect(answer.data?.[0]).toEqual({ url: "https://pictures.test/1.png", revised_prompt: "A cat." });
    expect(answer.created).toBe(1700000000);
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/images/generations");
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({
      model: "upstream-model",
      prompt: "a cat",
      quality: "hd",
      style: "vivid",
      ...(!native && { n: 1 }),
    });
  });

  it("returns base64 with usage, and passes unknown fields on", async () => {
    const { relayed, client } = relay(generations, "gpt-image.json", false);
    const body = {
      model: "m",
      prompt: "a cat",
      n: 2,
      size: "512x512" as const,
      response_format: "b64_json" as const,
    };
    const answer = await client.images.generate({ ...body, output_compression: 80, moderation: "low" });
    expect(answer.data).toEqual([{ b64_json: "iVBORw0KGgo=" }]);
    expect(answer.usage).toEqual({
      input_tokens: 50,
      output_tokens: 272,
      total_tokens: 322,
      input_tokens_details: { text_tokens: 10, image_tokens: 40 },
    });
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({
      ...body,
      model: "upstream-model",
      output_compression: 80,
      moderation: "low",
    });
    expect(relayed.dropped).toEqual([]);
  });

  it("edits images on the translated path", async () => {
    const { relayed, client } = relay(edits, "gpt-image.json", false);
    const image = [await picture("a.png"), await picture('b".png')];
    await client.images.edit({
      model: "m",
      prompt: "hat",
      image,
      mask: await picture("m.png"),
      input_fidelity: "high",
    });
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/images/edits");
    const form = await readSentForm(relayed.sent[0]!);
    expect(Object.fromEntries([...form].filter(([, value]) => typeof value === "string"))).toEqual({
      input_fidelity: "high",
      model: "upstream-model",
      n: "1",
      prompt: "hat",
    });
    const files = form.getAll("image[]") as File[];
    expect(files.map((file) => [file.name, file.type])).toEqual([
      ["a.png", "image/png"],
      ['b".png', "image/png"],
    ]);
    expect(await files[0]?.text()).toBe("bytes of a.png");
    expect((form.get("mask") as File).name).toBe("m.png");
  });

  it.each([true, false])("creates variations (native path: %s)", async (native) => {
    const { relayed, client } = relay(variations, "dall-e.json", native);
    await client.images.createVariation({ image: await picture("a.png"), n: 2 });
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/images/variations");
    const form = await readSentForm(relayed.sent[0]!);
    expect(form.get("model")).toBe("upstream-model");
    expect(form.get("n")).toBe("2");
    expect(await (form.get("image") as File).text()).toBe("bytes of a.png");
  });

  it("passes a form through with the model renamed and nothing else", async () => {
    const { relayed, client } = relay(edits, "gpt-image.json", true);
    await client.images.edit({ model: "dall-e-2", prompt: "hat", image: await picture("a.png") });
    const form = await readSentForm(relayed.sent[0]!);
    expect(form.get("model")).toBe("upstream-model");
    expect(form.get("prompt")).toBe("hat");
    expect((form.get("image") as File).name).toBe("a.png");
  });

  it("passes partial images through", async () => {
    const { relayed, client } = relay(generations, "generation.sse", true);
    const types: string[] = [];
    const stream = await client.images.generate({
      model: "gpt-image-1",
      prompt: "p",
      stream: true,
      partial_images: 1,
    });
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(["image_generation.partial_image", "image_generation.completed"]);
    expect(relayed.sent[0]?.headers.accept).toBe("text/event-stream");
    const events = read("generation.sse").match(/(?<=^data: ).*$/gm) ?? [];
    const usage = events.map((data) =>
      provider.native?.readUsage(JSON.parse(data), undefined, "openai-images"),
    );
    expect(usage).toEqual([undefined, expect.objectContaining({ input: 10, output_image: 272, output: 0 })]);
  });

  it("rejects streams that need translation", async () => {
    const { client } = relay(generations, "dall-e.json", false);
    const response = client.images.generate({ model: "m", prompt: "p", stream: true });
    await expect(response).rejects.toMatchObject({ status: 400, param: "stream" });
  });
});

describe("openai-images streams", () => {
  it("end with the last requested image", () => {
    const head = { ...generations.readHead({ prompt: "p", n: 2, stream: true }) };
    expect(head).toMatchObject({ model: "dall-e-2", stream: true, choices: 2 });
    const stream = generations.nativeStream(head);
    const partial = { type: "image_generation.partial_image", b64_json: "A" };
    const completed = { type: "image_generation.completed", b64_json: "B" };
    expect(stream.opens(partial)).toBe(true);
    expect(stream.opens({ type: "ping" })).toBe(false);
    expect([partial, completed, completed].map((body) => stream.isEnd("", body))).toEqual([
      false,
      false,
      true,
    ]);
    stream.isEnd("", { ...completed, size: "1024x1024", quality: "low" });
    expect(stream.pictures?.()).toEqual({ count: 3, size: "1024x1024", quality: "low" });
    expect(stream.isEnd("[DONE]", undefined)).toBe(true);
    expect(markFinderOf(stream.marks).find(JSON.stringify(completed), 0, false)).not.toBe(-1);
    expect(markFinderOf(stream.marks).find(JSON.stringify(partial), 0, false)).toBe(-1);
  });
});

describe("openai-images responses", () => {
  it("are distinguished from an empty body", () => {
    expect(generations.isAnswer(JSON.parse(read("dall-e.json")) as object)).toBe(true);
    expect(edits.isAnswer({ data: [] })).toBe(false);
    expect(variations.isAnswer({ created: 1 })).toBe(false);
  });
});
