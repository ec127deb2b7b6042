/** The first lines of a request. Names of headers are in lower case. */
export interface RequestHead {
  method: string;
  /** With the query; begins with `/`. */
  path: string;
  headers: Record<string, string>;
  /** Sent once, over a connection of its own where the client can: it must not arrive twice. */
  once?: true;
}

/** What follows the head; pieces are sent one after the other. */
export type OutgoingBody = string | Buffer | readonly Buffer[];

/** Receives one response: the head once, then pieces of the body. Names of headers are in lower case, repeated ones joined. */
export interface ResponseListener {
  onHead(status: number, headers: Record<string, string>): void;
  onData(chunk: Buffer): void;
}

/** Receives one response, then `onEnd` or `onFail` exactly once. */
export interface HttpListener extends ResponseListener {
  onEnd(): void;
  onFail(error: Error): void;
}

/** One request that is under way. */
export interface Transport {
  /** What arrives during a pause waits in the kernel and is read together, and not piece by piece. */
  readonly gathers: boolean;
  pause(): void;
  resume(): void;
  /** Closes what carries the request; the listener receives nothing more. */
  abort(): void;
}

/** Sends requests to one origin, over as many connections as there are concurrent requests. Redirects are not followed. */
export interface HttpClient {
  /** Never calls the listener before it returns. @throws Error if method, path or a header cannot be sent */
  send(head: RequestHead, body: OutgoingBody | undefined, listener: HttpListener): Transport;
  /** Every request under way fails. */
  close(): void | Promise<void>;
}

/** The connection could not be opened, ended or broke. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
  readonly code: string;
  /** The connection had carried a response before, and no byte of the one that was due. */
  readonly reused: boolean;

  constructor(code: string, message: string, reused: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.reused = reused;
  }
}
