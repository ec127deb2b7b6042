import type { UpstreamCall } from "./upstream-call.ts";

const mostMilliseconds = 60_000;
const mostBytes = 8 * 1024 * 1024;
/**
 * In the first and the last second there are no pauses: most responses end within the first one, and no pause may outlast the end.
 */
const unpausedMilliseconds = 1000;
const pauseMilliseconds = 500;
/** A time as long as a pause that brought less is followed by one. */
const littleBytes = 16 * 1024;

/**
 * The rest of a response whose caller left. It is read for its usage, up to a time and a size (decision 0004). No one waits for it, so what
 * trickles in is read together: thousands of abandoned streams would otherwise take the event loop from callers who stayed. What comes
 * quickly is read without a pause, so that the usage at its end is found in time.
 */
export class AbandonedResponse {
  #call: UpstreamCall;
  #firstPauseAt: number;
  #lastPauseAt: number;
  #bytes = 0;
  /** When the time began whose bytes decide about a pause. */
  #since = performance.now();
  #bytesSince = 0;
  #turn: NodeJS.Immediate | undefined;
  #pause: NodeJS.Timeout | undefined;

  /** @param leftMilliseconds until the call's own limit */
  constructor(call: UpstreamCall, leftMilliseconds: number) {
    this.#call = call;
    this.#firstPauseAt = this.#since + unpausedMilliseconds;
    this.#lastPauseAt = this.#since + Math.min(mostMilliseconds, leftMilliseconds) - unpausedMilliseconds;
    call.limit(mostMilliseconds);
  }

  /** A piece of so many bytes was read. False: that was too much. */
  read(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes > mostBytes) return false;
    this.#bytesSince += bytes;
    // At the end of the turn: a read may bring many pieces.
    if (!this.#turn && this.#mayPause()) this.#turn = setImmediate(() => this.#endTurn());
    return true;
  }

  /** The response is over. */
  stop(): void {
    clearImmediate(this.#turn);
    clearTimeout(this.#pause);
  }

  #mayPause(): boolean {
    if (this.#pause || !this.#call.gathers) return false;
    const now = performance.now();
    return now >= this.#since + pauseMilliseconds && now >= this.#firstPauseAt && now < this.#lastPauseAt;
  }

  #endTurn(): void {
    this.#turn = undefined;
    const isLittle = this.#bytesSince < littleBytes;
    this.#since = performance.now();
    this.#bytesSince = 0;
    if (!isLittle) return;
    this.#call.pause();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#call.resume();
    }, pauseMilliseconds).unref();
  }
}
