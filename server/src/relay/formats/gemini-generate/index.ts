import type { ChatFormat } from "../format.ts";
import { createNativeStream, hasAnswer } from "./native-stream.ts";
import { limitOutput } from "./limit-output.ts";
import { fieldNames } from "./field-names.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** Google's generateContent and streamGenerateContent. */
export const format: ChatFormat = {
  id: "gemini-generate",
  capability: "chat",
  fieldNames,
  readHead,
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  nativeHeaders: ["x-goog-api-client"],
  rewriteNative,
  limitOutput,
  isAnswer: hasAnswer,
  nativeStream: createNativeStream,
};
