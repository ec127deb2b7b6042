import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleBalance, readHardLimit } from "../openai-compatible/balance.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { forwardCalls, openAiCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { isResponsesOnly } from "../openai-compatible/is-responses-only.ts";
import { chatOrResponses, joinNative } from "../openai-compatible/join-responses.ts";
import { compatibleModerations } from "../openai-compatible/moderations.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { compatibleRaw } from "../openai-compatible/raw.ts";
import { compatibleRealtime } from "../openai-compatible/realtime.ts";
import { compatibleSpeech } from "../openai-compatible/speech.ts";
import { compatibleTranscription } from "../openai-compatible/transcription.ts";
import { compatibleVideos } from "../openai-compatible/videos.ts";
import { compatibleResponsesChat } from "../openai-responses-compatible/chat.ts";
import { compatibleResponsesNative } from "../openai-responses-compatible/native.ts";
import type { ResponsesOptions } from "../openai-responses-compatible/options.ts";
import { readProblem } from "../openai-responses-compatible/problems.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  developerRole: true,
  isReasoningModel: isOpenAiReasoningModel,
  completionLimit: () => true,
  longestCallId: 40,
  responsesOnly: isResponsesOnly,
  completions: (model) => /instruct|davinci|babbage/.test(model),
  speechOutput: true,
  // Only the search models support the field; each of their answers counts as one search, which usage does not report.
  webSearch: (model) => (isSearchModel(model) ? { web_search_options: {} } : undefined),
  usage: { searches: (model) => (isSearchModel(model) ? 1 : 0) },
};

function isSearchModel(model: string): boolean {
  return /-search-(preview|api)/.test(model);
}

const responses: ResponsesOptions = {
  isReasoningModel: isOpenAiReasoningModel,
  compacts: true,
  countsTokens: true,
};

/** OpenAI's own API. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: chatOrResponses(compatibleChat(options), compatibleResponsesChat(responses), isResponsesOnly),
  embeddings: compatibleEmbeddings(options),
  images: compatibleImages(options),
  speech: compatibleSpeech(options),
  transcription: compatibleTranscription(options),
  videos: compatibleVideos(options),
  moderations: compatibleModerations(options),
  native: forwardCalls(
    openAiCalls,
    options,
    joinNative(compatibleNative(options), compatibleResponsesNative(responses)),
  ),
  raw: compatibleRaw(options),
  realtime: compatibleRealtime(options),
  account: compatibleAccount(options),
  balance: compatibleBalance("/v1/dashboard/billing/subscription", readHardLimit),
  readProblem,
};
