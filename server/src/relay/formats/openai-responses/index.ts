import type { ChatFormat } from "../format.ts";
import { needFields } from "../kit/read-fields.ts";
import { renderError } from "../kit/render-openai-error.ts";
import { rewriteInPlace } from "../kit/rewrite-in-place.ts";
import { setLimit } from "../kit/set-limit.ts";
import { applySuffix } from "./apply-suffix.ts";
import { findState, namesOf, withItems, withoutReasoning } from "./named-state.ts";
import { createNativeStream, hasOutput } from "./native-stream.ts";
import { fieldNames } from "./field-names.ts";
import { parseRequest } from "./parse-request.ts";
import { metered, readHead } from "./read-head.ts";
import { renderStreamError } from "./render-error.ts";
import { timeOfItem } from "./render-items.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";

/** OpenAI's Responses. */
export const format: ChatFormat = {
  id: "openai-responses",
  capability: "chat",
  fieldNames,
  readHead,
  findState: (body, head) => findState(needFields(body), head),
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  streamsError: ({ promptTooLong }) => promptTooLong !== undefined,
  nativeHeaders: ["openai-beta"],
  rewriteNative: (rewrite) => rewriteInPlace(rewrite, metered),
  limitOutput: (body, tokens) => setLimit(body, "max_output_tokens", ["max_output_tokens"], tokens),
  isAnswer: hasOutput,
  renderSuffix: (suffix) => (body) => applySuffix(body, suffix),
  namesOf,
  withoutReasoning,
  withItems,
  timeOfItem,
  nativeStream: createNativeStream,
};

/** Compacting has no field for an output limit. */
const { limitOutput: _none, ...unlimited } = format;

/** Compacts a long conversation for the next request. Only its origin can read the result. */
export const compact: ChatFormat = {
  ...unlimited,
  id: "openai-responses-compact",
  nativeOnly: true,
};
