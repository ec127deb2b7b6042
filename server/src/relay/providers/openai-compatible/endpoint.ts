import { joinUrl } from "../kit/join-url.ts";
import type { ChannelView } from "../provider.ts";
import type { CompatibleOptions } from "./options.ts";

/**
 * URL of one endpoint of a vendor. `endpoint` is its path in OpenAI's API without the version (`/chat/completions`,
 * `/audio/speech`); `model` is the upstream's name, empty for a call without a model.
 * @throws CannotServe if the channel disables the endpoint
 */
export function endpointUrl(
  options: CompatibleOptions,
  channel: ChannelView,
  endpoint: string,
  model: string,
): string {
  return joinUrl(channel.baseUrl, options.path?.(endpoint, channel, model) ?? `/v1${endpoint}`);
}

/** The vendor's authorisation headers; default a bearer token. */
export function authorizeChannel(options: CompatibleOptions, channel: ChannelView): Record<string, string> {
  return options.authorize?.(channel) ?? { authorization: `Bearer ${channel.key}` };
}
