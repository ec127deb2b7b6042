import type { Dispatcher } from "undici";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { LocalUpstream, UpstreamRequest } from "../providers/provider.ts";
import type { FirstByteListener } from "./first-byte-wait.ts";

/** Time limits in seconds and the way to the upstream. */
export interface UpstreamTarget {
  proxy: string;
  connectTimeout: number;
  /** From dispatch to the first byte of the answer. */
  firstByteTimeout: number;
  /** The same, while another channel can take over. */
  adaptiveTimeout?: number | undefined;
  /** Between two pieces of the body. */
  idleTimeout: number;
  totalTimeout: number;
  /** A super administrator entered the upstream's address, so it may be private. Else it is checked at connecting. */
  hostTrusted?: boolean;
  /** The same of the proxy. */
  proxyTrusted?: boolean;
  /** Answers in this process instead of over the network. */
  local?: LocalUpstream | undefined;
}

/** Hears one upstream call. `onHead` once, `onData` any number of times, then `onEnd` or `onFail` exactly once. */
export interface UpstreamListener extends FirstByteListener {
  onHead(status: number, headers: Record<string, string>): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onFail(problem: UpstreamProblem): void;
}

export interface UpstreamCall {
  /** Ends the call; the listener hears nothing more. */
  cancel(): void;
  pause(): void;
  resume(): void;
  /** Moves the end of the call to at most this many milliseconds from now (draining after the caller hung up). */
  limit(milliseconds: number): void;
}

/** Ways to an origin for those who open sockets of their own. */
export interface SocketDispatchers {
  /** @throws AddressNotPublic */
  dispatcherOf(origin: string, target: Way): Dispatcher;
}

export type Way = Pick<UpstreamTarget, "proxy" | "connectTimeout" | "hostTrusted" | "proxyTrusted">;

export interface UpstreamCaller extends SocketDispatchers {
  call(request: UpstreamRequest, target: UpstreamTarget, listener: UpstreamListener): UpstreamCall;
  close(): Promise<void>;
}
