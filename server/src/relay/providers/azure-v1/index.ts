import { azureFields, openAiFields, openAiTiers } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { forwardCalls, openAiCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { isResponsesOnly } from "../openai-compatible/is-responses-only.ts";
import { chatOrResponses, joinNative } from "../openai-compatible/join-responses.ts";
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
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

/** The key goes into both headers, because proxies in front of Azure check either one. */
function authorize({ key }: ChannelView): Record<string, string> {
  return { "api-key": key, authorization: `Bearer ${key}` };
}

/** `other` is `preview` or `latest`; the stable version has no parameter. */
function path(endpoint: string, { other }: ChannelView): string {
  const version = other.trim();
  return `/openai/v1${endpoint}${version === "" ? "" : `?api-version=${encodeURIComponent(version)}`}`;
}

const options: CompatibleOptions = {
  path,
  authorize,
  developerRole: true,
  isReasoningModel: isOpenAiReasoningModel,
  completionLimit: () => true,
  longestCallId: 40,
  responsesOnly: isResponsesOnly,
  completions: (model) => /instruct|davinci|babbage/.test(model),
  speechOutput: true,
};

const responses: ResponsesOptions = {
  path: (channel) => path("/responses", channel),
  authorize,
  isReasoningModel: isOpenAiReasoningModel,
};

/** Azure has every call of OpenAI's except moderations. */
const azureCalls = openAiCalls.filter((format) => format !== "openai-moderations");

/** Azure OpenAI's v1 API: OpenAI's own paths, with the deployment as the model. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...azureFields], { tiers: openAiTiers, namesDeployments: true }),
  chat: chatOrResponses(compatibleChat(options), compatibleResponsesChat(responses), isResponsesOnly),
  embeddings: compatibleEmbeddings(options),
  images: compatibleImages(options),
  speech: compatibleSpeech(options),
  transcription: compatibleTranscription(options),
  videos: compatibleVideos(options),
  native: forwardCalls(
    azureCalls,
    options,
    joinNative(compatibleNative(options), compatibleResponsesNative(responses)),
  ),
  raw: compatibleRaw(options),
  realtime: compatibleRealtime(options),
  account: compatibleAccount(options),
  readProblem,
};
