import type { SnapshotChannel } from "../../snapshot/relay-snapshot.ts";

/** Headers that belong to the connection; a channel's custom headers may not set them. */
const connectionHeaders = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "keep-alive",
  "proxy-connection",
  "expect",
]);

/** Adds a channel's own headers to a request where its adapter sets none. */
export function addChannelHeaders(
  request: { headers: Record<string, string> },
  channel: Pick<SnapshotChannel, "headers">,
): void {
  for (const name in channel.headers)
    if (!connectionHeaders.has(name)) request.headers[name] ??= channel.headers[name] ?? "";
}
