import type { SnapshotChannel } from "../../snapshot/relay-snapshot.ts";
import { connectionHeaders } from "./connection-headers.ts";

/** Adds a channel's own headers to a request unless its adapter sets them. Headers of the connection are left out. */
export function addChannelHeaders(
  request: { headers: Record<string, string> },
  channel: Pick<SnapshotChannel, "headers">,
): void {
  for (const name in channel.headers)
    if (!connectionHeaders.has(name)) request.headers[name] ??= channel.headers[name] ?? "";
}
