import type { ChatFormat } from "../format.ts";
import { createChoicesStream, hasChoices } from "../kit/choices-stream.ts";
import { renderError, renderStreamError } from "../kit/render-openai-error.ts";
import { setLimit } from "../kit/set-limit.ts";
import { fieldNames } from "./field-names.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** OpenAI's Chat Completions. */
export const format: ChatFormat = {
  id: "openai-chat",
  capability: "chat",
  fieldNames,
  readHead,
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  nativeHeaders: ["openai-beta"],
  rewriteNative,
  limitOutput: (body, tokens, field = "max_tokens") =>
    setLimit(body, field, ["max_tokens", "max_completion_tokens"], tokens),
  isAnswer: hasChoices,
  // Which models search, and by which field, differs between upstreams.
  renderSuffix: ({ effort }) => {
    if (effort === undefined) return undefined;
    return (body) => {
      if (body.reasoning == null && body.thinking == null) body.reasoning_effort ??= effort;
    };
  },
  nativeStream: createChoicesStream,
};
