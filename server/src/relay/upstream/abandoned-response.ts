import type { UpstreamCall } from "./upstream-call.ts";

const mostMilliseconds = 60_000;
const mostBytes = 8 * 1024 * 1024;
/** A piece below this is followed by a pause, so that a stream's next pieces come together. */
const smallBytes = 16 * 1024;
const pauseMilliseconds = 500;

/**
 * The rest of a response whose caller left. It is read for its usage, up to a time and a size (decision 0004). No one waits for it, so small
 * pieces are read together: thousands of abandoned streams would otherwise take the event loop from callers who stayed.
 */
export class AbandonedResponse {
  #call: UpstreamCall;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(call: UpstreamCall) {
    this.#call = call;
    call.limit(mostMilliseconds);
  }

  /** A piece of so many bytes was read. False: that was too much. */
  read(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes > mostBytes) return false;
    if (bytes < smallBytes && this.#timer === undefined) this.#pause();
    return true;
  }

  /** The response is over. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #pause(): void {
    this.#call.pause();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#call.resume();
    }, pauseMilliseconds).unref();
  }
}
