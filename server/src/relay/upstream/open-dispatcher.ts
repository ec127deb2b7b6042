import { buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from "undici";
import type { ConnectGuard } from "../../platform/guarded-fetch/connect-guard.ts";

/** How a dispatcher connects, and which of the two hosts it checks at every connection. */
export interface DispatcherTarget {
  proxy: string;
  connectTimeout: number;
  hostGuard: ConnectGuard | undefined;
  proxyGuard: ConnectGuard | undefined;
}

/**
 * undici's connections to an origin. The connect timeout covers the proxy as well as the upstream behind it. A proxy resolves the
 * upstream's name itself, so behind one only literal addresses are checked.
 * @throws AddressNotPublic for a host that is a literal address and may not be reached
 */
export function openDispatcher(origin: string, target: DispatcherTarget): Dispatcher {
  const { proxy, connectTimeout, hostGuard, proxyGuard } = target;
  hostGuard?.checkHost(new URL(origin).hostname);
  const timeout = connectTimeout * 1000;
  const options = {
    // `LimitedCall` has the time limits, so undici's own are off.
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
    // Used for the tunnel to the upstream only: the answer to CONNECT is part of connecting.
    clientFactory: (address, more) => new Pool(address, { ...more, headersTimeout: timeout }),
  });
}
