import type { CallFormat } from "../format.ts";
import { measureForm, measureGeneration } from "./measure.ts";
import { createNativeStream } from "./native-stream.ts";
import { parseEdit, parseGeneration, parseVariation } from "./parse-request.ts";
import { meteredFields, readEditHead, readGenerationHead, readVariationHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { rewriteForm } from "./rewrite-form.ts";
import { rewriteNative } from "./rewrite-native.ts";

const shared = {
  capability: "images",
  renderResponse,
  renderError,
  renderStreamError,
  nativeHeaders: [],
  isAnswer: (body: object) => {
    const { data } = body as { data?: unknown };
    return Array.isArray(data) && data.length > 0;
  },
  nativeStream: createNativeStream,
} as const;

/** OpenAI's image generation. */
export const generations: CallFormat<"images"> = {
  ...shared,
  id: "openai-images",
  readHead: readGenerationHead,
  parseRequest: parseGeneration,
  measure: measureGeneration,
  rewriteNative: (raw, body, head, model, custom) =>
    rewriteNative(raw, body, head, model, custom, meteredFields),
};

/** OpenAI's image edits. */
export const edits: CallFormat<"images"> = {
  ...shared,
  id: "openai-image-edits",
  form: true,
  readHead: readEditHead,
  parseRequest: parseEdit,
  measure: measureForm,
  rewriteNative: rewriteForm,
};

/** OpenAI's image variations. */
export const variations: CallFormat<"images"> = {
  ...shared,
  id: "openai-image-variations",
  form: true,
  readHead: readVariationHead,
  parseRequest: parseVariation,
  measure: measureForm,
  rewriteNative: rewriteForm,
};
