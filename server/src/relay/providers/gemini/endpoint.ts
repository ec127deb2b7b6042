import type { GeminiOptions } from "../gemini-compatible/options.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

/** Version of the API: the channel's own, else the one that has everything. */
export function versionOf(channel: ChannelView): string {
  const version = channel.other.trim();
  return /^v\d+[a-z0-9]*$/.test(version) ? version : "v1beta";
}

/** Address of a call. A base that ends in a version keeps it; gateways in between want the version in the path as Google does. */
export function addressOf(channel: ChannelView, path: string, version = versionOf(channel)): string {
  const base = channel.baseUrl.replace(/\/+$/, "");
  return /\/v\d+[a-z0-9]*$/.test(base) ? `${base}/${path}` : `${base}/${version}/${path}`;
}

/** Headers that name the key. */
export function authorize(channel: ChannelView): Record<string, string> {
  return { "x-goog-api-key": channel.key };
}

/** The Gemini API of Google AI Studio (relay contract B1, type 25). */
export const geminiOptions: GeminiOptions = {
  url: (request, channel) =>
    addressOf(channel, `${modelPath(request.model)}:${request.action}`, request.version),
  headers: authorize,
  // The first version never learnt it.
  supportsJsonSchema: (channel) => versionOf(channel) !== "v1",
  reportsServerTools: true,
  addedTools: (channel) => (isSwitchedOn(channel, "code_execution", "enable") ? [{ codeExecution: {} }] : []),
  unsupportedFields: ["labels"],
};

/** A name that an address holds as it is. */
const plainName = /^[\w.-]+$/;

/** Tuned models name their own collection. */
export function modelPath(model: string): string {
  if (plainName.test(model)) return `models/${model}`;
  const path = model.includes("/") ? model : `models/${model}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
