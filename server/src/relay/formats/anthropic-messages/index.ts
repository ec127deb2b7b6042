import type { ChatFormat } from "../format.ts";
import { createNativeStream, hasContent } from "./native-stream.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** Anthropic's Messages. */
export const format: ChatFormat = {
  id: "anthropic-messages",
  capability: "chat",
  readHead,
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  nativeHeaders: ["anthropic-version", "anthropic-beta"],
  rewriteNative,
  isAnswer: hasContent,
  nativeStream: createNativeStream,
};
