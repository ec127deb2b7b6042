import { azureFields, openAiFields, openAiTiers } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { forwardCalls, openAiCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { chatOrResponses, joinNative } from "../openai-compatible/join-responses.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { compatibleRaw } from "../openai-compatible/raw.ts";
import { compatibleRealtime } from "../openai-compatible/realtime.ts";
import { compatibleSpeech } from "../openai-compatible/speech.ts";
import { compatibleTranscription } from "../openai-compatible/transcription.ts";
import { compatibleResponsesChat } from "../openai-responses-compatible/chat.ts";
import { compatibleResponsesNative } from "../openai-responses-compatible/native.ts";
import { readProblem } from "../openai-responses-compatible/problems.ts";
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

/** The key goes into both headers, because proxies in front of Azure check either one. */
function authorize({ key }: ChannelView): Record<string, string> {
  return { "api-key": key, authorization: `Bearer ${key}` };
}

/** `other` is the API version. A deployment has the name of its model; the model list uses an older version. */
function path(endpoint: string, channel: ChannelView, model: string): string {
  const version = channel.other.trim() || "2024-05-01-preview";
  if (endpoint === "/models") return "/openai/deployments?api-version=2023-03-15-preview";
  if (model === "") return `/openai${endpoint}?api-version=${encodeURIComponent(version)}`;
  // Cloudflare's AI Gateway has the deployments at its own path:
  // https://developers.cloudflare.com/ai-gateway/usage/providers/azureopenai/
  const root = channel.baseUrl.startsWith("https://gateway.ai.cloudflare.com") ? "" : "/openai/deployments";
  return `${root}/${encodeURIComponent(model)}${endpoint}?api-version=${encodeURIComponent(version)}`;
}

const options: CompatibleOptions = {
  path,
  authorize,
  developerRole: true,
  isReasoningModel: isOpenAiReasoningModel,
  completionLimit: () => true,
  longestCallId: 40,
  completions: (model) => /instruct|davinci|babbage/.test(model),
  speechOutput: true,
};

// Responses are outside the deployments and contain the deployment in the body:
// https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
const responses = compatibleResponsesNative({
  path: (channel) => path("/responses", channel, ""),
  authorize,
});

/** Azure has every call of OpenAI's except moderations. */
const azureCalls = openAiCalls.filter((format) => format !== "openai-moderations");

/** Azure OpenAI with deployments in its paths. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...azureFields], { tiers: openAiTiers, namesDeployments: true }),
  chat: chatOrResponses(compatibleChat(options), compatibleResponsesChat()),
  embeddings: compatibleEmbeddings(options),
  images: compatibleImages(options),
  speech: compatibleSpeech(options),
  transcription: compatibleTranscription(options),
  native: forwardCalls(azureCalls, options, joinNative(compatibleNative(options), responses)),
  raw: compatibleRaw(options),
  realtime: compatibleRealtime(options, (model) => `deployment=${encodeURIComponent(model)}`),
  account: compatibleAccount(options),
  readProblem,
};
