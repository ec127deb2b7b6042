import type { MessagesOptions } from "../anthropic-compatible/options.ts";
import { addressOf, authorize } from "./endpoint.ts";

const version = "vertex-2023-10-16";

/**
 * Claude on Vertex AI: Messages with the model in the path and the version in the body
 * (https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude). Token counting has its own
 * endpoint, with the model in the body.
 */
export const claudeOptions: MessagesOptions = {
  url({ model, stream, format }, channel) {
    if (format === "anthropic-count-tokens")
      return addressOf(channel, "anthropic", "count-tokens", "rawPredict");
    return addressOf(channel, "anthropic", nameOf(model), stream ? "streamRawPredict" : "rawPredict");
  },
  headers: ({ betas }, channel) => ({
    ...authorize(channel),
    ...(betas.length > 0 ? { "anthropic-beta": betas.join(",") } : {}),
  }),
  adjustBody(body, { model, format }) {
    if (format === "anthropic-count-tokens") body.model = nameOf(model);
    else delete body.model;
    body.anthropic_version ??= version;
  },
  files: false,
};

/** Vertex AI puts a model's date after an at sign. */
function nameOf(model: string): string {
  return model.replace(/-(\d{8})$/, "@$1");
}

/** True for a model that uses Messages. */
export function isClaude(model: string): boolean {
  return model.startsWith("claude");
}
