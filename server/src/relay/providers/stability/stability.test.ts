import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { describeImages, readProblems, Fixtures } from "../../../../test/conformance/read-fixtures.ts";
import type { ImageCall } from "../../canonical/image.ts";
import { CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { chooseAspectRatio } from "./choose-aspect-ratio.ts";
import { provider } from "./index.ts";

const channel = aChannelView({ baseUrl: "https://upstream.test/v2beta" });
const fixtures = new Fixtures(new URL("./__fixtures__/", import.meta.url));
const images = provider.images!;
const call: ImageCall = {
  model: "stable-image-core",
  operation: "generate",
  prompt: "a cat",
  count: 1,
  answer: "url",
  images: [],
  extras: {},
};

async function sent(more: Partial<ImageCall>) {
  const request = images.buildRequest({ ...call, ...more }, channel);
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(request.body as Buffer), { headers }).formData();
  return { request, form: Object.fromEntries(form) };
}

describe("stability", () => {
  it.each([
    ["stable-image-core", "core"],
    ["core", "core"],
    ["stable-image-ultra", "ultra"],
    ["sd3", "sd3"],
    ["sd3.5-large-turbo", "sd3"],
  ])("sends %s to the service %s", async (model, service) => {
    const { request, form } = await sent({ model });
    expect(request.url).toBe(`https://upstream.test/v2beta/stable-image/generate/${service}`);
    expect(request.headers).toMatchObject({ accept: "application/json", authorization: "Bearer test-key" });
    expect(form).toEqual({ prompt: "a cat", output_format: "png", ...(service === "sd3" && { model }) });
    expect(request.dropped).toBeUndefined();
  });

  it("forwards supported fields and reports unsupported ones", async () => {
    const { request, form } = await sent({
      size: "1792x1024",
      outputFormat: "webp",
      quality: "hd",
      endUser: "u",
      extras: { negative_prompt: "dogs", seed: 7, moderation: "low", style_preset: ["anime"] },
    });
    expect(form).toEqual({
      prompt: "a cat",
      output_format: "webp",
      negative_prompt: "dogs",
      seed: "7",
      aspect_ratio: "16:9",
    });
    expect(request.dropped).toEqual(["moderation", "style_preset", "quality", "user"]);
    expect((await sent({ model: "sd3", outputFormat: "webp" })).request.dropped).toEqual(["output_format"]);
    expect((await sent({ size: "big" })).request.dropped).toEqual(["size"]);
    expect((await sent({ size: "auto" })).request.dropped).toBeUndefined();
  });

  it("leaves unsupported calls to other channels", () => {
    for (const more of [{ operation: "edit" }, { count: 2 }, { model: "sdxl" }] as Partial<ImageCall>[])
      expect(() => images.buildRequest({ ...call, ...more }, channel)).toThrow(CannotServe);
  });

  it("finds the nearest ratio", () => {
    const sizes = ["1024x1024", "1024x1792", "1536x1024", "16:9", "5000x100", "1x1000", "0x0", "auto"];
    expect(sizes.map(chooseAspectRatio)).toEqual([
      "1:1",
      "9:16",
      "3:2",
      "16:9",
      "21:9",
      "9:21",
      undefined,
      undefined,
    ]);
  });

  it("reads an image from JSON or from bytes", () => {
    const answer = (body: Buffer, type: string) =>
      images.readResponse({ status: 200, headers: { "content-type": type }, body }, call);
    const picture = answer(fixtures.read("picture.json"), "application/json");
    expect(picture.images).toEqual([{ base64: "iVBORw0KGgo=" }]);
    expect(describeImages(picture)).toEqual(fixtures.expected("picture.json"));
    expect(answer(Buffer.from("bytes"), "image/png").images).toEqual([
      { base64: Buffer.from("bytes").toString("base64"), mediaType: "image/png" },
    ]);
    for (const body of ["{}", "[]", "x", '{"finish_reason":"CONTENT_FILTERED"}'])
      expect(() => answer(Buffer.from(body), "application/json")).toThrow(UnreadableAnswer);
    expect(() => answer(Buffer.alloc(0), "image/png")).toThrow(UnreadableAnswer);
  });

  it("reports the problem, and distinguishes a rejected prompt from a rejected key", () => {
    for (const { problem, expected } of readProblems(provider, fixtures))
      expect(problem).toMatchObject(expected);
  });
});
