import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";
import type { UpstreamRequest } from "../providers/provider.ts";
import type { HttpClient } from "./http-client.ts";
import type { LimitedCall } from "./limited-call.ts";
import { openDispatcher } from "./open-dispatcher.ts";
import { openWebsocket } from "./open-websocket.ts";
import { createOriginClients } from "./origin-clients.ts";
import { UndiciClient } from "./undici-client.ts";
import type { ConnectTarget, OpenWebsocket } from "./upstream-call.ts";
import { WebsocketCall } from "./websocket-call.ts";

/** What undici does for the data plane. */
export interface UndiciCalls {
  /** @throws AddressNotPublic */
  clientOf(origin: string, target: ConnectTarget): HttpClient;
  /** @throws SyntaxError, TypeError, AddressNotPublic if the address cannot be connected to */
  sendWebsocket(call: LimitedCall, request: UpstreamRequest, target: ConnectTarget): void;
  openWebsocket: OpenWebsocket;
  close(): Promise<void>;
}

/** Only `call-upstream.ts` imports this file, when the first such call comes: undici takes 10 MB. */
export function createUndiciCalls(guard: ConnectGuard | undefined): UndiciCalls {
  const clients = createOriginClients<UndiciClient>();

  function clientOf(origin: string, target: ConnectTarget): UndiciClient {
    const { proxy, connectTimeout, hostTrusted = false, proxyTrusted = false } = target;
    return clients.get(`${origin} ${proxy} ${connectTimeout} ${hostTrusted} ${proxyTrusted}`, () => {
      const hostGuard = hostTrusted ? undefined : guard;
      const proxyGuard = proxyTrusted ? undefined : guard;
      return new UndiciClient(
        origin,
        openDispatcher(origin, { proxy, connectTimeout, hostGuard, proxyGuard }),
      );
    });
  }

  const open: OpenWebsocket = (url, options, target) => {
    const { origin } = new URL(url.replace(/^ws/, "http"));
    return openWebsocket(url, options, clientOf(origin, target).forWebsockets());
  };

  return {
    clientOf,
    sendWebsocket: (call, request, target) =>
      void new WebsocketCall(call, request, (url, options) => open(url, options, target)),
    openWebsocket: open,
    close: () => clients.close(),
  };
}
