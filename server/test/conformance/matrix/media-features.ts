import type { FeatureGroup } from "./features.ts";
import { question } from "./features.ts";

type Fields = Record<string, unknown>;

const png = "iVBORw0KGgo=";
const pdf = "JVBERi0xLjQK";
const wav = "UklGRiQAAABXQVZF";
/** The gateway fetches the same bytes, see `check-request.ts`. */
const url = "https://pictures.test/cat.png";

const chat = (part: Fields): Fields => ({
  messages: [{ role: "user", content: [{ type: "text", text: question }, part] }],
});
const responses = (part: Fields): Fields => ({
  input: [{ role: "user", content: [{ type: "input_text", text: question }, part] }],
});
const messages = (block: Fields): Fields => ({
  messages: [{ role: "user", content: [{ type: "text", text: question }, block] }],
});
const gemini = (part: Fields): Fields => ({
  contents: [{ role: "user", parts: [{ text: question }, part] }],
});

/** Media in both directions, and structured output. */
export const media: FeatureGroup = {
  title: "Images, files, audio, structured output",
  features: [
    {
      name: "inline images",
      fields: {
        "openai-chat": chat({ type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }),
        "openai-responses": responses({ type: "input_image", image_url: `data:image/png;base64,${png}` }),
        "anthropic-messages": messages({
          type: "image",
          source: { type: "base64", media_type: "image/png", data: png },
        }),
        "gemini-generate": gemini({ inlineData: { mimeType: "image/png", data: png } }),
      },
      words: [png],
    },
    {
      name: "images by URL",
      fields: {
        "openai-chat": chat({ type: "image_url", image_url: { url } }),
        "openai-responses": responses({ type: "input_image", image_url: url }),
        "anthropic-messages": messages({ type: "image", source: { type: "url", url } }),
        "gemini-generate": gemini({ fileData: { mimeType: "image/png", fileUri: url } }),
      },
      words: [url],
    },
    {
      name: "inline files",
      fields: {
        "openai-chat": chat({
          type: "file",
          file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${pdf}` },
        }),
        "openai-responses": responses({
          type: "input_file",
          filename: "a.pdf",
          file_data: `data:application/pdf;base64,${pdf}`,
        }),
        "anthropic-messages": messages({
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: pdf },
        }),
        "gemini-generate": gemini({ inlineData: { mimeType: "application/pdf", data: pdf } }),
      },
      words: [pdf],
    },
    {
      name: "audio input",
      fields: {
        "openai-chat": chat({ type: "input_audio", input_audio: { data: wav, format: "wav" } }),
        "gemini-generate": gemini({ inlineData: { mimeType: "audio/wav", data: wav } }),
      },
      words: [wav],
    },
    {
      name: "audio output",
      fields: {
        "openai-chat": { modalities: ["text", "audio"], audio: { voice: "alloy", format: "wav" } },
        "gemini-generate": { generationConfig: { responseModalities: ["AUDIO"] } },
      },
    },
    {
      name: "JSON Schema",
      fields: {
        "openai-chat": {
          response_format: {
            type: "json_schema",
            json_schema: { name: "place", schema: schema(), strict: true },
          },
        },
        "openai-responses": {
          text: { format: { type: "json_schema", name: "place", schema: schema(), strict: true } },
        },
        "anthropic-messages": { output_config: { format: { type: "json_schema", schema: schema() } } },
        "gemini-generate": {
          generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema() },
        },
      },
      words: ["altitude"],
    },
  ],
};

function schema(): Fields {
  return {
    type: "object",
    properties: { altitude: { type: "number" } },
    required: ["altitude"],
    additionalProperties: false,
  };
}
