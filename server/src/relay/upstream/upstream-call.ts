import type { UpstreamProblem } from "../canonical/problem.ts";
import type { LocalUpstream, UpstreamRequest } from "../providers/provider.ts";
import type { FirstByteListener } from "./first-byte-deadline.ts";
import type { OpenedWebsocket, WebsocketOptions } from "./open-websocket.ts";

/** The HTTP client of calls without a proxy: our own, or undici (`UPSTREAM_CLIENT`). */
export type UpstreamClient = "builtin" | "undici";

/** How to connect to an origin. */
export interface ConnectTarget {
  /** `http://`, `https://` or `socks5://`; empty: none. */
  proxy: string;
  /** Seconds. */
  connectTimeout: number;
  /** A super administrator entered the upstream's address, so it may be private. Otherwise it is checked at every connection. */
  hostTrusted?: boolean;
  /** The same for the proxy's address. */
  proxyTrusted?: boolean;
}

/** Time limits in seconds and the way to the upstream. */
export interface UpstreamTarget extends ConnectTarget {
  /** From the request to the first byte of the answer. */
  firstByteTimeout: number;
  /** A shorter first-byte timeout while another channel can take over. */
  adaptiveTimeout?: number | undefined;
  /** Between two pieces of the body. */
  idleTimeout: number;
  totalTimeout: number;
  /** The request must not arrive twice: a stale connection is no reason to repeat it. */
  once?: true;
  /** Answers in this process instead of over the network. */
  local?: LocalUpstream | undefined;
}

/** Receives one upstream call: `onHead` once, `onData` any number of times, then `onEnd` or `onFail` exactly once. */
export interface UpstreamListener extends FirstByteListener {
  onHead(status: number, headers: Record<string, string>): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onFail(problem: UpstreamProblem): void;
}

export interface UpstreamCall {
  /** What arrives during a pause is read together afterwards. */
  readonly gathers: boolean;
  /** Ends the call; the listener receives nothing more. */
  cancel(): void;
  pause(): void;
  resume(): void;
  /** Moves the end of the call to at most this many milliseconds from now (draining after the caller disconnected). */
  limit(milliseconds: number): void;
}

/** Opens a websocket to an upstream. @throws SyntaxError if the address is not valid, AddressNotPublic */
export type OpenWebsocket = (
  url: string,
  options: WebsocketOptions,
  target: ConnectTarget,
) => OpenedWebsocket;

/** For code whose websockets are no calls. */
export interface UpstreamWebsockets {
  /** The client of websockets is loaded when it is first needed. */
  websockets(): Promise<OpenWebsocket>;
}

export interface UpstreamCaller extends UpstreamWebsockets {
  call(request: UpstreamRequest, target: UpstreamTarget, listener: UpstreamListener): UpstreamCall;
  close(): Promise<void>;
}
