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

/** The key in both places, since proxies before Azure look at either (relay contract B1). */
function authorize({ key }: ChannelView): Record<string, string> {
  return { "api-key": key, authorization: `Bearer ${key}` };
}

/** `other` is the version of the API. Every model is a deployment of its own name; the model list is older than most versions. */
function path(endpoint: string, channel: ChannelView, model: string): string {
  const version = channel.other.trim() || "2024-05-01-preview";
  if (endpoint === "/models") return "/openai/deployments?api-version=2023-03-15-preview";
  if (model === "") return `/openai${endpoint}?api-version=${encodeURIComponent(version)}`;
  // Cloudflare's gateway has the deployments at its own path (relay contract B0).
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

// Responses stand beside the deployments and are told the deployment in the body, as Azure's reference has them.
const responses = compatibleResponsesNative({
  path: (channel) => path("/responses", channel, ""),
  authorize,
});

/** Azure has everything of OpenAI's but moderations (relay contract B1). */
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
