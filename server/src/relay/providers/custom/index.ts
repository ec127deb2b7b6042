import { everyPaidField } from "../openai-compatible/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleBalance, readHardLimit } from "../openai-compatible/balance.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { forwardCalls, openAiCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { chatOrResponses, joinNative } from "../openai-compatible/join-responses.ts";
import { compatibleModerations } from "../openai-compatible/moderations.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { compatibleRerank } from "../openai-compatible/rerank.ts";
import { compatibleRaw } from "../openai-compatible/raw.ts";
import { compatibleRealtime } from "../openai-compatible/realtime.ts";
import { compatibleSpeech } from "../openai-compatible/speech.ts";
import { compatibleTranscription } from "../openai-compatible/transcription.ts";
import { compatibleVideos } from "../openai-compatible/videos.ts";
import { compatibleResponsesChat } from "../openai-responses-compatible/chat.ts";
import { compatibleResponsesNative } from "../openai-responses-compatible/native.ts";
import { readProblem } from "../openai-responses-compatible/problems.ts";
import type { ChannelView, NativeCapability, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";
import { endpointPath } from "./endpoint-paths.ts";

// An unknown server: OpenAI's dialect with all vendors' additions is sent, because most servers accept or ignore them.
const options: CompatibleOptions = {
  path: endpointPath,
  completions: () => true,
  reasoningInput: "reasoning_content",
  reasoningDetails: true,
  thoughtSignatures: true,
  cacheMarks: true,
  topK: true,
  fileUrls: true,
  answerImages: true,
  speechOutput: true,
  usage: { cachedFields: ["prompt_cache_hit_tokens", "cached_tokens"], usageIn: "x_groq" },
  isReasoningModel: isOpenAiReasoningModel,
  completionLimit: () => true,
};

/** Few servers have Responses, so the operator enables them. */
function onRequest(native: NativeCapability): NativeCapability {
  const isSelected = (channel: ChannelView): boolean => channel.plugin.responses?.enable === true;
  return {
    ...native,
    supports: (format, model, channel) => isSelected(channel) && native.supports(format, model, channel),
  };
}

const responses = compatibleResponsesNative({ path: (channel) => endpointPath("/responses", channel) });

/** Any server with Chat Completions; the operator sets its address. */
export const provider: Provider = {
  descriptor,
  paidFields: everyPaidField,
  chat: chatOrResponses(compatibleChat(options), compatibleResponsesChat()),
  embeddings: compatibleEmbeddings(options),
  images: compatibleImages(options),
  speech: compatibleSpeech(options),
  transcription: compatibleTranscription(options),
  videos: compatibleVideos(options),
  moderations: compatibleModerations(options),
  rerank: compatibleRerank(options),
  native: forwardCalls(openAiCalls, options, joinNative(compatibleNative(options), onRequest(responses))),
  raw: compatibleRaw(options),
  realtime: compatibleRealtime(options),
  account: compatibleAccount(options),
  balance: compatibleBalance(
    (channel) => endpointPath("/dashboard/billing/subscription", channel),
    readHardLimit,
  ),
  readProblem,
};
