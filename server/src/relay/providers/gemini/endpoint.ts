import type { GeminiOptions } from "../gemini-compatible/options.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

/** API version: the channel's own, else the one with every feature. */
export function versionOf(channel: ChannelView): string {
  const version = channel.other.trim();
  return /^v\d+[a-z0-9]*$/.test(version) ? version : "v1beta";
}

/**
 * URL of a call. A base that ends in a version keeps it; proxies in front of Google expect the version in the path as
 * Google does.
 */
export function addressOf(channel: ChannelView, path: string, version = versionOf(channel)): string {
  const base = channel.baseUrl.replace(/\/+$/, "");
  return /\/v\d+[a-z0-9]*$/.test(base) ? `${base}/${path}` : `${base}/${version}/${path}`;
}

/** Authorisation headers. */
export function authorize(channel: ChannelView): Record<string, string> {
  return { "x-goog-api-key": channel.key };
}

/** The Gemini API of Google AI Studio: https://ai.google.dev/api */
export const geminiOptions: GeminiOptions = {
  url: (request, channel) =>
    addressOf(channel, `${modelPath(request.model)}:${request.action}`, request.version),
  headers: authorize,
  // Version v1 does not support it.
  supportsJsonSchema: (channel) => versionOf(channel) !== "v1",
  reportsServerTools: true,
  addedTools: (channel) => (isSwitchedOn(channel, "code_execution", "enable") ? [{ codeExecution: {} }] : []),
  unsupportedFields: ["labels"],
};

/** A name that a URL contains unescaped. */
const plainName = /^[\w.-]+$/;

/** Tuned models have their own collection. */
export function modelPath(model: string): string {
  if (plainName.test(model)) return `models/${model}`;
  const path = model.includes("/") ? model : `models/${model}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
