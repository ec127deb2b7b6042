import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { parseForm } from "../../request/parse-form.ts";
import { images as stability } from "../stability/images.ts";
import type { UpstreamRequest } from "../provider.ts";
import { compatibleImages } from "./images.ts";
import { compatibleTranscription } from "./transcription.ts";

const file = { name: "a.bin", mediaType: "application/octet-stream", bytes: Buffer.from("bytes") };
const transcript = { model: "m", file, translate: false, format: "json", language: "de" };
const picture = {
  model: "m",
  operation: "edit" as const,
  prompt: "A cat",
  count: 1,
  quality: "low",
  answer: "url" as const,
  images: [file],
  extras: {},
};

/** Names and texts of a form; a file shows its name only. */
async function fieldsOf({ body, headers }: UpstreamRequest): Promise<string[]> {
  const { fields } = await parseForm(body as Buffer, headers["content-type"] ?? "");
  return fields.map(({ name, value }) => (typeof value === "string" ? `${name}=${value}` : name));
}

const view = (customParameters: Record<string, unknown>) => ({ ...aChannelView(), customParameters });

describe("a channel's parameters in a form that Tollgate writes", () => {
  const custom = { temperature: 0.5, language: "en", include: ["logprobs", "x"], chunking: { type: "auto" } };

  it("are added to a transcription, before the file", async () => {
    const { buildRequest } = compatibleTranscription();
    expect(await fieldsOf(buildRequest(transcript, view(custom)))).toEqual([
      "model=m",
      "response_format=json",
      "language=de",
      "temperature=0.5",
      "include=logprobs",
      "include=x",
      'chunking={"type":"auto"}',
      "file",
    ]);
  });

  it("overwrite the caller's fields and remove forbidden ones, if the channel says so", async () => {
    const { buildRequest } = compatibleTranscription();
    const strict = view({ language: "en", overwrite: true, remove_params: ["response_format"] });
    expect(await fieldsOf(buildRequest(transcript, strict))).toEqual(["model=m", "language=en", "file"]);
  });

  it("are added to an image edit, and to Stability's images", async () => {
    const given = view({ quality: "high", seed: 7 });
    const edit = await fieldsOf(compatibleImages().buildRequest(picture, given));
    expect(edit).toEqual(["model=m", "n=1", "prompt=A cat", "quality=low", "seed=7", "image"]);
    const drawn = stability.buildRequest(
      { ...picture, model: "sd3", operation: "generate", images: [] },
      view({ seed: 7, output_format: "jpeg" }),
    );
    expect(await fieldsOf(drawn)).toEqual(["prompt=A cat", "output_format=png", "model=sd3", "seed=7"]);
  });
});
