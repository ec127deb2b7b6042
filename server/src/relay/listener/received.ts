import type { IncomingHttpHeaders } from "node:http";

/** What the relay uses of a request: of Node's `IncomingMessage`, or of what takes its place. */
export interface ReceivedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** The last byte of the body has arrived. */
  readonly complete: boolean;
  readonly destroyed: boolean;
  /** The whole body, if it has arrived and nothing has read it; instead of its events. */
  takeWhole?(): Buffer | undefined;
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  once(event: "end" | "close" | "error", listener: () => void): unknown;
  removeAllListeners(event: "data"): unknown;
  resume(): unknown;
}

/** What the relay uses of a response: of Node's `ServerResponse`, or of what takes its place. */
export interface CallerResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  /** The last byte is with the kernel. */
  readonly writableFinished: boolean;
  readonly writableLength: number;
  readonly destroyed: boolean;
  writeHead(status: number, headers: Record<string, string>): CallerResponse;
  write(chunk: Buffer | string): boolean;
  end(chunk: Buffer | string | undefined): unknown;
  end(piece: string, encoding: "latin1"): unknown;
  end(): unknown;
  destroy(): unknown;
  setTimeout(milliseconds: number, listener: () => void): unknown;
  on(event: "close" | "drain" | "error", listener: () => void): unknown;
  once(event: "drain", listener: () => void): unknown;
}
