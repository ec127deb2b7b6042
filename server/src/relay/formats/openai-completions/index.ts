import type { ChatFormat } from "../format.ts";
import { createChoicesStream, hasChoices } from "../kit/choices-stream.ts";
import { renderError, renderStreamError } from "../kit/render-openai-error.ts";
import { setLimit } from "../kit/set-limit.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** OpenAI's legacy text completions. */
export const format: ChatFormat = {
  id: "openai-completions",
  capability: "chat",
  readHead,
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  nativeHeaders: ["openai-beta"],
  rewriteNative,
  limitOutput: (body, tokens) => setLimit(body, "max_tokens", ["max_tokens"], tokens),
  isAnswer: hasChoices,
  nativeStream: createChoicesStream,
};
