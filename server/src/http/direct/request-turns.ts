/** Eight calls keep the event loop for less than a millisecond. */
const requestsPerTurn = 8;
/** Each may hold 64 KB and a chunk, which no limit of a caller counts yet. */
const waitingMost = 512;

/** What waits for a later turn. */
export interface WaitingConnection {
  /** Its turn came: begins the request that waits. */
  beginWaiting(): void;
}

/**
 * Which requests begin in a turn of the event loop: eight, the others in later turns, in the order they came. Between them run what keeps
 * earlier calls going (events of streams, timers), and new calls do not all wait for their upstreams in the same moment.
 */
export class RequestTurns {
  #left = requestsPerTurn;
  #waiting: WaitingConnection[] = [];

  /** True: the connection's request begins now. False: `beginWaiting` is called when its turn comes, or when too many wait behind it. */
  admit(connection: WaitingConnection): boolean {
    if (this.#left === 0) {
      this.#waiting.push(connection);
      if (this.#waiting.length > waitingMost) this.#waiting.shift()?.beginWaiting();
      return false;
    }
    this.#take(1);
    return true;
  }

  #take(count: number): void {
    this.#left -= count;
    // Counted over turns: most of them have fewer requests, and need no callback.
    if (this.#left === 0) setImmediate(this.#beginTurn);
  }

  #beginTurn = (): void => {
    const next = this.#waiting.splice(0, requestsPerTurn);
    this.#left = requestsPerTurn;
    if (next.length > 0) this.#take(next.length);
    for (const connection of next) connection.beginWaiting();
  };
}
