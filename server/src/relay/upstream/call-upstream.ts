import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";
import { loadOnce } from "../../platform/load-once.ts";
import type { UpstreamRequest } from "../providers/provider.ts";
import type { Deadlines } from "./deadlines.ts";
import { HttpCall } from "./http-call.ts";
import type { OutgoingBody } from "./http-client.ts";
import { LimitedCall } from "./limited-call.ts";
import { LocalCall } from "./local-call.ts";
import { networkProblem } from "./network-problem.ts";
import { createOriginClients } from "./origin-clients.ts";
import { createSocketPool, type SocketPool } from "./socket-pool.ts";
import type { UndiciCalls } from "./undici-calls.ts";
import type { ConnectTarget, UpstreamCaller, UpstreamClient, UpstreamTarget } from "./upstream-call.ts";

export interface UpstreamCallerOptions {
  deadlines: Deadlines;
  /** Checks the addresses that untrusted hosts and proxies resolve to. Absent: nothing is checked. */
  guard?: ConnectGuard | undefined;
  /** Sends HTTP requests that need no proxy. Default: `builtin`. */
  client?: UpstreamClient | undefined;
}

/**
 * Performs every HTTP call of the data plane: connections, proxies, time limits, decompression, aborts. Connections are shared by calls to the
 * same origin with the same proxy, connect timeout and trust, and by no others.
 */
export function createUpstreamCaller({
  deadlines,
  guard,
  client = "builtin",
}: UpstreamCallerOptions): UpstreamCaller {
  const pools = createOriginClients<SocketPool>();
  let closeUndici = async (): Promise<void> => {};
  const loadUndici = loadOnce(async () => {
    const { createUndiciCalls } = await import("./undici-calls.ts");
    const calls = createUndiciCalls(guard);
    closeUndici = calls.close;
    return calls;
  });

  function poolFor(origin: string, { connectTimeout, hostTrusted = false }: ConnectTarget): SocketPool {
    return pools.get(`${origin} ${connectTimeout} ${hostTrusted}`, () =>
      createSocketPool(origin, connectTimeout * 1000, hostTrusted ? undefined : guard),
    );
  }

  /** Failures of `send` reach the listener like those of the network. */
  function sendByUndici(call: LimitedCall, send: (calls: UndiciCalls) => void): void {
    loadUndici()
      .then((calls) => {
        if (!call.over) send(calls);
      })
      .catch((error: unknown) => call.fail(networkProblem(error)));
  }

  function sendHttp(call: LimitedCall, request: UpstreamRequest, target: UpstreamTarget): void {
    // The path is cut from the text itself, so that it is sent as the adapter wrote it.
    const { url, method, headers } = request;
    const slash = url.indexOf("/", url.indexOf("://") + 3);
    const origin = slash === -1 ? url : url.slice(0, slash);
    const path = slash === -1 ? "/" : url.slice(slash);
    const head = target.once ? { method, path, headers, once: target.once } : { method, path, headers };
    const body = request.pieces ?? request.body;
    if (target.proxy === "" && client === "builtin") {
      new HttpCall(call, poolFor(origin, target), head, body).send();
      return;
    }
    const sent = target.proxy === "" ? copyOf(body) : body;
    sendByUndici(call, (calls) => new HttpCall(call, calls.clientOf(origin, target), head, sent).send());
  }

  return {
    websockets: async () => (await loadUndici()).openWebsocket,
    call(request, target, listener) {
      if (request.pieces && !takesPieces(request, target)) joinPieces(request, request.pieces);
      request.sign?.(request, Date.now());
      const call = new LimitedCall(deadlines, target, listener);
      try {
        if (isWebsocket(request)) sendByUndici(call, (calls) => calls.sendWebsocket(call, request, target));
        else if (target.local) new LocalCall(call, target.local, request);
        else sendHttp(call, request, target);
      } catch (error) {
        // The listener receives an invalid address or header like any other failure, after this returns.
        queueMicrotask(() => call.fail(networkProblem(error)));
      }
      return call;
    },
    async close() {
      await Promise.all([pools.close(), closeUndici()]);
    },
  };
}

function isWebsocket({ url }: UpstreamRequest): boolean {
  return url.startsWith("ws");
}

function takesPieces(request: UpstreamRequest, { local, proxy }: UpstreamTarget): boolean {
  return !request.sign && !local && proxy === "" && !isWebsocket(request);
}

function joinPieces(request: UpstreamRequest, pieces: readonly Buffer[]): void {
  request.body = Buffer.concat(pieces);
  delete request.pieces;
}

/** Without a proxy, callers release a body's memory when its call ends, and undici may still be writing it. */
function copyOf(body: OutgoingBody | undefined): OutgoingBody | undefined {
  if (body === undefined || typeof body === "string") return body;
  return Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.concat(body);
}
