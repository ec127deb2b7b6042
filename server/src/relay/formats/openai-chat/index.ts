import type { ChatFormat, RequestHead } from "../format.ts";
import { parseRequest } from "./parse-request.ts";
import { readHead } from "./read-head.ts";
import { isFields } from "./read-fields.ts";
import { renderError, renderStreamError } from "./render-error.ts";
import { renderResponse } from "./render-response.ts";
import { createStreamRenderer } from "./render-stream.ts";
import { rewriteNative } from "./rewrite-native.ts";

/** OpenAI's Chat Completions. */
export const format: ChatFormat = {
  id: "openai-chat",
  readHead,
  parseRequest,
  renderResponse,
  streamRenderer: createStreamRenderer,
  renderError,
  renderStreamError,
  nativeHeaders: ["openai-beta"],
  rewriteNative,
  nativeStream: (head) => ({ isEnd, keeps: (body) => keeps(body, head) }),
};

/** Takes the frame as it came or its data alone. */
function isEnd(frame: string): boolean {
  return frame.length < longestEnd && /^(data:\s*)?\[DONE\]\s*$/.test(frame);
}

const longestEnd = 40;

/** The usage chunk that we asked for is not passed on to a caller who did not (relay contract A7). */
function keeps(body: unknown, head: RequestHead): boolean {
  if (head.wantsStreamUsage || !isFields(body) || !isFields(body.usage)) return true;
  return !(Array.isArray(body.choices) && body.choices.length === 0);
}
