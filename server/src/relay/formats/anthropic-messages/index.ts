import type { ChatFormat } from "../format.ts";
import { rewriteInPlace } from "../kit/rewrite-in-place.ts";
import { namesOf, writeStateOnce } from "./named-state.ts";
import { createNativeStream, hasContent } from "./native-stream.ts";
import { fieldNames } from "./field-names.ts";
import { parseRequest } from "./parse-request.ts";
import { metered, readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";

/** Anthropic's Messages format. */
export const format: ChatFormat = {
  id: "anthropic-messages",
  capability: "chat",
  fieldNames,
  readHead,
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  nativeHeaders: ["anthropic-version", "anthropic-beta"],
  rewriteNative: (rewrite) => rewriteInPlace(rewrite, metered, writeStateOnce),
  namesOf,
  isAnswer: hasContent,
  nativeStream: createNativeStream,
};
