import type { CallFormat } from "../format.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { createWholeOnlyStream } from "../kit/whole-only-stream.ts";
import { measure } from "./measure.ts";
import { parseRequest } from "./parse-request.ts";
import { metered, readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";

/** Rerank: Cohere's format, which Jina, Together and others also use. */
export const format: CallFormat<"rerank"> = {
  id: "cohere-rerank",
  capability: "rerank",
  readHead,
  parseRequest,
  measure,
  renderResponse,
  renderError,
  renderStreamError,
  nativeHeaders: [],
  rewriteNative: (rewrite) => rewriteModel(rewrite, metered),
  isAnswer: (body) => Array.isArray((body as { results?: unknown }).results),
  nativeStream: createWholeOnlyStream,
};
