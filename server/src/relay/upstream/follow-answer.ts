import type { UpstreamCall, UpstreamCaller, UpstreamListener, UpstreamTarget } from "./upstream-call.ts";
import type { MemoryAccount, Shortage } from "../../platform/memory-budget.ts";
import type { UpstreamRequest } from "../providers/provider.ts";

/** Tickets and finished pictures; larger answers are no tickets. */
const answerLimit = 64 * 1024 * 1024;
/** However patient an adapter is, an upstream that only ever gives tickets is given up. */
const asksMost = 120;

/**
 * Calls an upstream that may answer with a ticket: as long as the request's `follow` says so, what comes is kept and asked after. The
 * listener hears the last answer only. The total time limit counts from the first request. What is kept of a ticket counts in `memory`.
 */
export function callFollowing(
  upstream: UpstreamCaller,
  request: UpstreamRequest,
  target: UpstreamTarget,
  listener: UpstreamListener,
  memory?: MemoryAccount,
): UpstreamCall {
  return request.follow
    ? new FollowedCall(upstream, request, target, listener, memory)
    : upstream.call(request, target, listener);
}

class FollowedCall implements UpstreamCall {
  #upstream: UpstreamCaller;
  #target: UpstreamTarget;
  #listener: UpstreamListener;
  #call: UpstreamCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;
  #over = false;
  #endsAt: number;
  #memory: MemoryAccount | undefined;

  constructor(
    upstream: UpstreamCaller,
    request: UpstreamRequest,
    target: UpstreamTarget,
    listener: UpstreamListener,
    memory: MemoryAccount | undefined,
  ) {
    this.#memory = memory;
    this.#upstream = upstream;
    this.#target = target;
    this.#listener = listener;
    this.#endsAt = performance.now() + target.totalTimeout * 1000;
    this.#ask(request);
  }

  #ask(request: UpstreamRequest): void {
    const left = (this.#endsAt - performance.now()) / 1000;
    if (left <= 0) {
      this.#fail("the upstream took too long for the whole answer");
      return;
    }
    const target = { ...this.#target, totalTimeout: left };
    const { follow } = request;
    if (!follow) {
      this.#call = this.#upstream.call(request, target, this.#listener);
      return;
    }
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    this.#call = this.#upstream.call(request, target, {
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
        // The listener counts what it keeps of the last answer by itself.
        this.#memory?.release(length);
        let next: ReturnType<typeof follow>;
        try {
          next = status < 300 ? follow({ status, headers, body }, this.#asked) : undefined;
        } catch {
          this.#fail("the ticket cannot be read", "bad-answer");
          return;
        }
        if (!next) this.#deliver(status, headers, body);
        else this.#wait(next.request, next.waitMilliseconds);
      },
      onFail: (problem) => this.#listener.onFail(problem),
    });
  }

  #wait(request: UpstreamRequest, milliseconds: number): void {
    this.#asked += 1;
    if (this.#asked > asksMost) {
      this.#fail("the upstream never finished");
      return;
    }
    request.headers["accept-encoding"] = "identity";
    this.#timer = setTimeout(() => {
      if (!this.#over) this.#ask(request);
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
