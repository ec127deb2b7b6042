import { geminiFields, geminiTiers } from "../gemini-compatible/paid-fields.ts";
import { anthropicFields, anthropicTiers } from "../anthropic-compatible/paid-fields.ts";
import { usualToolNames } from "../../canonical/tool-name-rule.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleMessages } from "../anthropic-compatible/chat.ts";
import { compatibleMessagesNative } from "../anthropic-compatible/native.ts";
import { compatibleGemini } from "../gemini-compatible/chat.ts";
import { compatibleGeminiImages } from "../gemini-compatible/images.ts";
import { needsInline } from "../gemini-compatible/media-to-wire.ts";
import { compatibleGeminiNative } from "../gemini-compatible/native.ts";
import { CannotServe, type ChatCapability, type NativeCapability, type Provider } from "../provider.ts";
import { claudeOptions, isClaude } from "./claude.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { vertexOptions } from "./endpoint.ts";
import { readProblem } from "./problems.ts";
import { tokenExchange } from "./token-exchange.ts";
import { videos } from "./videos.ts";

const gemini = compatibleGemini(vertexOptions);
const claude = compatibleMessages(claudeOptions);

/** The model's name decides the format. */
function chatOf(model: string): ChatCapability {
  if (isClaude(model)) return claude;
  if (model.startsWith("gem")) return gemini;
  throw new CannotServe(
    `This Vertex AI channel supports models named gemini… and claude…, not '${model}'.`,
    "model",
  );
}

const chat: ChatCapability = {
  sentAs: (model) => (isClaude(model) ? "anthropic-messages" : "gemini-generate"),
  buildRequest: (call, channel) => chatOf(call.model).buildRequest(call, channel),
  readResponse: (body, call) => (isClaude(call.model) ? claude : gemini).readResponse(body, call),
  streamReader: (call) => (isClaude(call.model) ? claude : gemini).streamReader(call),
  toolNames: (model) => (isClaude(model) ? claude : gemini).toolNames?.(model) ?? usualToolNames,
  // Claude on Vertex AI fetches no URLs, not even Google's own.
  needsInline,
};

const nativeGemini = compatibleGeminiNative(
  vertexOptions,
  new Set(["gemini-generate", "gemini-count-tokens"]),
);
const nativeClaude = compatibleMessagesNative(claudeOptions);

const native: NativeCapability = {
  supports: (format, model, channel) =>
    (isClaude(model) ? nativeClaude : nativeGemini).supports(format, model, channel),
  buildRequest: (call, channel) =>
    (isClaude(call.model) ? nativeClaude : nativeGemini).buildRequest(call, channel),
  needsSignatures: isClaude,
  adapt: (body, format, model) => (isClaude(model) ? undefined : nativeGemini.adapt?.(body, format, model)),
  readUsage: (body, previous, format) =>
    (format.startsWith("anthropic-") ? nativeClaude : nativeGemini).readUsage(body, previous, format),
};

/** Gemini, Imagen and Claude on Google's Vertex AI. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...anthropicFields, ...geminiFields], {
    tiers: { ...anthropicTiers, ...geminiTiers },
  }),
  chat,
  embeddings,
  images: compatibleGeminiImages(vertexOptions),
  videos,
  native,
  tokenExchange,
  readProblem,
};
