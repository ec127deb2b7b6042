import type { CallFormat } from "../format.ts";
import { measure } from "./measure.ts";
import { createNativeStream } from "./native-stream.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { rewriteNative } from "./rewrite-native.ts";

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
  rewriteNative,
  isAnswer: (body) => Array.isArray((body as { results?: unknown }).results),
  nativeStream: createNativeStream,
};
