import type { CallFormat } from "../format.ts";
import { renderError, renderStreamError } from "../kit/render-openai-error.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { createWholeOnlyStream } from "../kit/whole-only-stream.ts";
import { measure } from "./measure.ts";
import { parseRequest } from "./parse-request.ts";
import { metered, readHead } from "./read-head.ts";
import { renderResponse } from "./render-response.ts";

/** OpenAI's Moderations. */
export const format: CallFormat<"moderations"> = {
  id: "openai-moderations",
  capability: "moderations",
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
