import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import type { ImageCall } from "../../canonical/image.ts";
import { CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { compatibleGeminiImages } from "./images.ts";

const images = compatibleGeminiImages({
  url: ({ model, action }) => `https://upstream.test/${model}:${action}`,
  headers: () => ({}),
  reportsServerTools: true,
  unsupportedFields: [],
});
const call = (more: Partial<ImageCall> = {}): ImageCall => ({
  model: "imagen-4.0-generate-001",
  operation: "generate",
  prompt: "A cat.",
  count: 2,
  answer: "base64",
  images: [],
  extras: {},
  ...more,
});
const build = (more: Partial<ImageCall>) => {
  const request = images.buildRequest(
    call(more),
    aChannelView({ customParameters: { parameters: { seed: 1 } } }),
  );
  return { url: request.url, body: JSON.parse(String(request.body)) as object, dropped: request.dropped };
};
const read = (body: object, more: Partial<ImageCall> = {}) =>
  images.readResponse({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }, call(more));
const model = "gemini-2.5-flash-image";

describe("Imagen", () => {
  it("requests the given number of images, in the nearest aspect ratio", () => {
    const options = {
      size: "1024x1792",
      outputFormat: "jpeg",
      outputCompression: 80,
      quality: "hd",
      endUser: "u",
    };
    expect(build({ ...options, extras: { moderation: "low" } })).toEqual({
      url: "https://upstream.test/imagen-4.0-generate-001:predict",
      body: {
        instances: [{ prompt: "A cat." }],
        parameters: {
          sampleCount: 2,
          personGeneration: "allow_adult",
          aspectRatio: "9:16",
          outputOptions: { mimeType: "image/jpeg", compressionQuality: 80 },
          seed: 1,
        },
      },
      dropped: ["quality", "user", "moderation"],
    });
  });

  it.each([
    ["1792x1024", "16:9"],
    ["1024x1024", "1:1"],
    ["1536x1024", "4:3"],
    ["1024x1536", "3:4"],
    ["auto", undefined],
    [undefined, undefined],
  ])("generates %s as %s", (size, aspectRatio) => {
    const given = size === undefined ? {} : { size };
    const { parameters } = build(given).body as { parameters: { aspectRatio?: string } };
    expect(parameters.aspectRatio).toBe(aspectRatio);
  });

  it("returns images as bytes, 258 tokens each", () => {
    const predictions = [
      { bytesBase64Encoded: "AA==", mimeType: "image/png", prompt: "A black cat." },
      { raiFilteredReason: "no" },
      { bytesBase64Encoded: "BB==" },
    ];
    expect(read({ predictions })).toEqual({
      images: [
        { base64: "AA==", mediaType: "image/png", revisedPrompt: "A black cat." },
        { base64: "BB==", mediaType: "image/png" },
      ],
      usage: { ...noUsage, output_image: 516 },
    });
  });

  it("rejects edits, and reports why there is no image", () => {
    expect(() => build({ operation: "edit" })).toThrow(CannotServe);
    expect(() => read({ predictions: [{ raiFilteredReason: "Blocked." }] })).toThrow("no image: Blocked.");
    expect(() => read({})).toThrow(UnreadableAnswer);
    expect(() =>
      images.readResponse({ status: 200, headers: {}, body: Buffer.from("<html>") }, call()),
    ).toThrow(UnreadableAnswer);
  });
});

describe("Gemini's own models", () => {
  it("generate one image from text and images", () => {
    const picture = { name: "a.png", mediaType: "image/png", bytes: Buffer.from([1]) };
    const request = build({
      model,
      operation: "edit",
      count: 1,
      images: [picture],
      size: "1792x1024",
      outputFormat: "png",
    });
    expect(request).toMatchObject({
      url: `https://upstream.test/${model}:generateContent`,
      body: {
        contents: [
          {
            role: "user",
            parts: [{ text: "A cat." }, { inlineData: { mimeType: "image/png", data: "AQ==" } }],
          },
        ],
        generationConfig: { responseModalities: ["TEXT", "IMAGE"], imageConfig: { aspectRatio: "16:9" } },
      },
      dropped: ["output_format"],
    });
  });

  it("reject unsupported operations", () => {
    const mask = { name: "m", mediaType: "image/png", bytes: Buffer.from([1]) };
    for (const more of [{ count: 2 }, { count: 1, mask }, { count: 1, operation: "variation" as const }])
      expect(() => build({ model, ...more })).toThrow(CannotServe);
  });

  it("return the images of their answer, with its usage", () => {
    const parts = [{ text: "Here." }, { inlineData: { mimeType: "image/png", data: "AA==" } }];
    const usageMetadata = {
      promptTokenCount: 5,
      candidatesTokenCount: 1300,
      candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }],
    };
    expect(read({ candidates: [{ content: { parts } }], usageMetadata }, { model })).toEqual({
      images: [{ base64: "AA==", mediaType: "image/png" }],
      usage: { ...noUsage, input: 5, output: 10, output_image: 1290 },
    });
    expect(() => read({ candidates: [{ finishReason: "IMAGE_SAFETY" }] }, { model })).toThrow("IMAGE_SAFETY");
    expect(() => read({ promptFeedback: { blockReason: "OTHER" } }, { model })).toThrow("OTHER");
  });
});
