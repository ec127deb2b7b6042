import { type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from "undici";

/** undici's way to an origin: through a proxy, or for a websocket. The time limit of connecting holds for the proxy as for the upstream behind it. */
export function openDispatcher(
  origin: string,
  { proxy, connectTimeout }: { proxy: string; connectTimeout: number },
): Dispatcher {
  const options = {
    // Time limits are ours (deadlines), so the parser's own stay off.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 20_000,
    maxHeaderSize: 64 * 1024,
    connectTimeout: connectTimeout * 1000,
  };
  if (proxy.startsWith("socks5:")) return new Socks5ProxyAgent(proxy, options);
  if (proxy === "") return new Pool(origin, options);
  return new ProxyAgent({
    uri: proxy,
    ...options,
    // Asked for the way to the upstream only: an answer to CONNECT is a part of connecting.
    clientFactory: (address, more) => new Pool(address, { ...more, headersTimeout: options.connectTimeout }),
  });
}
