/** One open response: events wait here until the connection accepts them. */
export interface EventStream {
  readonly chunks: AsyncIterable<string>;
  /** Aborted when the reader is dropped. */
  readonly signal: AbortSignal;
  readonly ended: boolean;
  /** Queues a whole event. Drops a reader that leaves more than `mostWaiting` characters unread. */
  send(text: string): void;
  /** Sends a keep-alive comment, or drops a reader that has not read what was queued before the last one. */
  keepAlive(): void;
  /** Ends the response; queued events are still sent. */
  end(): void;
}

/** Characters that may wait in addition to the connection's own buffers: a few of the largest events. */
const mostWaiting = 256 * 1024;

/** @param onEnd called once, for every kind of end */
export function createEventStream(onEnd: () => void): EventStream {
  const queue: string[] = [];
  const dropped = new AbortController();
  let waiting = 0;
  let ended = false;
  let stalled = false;
  let take: ((result: IteratorResult<string, undefined>) => void) | undefined;

  function end(): void {
    if (ended) return;
    ended = true;
    take?.({ done: true, value: undefined });
    onEnd();
  }

  function drop(): void {
    queue.length = 0;
    end();
    dropped.abort();
  }

  function send(text: string): void {
    if (ended) return;
    if (take) {
      const resolve = take;
      take = undefined;
      resolve({ done: false, value: text });
      return;
    }
    queue.push(text);
    waiting += text.length;
    if (waiting > mostWaiting) drop();
  }

  const iterator: AsyncIterator<string, undefined> = {
    next() {
      stalled = false;
      const text = queue.shift();
      if (text !== undefined) {
        waiting -= text.length;
        return Promise.resolve({ done: false, value: text });
      }
      if (ended) return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve) => (take = resolve));
    },
    return() {
      queue.length = 0;
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };

  return {
    chunks: { [Symbol.asyncIterator]: () => iterator },
    signal: dropped.signal,
    get ended() {
      return ended;
    },
    send,
    keepAlive() {
      if (stalled && queue.length > 0) return drop();
      send(":\n\n");
      stalled = queue.length > 0;
    },
    end,
  };
}

/** An event in the format of server-sent events. JSON has no line breaks. */
export function formatEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
