import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** A request whose body arrived with its head. */
export interface WholeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly complete: true;
  readonly body: Buffer;
}

/** A caller's request: Node's, whose body may still arrive, or a whole one. */
export type ReceivedRequest = IncomingMessage | WholeRequest;

/** What the relay uses of a response: of Node's `ServerResponse`, or of what takes its place for a whole request. */
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
