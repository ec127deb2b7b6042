import type { CallFormat } from "../format.ts";
import { renderError, renderStreamError } from "../kit/render-openai-error.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { createWholeOnlyStream } from "../kit/whole-only-stream.ts";
import { measure } from "./measure.ts";
import { parseRequest } from "./parse-request.ts";
import { metered, readHead } from "./read-head.ts";
import { renderResponse } from "./render-response.ts";

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
  rewriteNative: (rewrite) => rewriteModel(rewrite, metered),
  isAnswer: (body) =>
    Array.isArray((body as { data?: unknown }).data) && (body as { data: unknown[] }).data.length > 0,
  nativeStream: createWholeOnlyStream,
};
