import type { HttpClient, HttpListener, OutgoingBody, RequestHead } from "./http-client.ts";
import type { LimitedCall } from "./limited-call.ts";
import { isStaleConnection, networkProblem } from "./network-problem.ts";

/** Milliseconds. A stale connection dies this soon; one that dies later may have carried the request to an upstream that charges for it. */
const repeatWithin = 1000;

/** A call over HTTP. Sends its request again, once, if a reused connection turns out to be stale, unless it must not arrive twice. */
export class HttpCall implements HttpListener {
  #call: LimitedCall;
  #client: HttpClient;
  #head: RequestHead;
  #body: OutgoingBody | undefined;
  #repeatable: boolean;

  constructor(call: LimitedCall, client: HttpClient, head: RequestHead, body: OutgoingBody | undefined) {
    this.#call = call;
    this.#client = client;
    this.#head = head;
    this.#body = body;
    this.#repeatable = !head.once;
  }

  /** @throws Error if the request cannot be sent */
  send(): void {
    this.#call.transport = this.#client.send(this.#head, this.#body, this);
  }

  onHead(status: number, headers: Record<string, string>): void {
    this.#repeatable = false;
    this.#body = undefined;
    this.#call.onHead(status, headers);
  }

  onData(chunk: Buffer): void {
    this.#call.onData(chunk);
  }

  onEnd(): void {
    this.#call.onEnd();
  }

  onFail(error: Error): void {
    if (this.#call.over) return;
    if (this.#repeatable && isStaleConnection(error) && this.#age() < repeatWithin) this.#repeat();
    else this.#call.fail(networkProblem(error));
  }

  #age(): number {
    return performance.now() - this.#call.startedAt;
  }

  #repeat(): void {
    this.#repeatable = false;
    try {
      this.send();
    } catch (error) {
      this.#call.fail(networkProblem(error));
    }
  }
}
