import type { UpstreamCall } from "./upstream-call.ts";

const mostMilliseconds = 60_000;
const mostBytes = 8 * 1024 * 1024;
/**
 * In the first and the last second there are no pauses: most responses end within the first one, a server that stops waits no longer for
 * their usage, and no pause may outlast the end.
 */
const unpausedMilliseconds = 1000;
/** A turn of the event loop that brought less is followed by a pause. */
const littleBytes = 4 * 1024;
const pauseMilliseconds = 500;

/**
 * The rest of a response whose caller left. It is read for its usage, up to a time and a size (decision 0004). No one waits for it, so what
 * trickles in is read together: thousands of abandoned streams would otherwise take the event loop from callers who stayed. What comes
 * quickly is read without a pause, so that the usage at its end is found in time.
 */
export class AbandonedResponse {
  #call: UpstreamCall;
  #startedAt = performance.now();
  #bytes = 0;
  #turn: NodeJS.Immediate | undefined;
  #bytesOfTurn = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(call: UpstreamCall) {
    this.#call = call;
    call.limit(mostMilliseconds);
  }

  /** A piece of so many bytes was read. False: that was too much. */
  read(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes > mostBytes) return false;
    // At the end of the turn: a read may bring many pieces.
    if (this.#turn) this.#bytesOfTurn += bytes;
    else if (this.#mayPause()) {
      this.#bytesOfTurn = bytes;
      this.#turn = setImmediate(() => this.#endTurn());
    }
    return true;
  }

  /** The response is over. */
  stop(): void {
    clearImmediate(this.#turn);
    clearTimeout(this.#pause);
  }

  #mayPause(): boolean {
    if (this.#pause || !this.#call.gathers) return false;
    const age = performance.now() - this.#startedAt;
    return age >= unpausedMilliseconds && age < mostMilliseconds - unpausedMilliseconds;
  }

  #endTurn(): void {
    this.#turn = undefined;
    if (this.#bytesOfTurn >= littleBytes) return;
    this.#call.pause();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#call.resume();
    }, pauseMilliseconds).unref();
  }
}
