import { type EventTopic, openEvents, type ServerEvent } from "@tollgate/contract/events";
import { vi } from "vitest";

/** One stream that a page opened. */
export interface ServedStream {
  topics: EventTopic[];
  /** The page, or the server, has ended it. */
  readonly closed: boolean;
  send(name: ServerEvent["name"], data?: object): void;
  sendText(text: string): void;
  end(): void;
}

/**
 * Answers event streams until `vi.restoreAllMocks`; what was opened so far, the newest last. In place of `fetch`: the mocked server cannot
 * break off what it sends.
 */
export function serveEvents(): ServedStream[] {
  const streams: ServedStream[] = [];
  const others = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.pathname !== openEvents.path) return others(input, init);
    const topics = (url.searchParams.get("topics") ?? "").split(",") as EventTopic[];
    let closed = false;
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    init?.signal?.addEventListener("abort", () => {
      closed = true;
      controller?.error(new DOMException("aborted", "AbortError"));
    });
    const sendText = (text: string): void => {
      if (!closed) controller?.enqueue(new TextEncoder().encode(text));
    };
    const send: ServedStream["send"] = (name, data = {}) =>
      sendText(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    const end = (): void => {
      if (!closed) controller?.close();
      closed = true;
    };
    streams.push({
      topics,
      get closed() {
        return closed;
      },
      send,
      sendText,
      end,
    });
    send("ready");
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  });
  return streams;
}

/** A lock manager for tabs of one browser, as Web Locks are; jsdom has none. */
export function createLocks(): Pick<LockManager, "request"> {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request: ((name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        if (signal.aborted) throw new DOMException("aborted", "AbortError");
        return work();
      });
      tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    }) as LockManager["request"],
  };
}
