import type { CallFormat } from "../format.ts";
import { measure } from "./measure.ts";
import { createNativeStream } from "./native-stream.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** OpenAI's Embeddings. */
export const format: CallFormat<"embeddings"> = {
  id: "openai-embeddings",
  capability: "embeddings",
  readHead,
  parseRequest,
  measure,
  renderResponse,
  renderError,
  renderStreamError,
  nativeHeaders: [],
  rewriteNative,
  isAnswer: (body) =>
    Array.isArray((body as { data?: unknown }).data) && (body as { data: unknown[] }).data.length > 0,
  nativeStream: createNativeStream,
};
