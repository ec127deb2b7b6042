import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import type { FormatId } from "../../format-ids.ts";
import { findProvider } from "../registry.ts";
import { CannotServe } from "../provider.ts";

const file = { name: "a.mp3", mediaType: "audio/mpeg", bytes: Buffer.from("x") };
const embedding = { model: "m", inputs: ["a"], encoding: "base64" as const, dimensions: 8, endUser: "u" };
const picture = {
  model: "m",
  operation: "generate" as const,
  prompt: "p",
  count: 1,
  answer: "url" as const,
  images: [],
};
const sound = { model: "m", input: "a", voice: "v", format: "mp3" };
const transcript = { model: "m", file, translate: false, format: "json" };
const order = { model: "m", query: "q", documents: ["a"], returnDocuments: false };

/** The URL for each call of a compatible vendor; undefined if not supported. */
function addresses(type: number, other = ""): Record<string, string | undefined> {
  const provider = findProvider(type)!;
  const channel = aChannelView({ other });
  const { embeddings, images, speech, transcription, moderations, rerank } = provider;
  const urls = {
    embeddings: embeddings?.buildRequest(embedding, channel).url,
    images: images?.buildRequest({ ...picture, extras: {} }, channel).url,
    speech: speech?.buildRequest(sound, channel).url,
    transcription: transcription?.buildRequest(transcript, channel).url,
    moderations: moderations?.buildRequest({ model: "m", body: {} }, channel).url,
    rerank: rerank?.buildRequest(order, channel).url,
  };
  const paths = Object.entries(urls).filter(([, url]) => url !== undefined);
  return Object.fromEntries(paths.map(([call, url]) => [call, url?.replace("https://upstream.test", "")]));
}

const openAi = {
  embeddings: "/v1/embeddings",
  images: "/v1/images/generations",
  speech: "/v1/audio/speech",
  transcription: "/v1/audio/transcriptions",
  moderations: "/v1/moderations",
};
const { embeddings, images, speech, transcription } = openAi;
const rerank = "/v1/rerank";

const azure = Object.fromEntries(
  Object.entries(openAi)
    .filter(([call]) => call !== "moderations")
    .map(([call, path]) => [call, `/openai/deployments/m${path.slice(3)}?api-version=2025-01-01`]),
);

describe("calls other than chat at compatible vendors", () => {
  it.each([
    ["openai", 1, "", openAi],
    ["custom", 8, "", { ...openAi, rerank }],
    ["azure", 3, "2025-01-01", azure],
    ["mistral", 30, "", { embeddings, transcription }],
    ["siliconflow", 45, "", { embeddings, speech, transcription, rerank }],
    ["baichuan", 26, "", { embeddings }],
    ["groq", 31, "", { speech, transcription }],
    ["xai", 56, "", { images }],
  ] as const)("%s takes them at its own paths", (_name, type, other, expected) => {
    expect(addresses(type, other)).toEqual(expected);
  });

  it("have no version prefix at azure-v1 and github", () => {
    expect(addresses(55, "preview").embeddings).toBe("/openai/v1/embeddings?api-version=preview");
    expect(addresses(55, "preview")).not.toHaveProperty("moderations");
    expect(addresses(49)).toEqual({ embeddings: "/embeddings" });
  });

  it("are forwarded if native, and translated otherwise", () => {
    const supports = (type: number, format: FormatId) =>
      findProvider(type)?.native?.supports(format, "m", aChannelView()) ?? false;
    for (const type of [1, 3, 8, 55]) {
      expect(supports(type, "openai-chat")).toBe(true);
      expect(supports(type, "openai-image-edits")).toBe(true);
      expect(supports(type, "cohere-rerank")).toBe(false);
    }
    expect(supports(3, "openai-moderations")).toBe(false);
    expect(supports(45, "cohere-rerank")).toBe(true);
    expect(supports(45, "openai-transcriptions")).toBe(false);
    expect(supports(31, "openai-translations")).toBe(true);
    expect(supports(56, "openai-images")).toBe(true);
    expect(supports(30, "openai-embeddings")).toBe(false);
  });

  it("use the vendor's own fields", () => {
    const sent = (type: number) => {
      const { body, dropped } = findProvider(type)!.embeddings!.buildRequest(embedding, aChannelView());
      return { body: JSON.parse(String(body)) as unknown, dropped };
    };
    const common = { model: "m", input: ["a"] };
    expect(sent(30).body).toEqual({ ...common, encoding_format: "base64", output_dimension: 8 });
    expect(sent(30).dropped).toEqual(["user"]);
    expect(sent(26).body).toEqual({ ...common, dimensions: 8 });
    const translate = { ...transcript, translate: true };
    for (const type of [30, 45])
      expect(() => findProvider(type)!.transcription!.buildRequest(translate, aChannelView())).toThrow(
        CannotServe,
      );
  });
});
