import type { FormatId } from "../../format-ids.ts";
import type { ChannelView } from "../provider.ts";
import type { MessagesRequest } from "./options.ts";

/** The last version with sampling parameters; later versions reject them for every model. */
export const defaultVersion = "2023-06-01";

/** Key, version and betas as Anthropic requires them (https://docs.claude.com/en/api/overview). */
export function anthropicHeaders(request: MessagesRequest, channel: ChannelView): Record<string, string> {
  return { "x-api-key": channel.key, ...versionHeaders(request) };
}

/** Version and betas without a key, for vendors with other authorisation. */
export function versionHeaders({ version, betas }: MessagesRequest): Record<string, string> {
  const headers: Record<string, string> = { "anthropic-version": version };
  if (betas.length > 0) headers["anthropic-beta"] = betas.join(",");
  return headers;
}

/**
 * The request's header fields: the channel's version wins over the caller's; betas of both are merged. `given` are the
 * caller's headers, lower-case names; empty for translated calls.
 */
export function describeRequest(
  call: { model: string; stream: boolean; format: FormatId },
  channel: ChannelView,
  given: Readonly<Record<string, string>>,
): MessagesRequest {
  const betas = [...splitBetas(ownHeader(channel, "anthropic-beta")), ...splitBetas(given["anthropic-beta"])];
  return {
    model: call.model,
    stream: call.stream,
    format: call.format,
    version: ownHeader(channel, "anthropic-version") ?? given["anthropic-version"] ?? defaultVersion,
    betas: [...new Set(betas)],
  };
}

function splitBetas(header: string | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => beta !== "");
}

function ownHeader(channel: ChannelView, name: string): string | undefined {
  const found = Object.keys(channel.headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : channel.headers[found];
}
