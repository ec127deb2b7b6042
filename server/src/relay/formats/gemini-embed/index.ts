import type { CallFormat } from "../format.ts";
import { isFields } from "../kit/check-value.ts";
import { createWholeOnlyStream } from "../kit/whole-only-stream.ts";
import { measure } from "./measure.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** Gemini's `:embedContent` and `:batchEmbedContents`. */
export const format: CallFormat<"embeddings"> = {
  id: "gemini-embed",
  capability: "embeddings",
  readHead,
  parseRequest,
  measure,
  renderResponse,
  renderError,
  renderStreamError,
  nativeHeaders: [],
  rewriteNative,
  isAnswer,
  nativeStream: createWholeOnlyStream,
};

function isAnswer(body: object): boolean {
  const { embedding, embeddings } = body as { embedding?: unknown; embeddings?: unknown };
  return isFields(embedding) || (Array.isArray(embeddings) && embeddings.length > 0);
}
