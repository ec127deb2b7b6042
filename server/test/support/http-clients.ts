import type { HttpClient } from "../../src/relay/upstream/http-client.ts";
import { openDispatcher } from "../../src/relay/upstream/open-dispatcher.ts";
import { createSocketPool } from "../../src/relay/upstream/socket-pool.ts";
import { UndiciClient } from "../../src/relay/upstream/undici-client.ts";
import type { UpstreamClient } from "../../src/relay/upstream/upstream-call.ts";

/**
 * The HTTP client under test. The project `undici` of vitest.config.ts runs the suites again with
 * UPSTREAM_CLIENT=undici.
 */
export const testedClient: UpstreamClient =
  process.env["UPSTREAM_CLIENT"] === "undici" ? "undici" : "builtin";

/** Waits until the connection of a finished response can be reused: undici releases it one turn later. */
export async function connectionFreed(): Promise<void> {
  if (testedClient === "undici")
    for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * The client under test, for one origin.
 * @throws TypeError for an invalid URL
 */
export function openHttpClient(origin: string, connectMilliseconds: number): HttpClient {
  if (testedClient === "builtin") return createSocketPool(origin, connectMilliseconds);
  const connectTimeout = connectMilliseconds / 1000;
  const guards = { hostGuard: undefined, proxyGuard: undefined };
  return new UndiciClient(origin, openDispatcher(origin, { proxy: "", connectTimeout, ...guards }));
}
