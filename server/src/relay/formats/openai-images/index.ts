import type { CallFormat } from "../format.ts";
import { renderError, renderStreamError } from "../kit/render-openai-error.ts";
import { rewriteForm } from "../kit/rewrite-form.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { measureForm, measureGeneration, picturesOf } from "./measure.ts";
import { createNativeStream } from "./native-stream.ts";
import { parseEdit, parseGeneration, parseVariation } from "./parse-request.ts";
import { metered, readEditHead, readGenerationHead, readVariationHead } from "./read-head.ts";
import { renderResponse } from "./render-response.ts";

const shared = {
  capability: "images",
  renderResponse,
  renderError,
  renderStreamError,
  nativeHeaders: [],
  picturesOf,
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
  rewriteNative: (rewrite) => rewriteModel(rewrite, metered),
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
