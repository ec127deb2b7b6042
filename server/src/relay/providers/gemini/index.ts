import { geminiPaidFields } from "../gemini-compatible/paid-fields.ts";
import { compatibleGemini } from "../gemini-compatible/chat.ts";
import { compatibleGeminiImages } from "../gemini-compatible/images.ts";
import { compatibleGeminiNative } from "../gemini-compatible/native.ts";
import { readProblem } from "../gemini-compatible/problems.ts";
import type { Provider } from "../provider.ts";
import { account } from "./account.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { geminiOptions } from "./endpoint.ts";
import { withOpenAiDialect, withOpenAiDialectNative } from "./openai-dialect.ts";
import { videos } from "./videos.ts";

const formats = new Set(["gemini-generate", "gemini-count-tokens", "gemini-embed"] as const);

/** Google's Gemini API (AI Studio). */
export const provider: Provider = {
  descriptor,
  paidFields: geminiPaidFields,
  chat: withOpenAiDialect(compatibleGemini(geminiOptions)),
  embeddings,
  images: compatibleGeminiImages(geminiOptions),
  videos,
  native: withOpenAiDialectNative(compatibleGeminiNative(geminiOptions, formats)),
  account,
  readProblem,
};
