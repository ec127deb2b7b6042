import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { compatibleTranscription } from "../openai-compatible/transcription.ts";
import type { Provider } from "../provider.ts";
import { adjustBody, renderReasoning } from "./adjust-body.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  // Converted to a part of the content by `adjustBody`.
  reasoningInput: "reasoning_content",
  streamOptions: false,
  usage: { cachedFields: ["num_cached_tokens"] },
  renderReasoning,
  // The API rejects unknown fields.
  unsupportedFields: [
    "user",
    "safety_identifier",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "service_tier",
    "store",
    "verbosity",
    "web_search_options",
    "prompt_cache_retention",
  ],
  adjustBody,
};

/**
 * Mistral. No native path: it rejects `stream_options`, and its reasoning arrives as a list of parts, which no OpenAI
 * client expects.
 */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  embeddings: compatibleEmbeddings(options, { dimensionsField: "output_dimension", endUser: false }),
  transcription: compatibleTranscription(options, { translates: false, answerFormats: false }),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
