import type { MemoryAccount, Shortage } from "../../platform/memory-budget.ts";
import type { UpstreamRequest } from "../providers/provider.ts";
import type { UpstreamCall, UpstreamCaller, UpstreamListener, UpstreamTarget } from "./upstream-call.ts";

/** Bytes of one answer: a ticket, or finished pictures. */
const answerLimit = 64 * 1024 * 1024;
/** An upstream that returns tickets only is abandoned, however patient its adapter is. */
const maxPolls = 120;

export interface FollowedRequest {
  request: UpstreamRequest;
  target: UpstreamTarget;
  /** Counts the bytes of tickets. */
  memory?: MemoryAccount | undefined;
}

/**
 * Calls an upstream that may answer with a ticket: while the request's `follow` returns a next request, that one is sent. The listener receives
 * the last answer only. The total timeout starts with the first request.
 */
export function callFollowing(
  upstream: UpstreamCaller,
  followed: FollowedRequest,
  listener: UpstreamListener,
): UpstreamCall {
  return followed.request.follow
    ? new FollowedCall(upstream, followed, listener)
    : upstream.call(followed.request, followed.target, listener);
}

class FollowedCall implements UpstreamCall {
  #upstream: UpstreamCaller;
  #target: UpstreamTarget;
  #listener: UpstreamListener;
  #memory: MemoryAccount | undefined;
  #call: UpstreamCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polls = 0;
  #over = false;
  #endsAt: number;

  constructor(
    upstream: UpstreamCaller,
    { request, target, memory }: FollowedRequest,
    listener: UpstreamListener,
  ) {
    this.#upstream = upstream;
    this.#target = target;
    this.#listener = listener;
    this.#memory = memory;
    this.#endsAt = performance.now() + target.totalTimeout * 1000;
    this.#send(request);
  }

  #send(request: UpstreamRequest): void {
    const seconds = (this.#endsAt - performance.now()) / 1000;
    if (seconds <= 0) {
      this.#fail("the upstream took too long for the whole answer");
      return;
    }
    const target = { ...this.#target, totalTimeout: seconds };
    const { follow } = request;
    this.#call = this.#upstream.call(request, target, follow ? this.#collect(follow) : this.#listener);
  }

  /** Receives an answer that may be a ticket. */
  #collect(follow: NonNullable<UpstreamRequest["follow"]>): UpstreamListener {
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    return {
      onHead(code, heads) {
        status = code;
        headers = heads;
      },
      onData: (chunk) => {
        length += chunk.length;
        const shortage = this.#memory?.acquire(chunk.length);
        if (length <= answerLimit && !shortage) {
          chunks.push(chunk);
          return;
        }
        this.#call?.cancel();
        this.#memory?.release(length - (shortage ? chunk.length : 0));
        if (shortage)
          this.#fail("the ticket does not fit into the memory that is left", "shortage", shortage);
        else this.#fail("the answer is larger than 64 MB", "bad-answer");
      },
      onEnd: () => {
        if (this.#over) return;
        const body = Buffer.concat(chunks);
        // The listener counts what it retains of the last answer itself.
        this.#memory?.release(length);
        let next: ReturnType<typeof follow>;
        try {
          next = status < 300 ? follow({ status, headers, body }, this.#polls) : undefined;
        } catch {
          this.#fail("the ticket cannot be read", "bad-answer");
          return;
        }
        if (!next) this.#deliver(status, headers, body);
        else this.#poll(next.request, next.waitMilliseconds);
      },
      onFail: (problem) => {
        this.#memory?.release(length);
        this.#listener.onFail(problem);
      },
    };
  }

  #poll(request: UpstreamRequest, milliseconds: number): void {
    this.#polls += 1;
    if (this.#polls > maxPolls) {
      this.#fail("the upstream never finished");
      return;
    }
    request.headers["accept-encoding"] = "identity";
    this.#timer = setTimeout(() => {
      if (!this.#over) this.#send(request);
    }, milliseconds);
  }

  #deliver(status: number, headers: Record<string, string>, body: Buffer): void {
    this.#listener.onHead(status, headers);
    if (body.length > 0) this.#listener.onData(body);
    this.#listener.onEnd();
  }

  #fail(message: string, kind: "timeout" | "bad-answer" | "shortage" = "timeout", code?: Shortage): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.onFail({ kind, status: 0, message, ...(code && { code }) });
  }

  cancel(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#call?.cancel();
  }

  get gathers(): boolean {
    return this.#call?.gathers === true;
  }

  pause(): void {
    this.#call?.pause();
  }

  resume(): void {
    this.#call?.resume();
  }

  limit(milliseconds: number): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + milliseconds);
    this.#call?.limit(milliseconds);
  }
}
