import { type ChannelView, CannotServe } from "../provider.ts";

/** Names of an endpoint in the channel's form, and its number in the One API family, if any. */
const names: Readonly<Record<string, readonly string[]>> = {
  "/chat/completions": ["chat", "1"],
  "/completions": ["completions", "2"],
  "/embeddings": ["embeddings", "3"],
  "/moderations": ["moderations", "4"],
  "/images/generations": ["images", "5"],
  "/images/edits": ["image-edits", "6"],
  "/images/variations": ["image-variations", "7"],
  "/audio/speech": ["speech", "9"],
  "/audio/transcriptions": ["transcriptions", "10"],
  "/audio/translations": ["translations", "11"],
  "/rerank": ["rerank", "13"],
  "/realtime": ["realtime", "14"],
  "/responses": ["responses", "16"],
  "/videos": ["videos"],
};

/**
 * Path of an endpoint: the operator's own (`plugin.customize`), else the usual one under the version segment.
 * @throws CannotServe if the operator disabled the endpoint with `disable`
 */
export function endpointPath(endpoint: string, channel: ChannelView): string {
  // A single video is below the path of all.
  const [, root = endpoint, rest = ""] = /^(\/videos)(\/.*)$/.exec(endpoint) ?? [];
  const own = findOwn(root, channel);
  if (own === "disable") throw new CannotServe(`The endpoint ${endpoint} is disabled for this channel.`);
  return own === undefined ? `${versionPath(channel)}${endpoint}` : `/${own.replace(/^\/+/, "")}${rest}`;
}

function findOwn(endpoint: string, channel: ChannelView): string | undefined {
  const paths = channel.plugin.customize ?? {};
  for (const key of names[endpoint] ?? []) {
    const path = paths[key];
    if (typeof path === "string" && path.trim() !== "") return path.trim();
  }
  return undefined;
}

/** `other` is the version segment: `v1` if empty, none if `disable`. */
function versionPath(channel: ChannelView): string {
  const version = channel.other.trim().replace(/^\/+|\/+$/g, "");
  if (version === "disable") return "";
  return `/${version === "" ? "v1" : version}`;
}
