import { buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from "undici";
import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";

/** Where a dispatcher leads, and which of the two hosts are checked at connecting. */
export interface DispatcherTarget {
  proxy: string;
  connectTimeout: number;
  hostGuard: ConnectGuard | undefined;
  proxyGuard: ConnectGuard | undefined;
}

/**
 * undici's way to an origin: through a proxy, or for a websocket. The time limit of connecting holds for the proxy as for the upstream behind
 * it. Behind a proxy it is the proxy that resolves the upstream's name, so only an address can be checked here.
 * @throws AddressNotPublic for a host that is an address and may not be reached
 */
export function openDispatcher(origin: string, target: DispatcherTarget): Dispatcher {
  const { proxy, connectTimeout, hostGuard, proxyGuard } = target;
  hostGuard?.checkHost(new URL(origin).hostname);
  const timeout = connectTimeout * 1000;
  const options = {
    // Time limits are ours (deadlines), so the parser's own stay off.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 20_000,
    maxHeaderSize: 64 * 1024,
    connectTimeout: timeout,
  };
  if (proxy === "")
    return new Pool(origin, { ...options, ...(hostGuard && { connect: { lookup: hostGuard.lookup } }) });
  const { hostname } = new URL(proxy);
  proxyGuard?.checkHost(hostname);
  if (proxy.startsWith("socks5:")) {
    if (!proxyGuard) return new Socks5ProxyAgent(proxy, options);
    const connect = buildConnector({ timeout, servername: hostname, lookup: proxyGuard.lookup });
    return new Socks5ProxyAgent(proxy, { ...options, connect });
  }
  return new ProxyAgent({
    uri: proxy,
    ...options,
    ...(proxyGuard && { proxyTls: { lookup: proxyGuard.lookup } }),
    // Asked for the way to the upstream only: an answer to CONNECT is a part of connecting.
    clientFactory: (address, more) => new Pool(address, { ...more, headersTimeout: timeout }),
  });
}
