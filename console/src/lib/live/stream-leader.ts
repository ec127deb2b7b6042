import { type EventTopic, eventKeepAliveSeconds, type ServerEvent } from "@tollgate/contract/events";
import { readEvents, StreamFailed } from "./read-events";
import { reconnectDelay } from "./reconnect-delay";
import { serverReachable } from "../server-reachable";

/** Idle timeout of the stream: the server sends a keep-alive every twenty seconds. */
export const silenceMilliseconds = 2.25 * eventKeepAliveSeconds * 1000;
/** A topic that is wanted is added soon; one that is not wanted any more is sent a little longer. */
const settleMilliseconds = { more: 50, less: 15_000 };

export interface StreamLeader {
  /** Keeps a stream open until `signal` is aborted: opens it again whenever it ends. */
  lead(signal: AbortSignal): Promise<void>;
  readonly leading: boolean;
  /** Reopens the stream if the wanted topics changed. */
  settle(): void;
}

export interface StreamLeaderTerms {
  /** Sorted, each once. */
  topics(): EventTopic[];
  onEvent(event: ServerEvent): void;
  /** Events arrive, or do not any more; repeated while they do. */
  onLive(live: boolean): void;
  /** The session ended, or its role changed. */
  onRejected(): void;
}

export function createStreamLeader(terms: StreamLeaderTerms): StreamLeader {
  let leading = false;
  let open: { topics: EventTopic[]; reopen: AbortController } | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  /** One stream from its beginning to its end. Returns the server's Retry-After in seconds. */
  async function readOne(topics: EventTopic[], signal: AbortSignal): Promise<number> {
    let works = false;
    try {
      await readEvents(
        {
          topics,
          signal,
          onEvent(event) {
            works = true;
            failures = 0;
            terms.onEvent(event);
          },
          onAlive: () => works && terms.onLive(true),
        },
        silenceMilliseconds,
      );
    } catch (error) {
      const { status = 0, waitSeconds = 0 } = error instanceof StreamFailed ? error : {};
      if (status === 401 || status === 403) terms.onRejected();
      if (status === 0 && !signal.aborted) serverReachable.set(false);
      return waitSeconds;
    }
    return 0;
  }

  return {
    get leading() {
      return leading;
    },

    async lead(signal) {
      leading = true;
      while (!signal.aborted) {
        const topics = terms.topics();
        const reopen = new AbortController();
        open = { topics, reopen };
        const either = AbortSignal.any([signal, reopen.signal]);
        if (topics.length === 0) {
          await pause(undefined, either);
          continue;
        }
        const waitSeconds = await readOne(topics, either);
        if (either.aborted) continue;
        terms.onLive(false);
        await pause(reconnectDelay(failures, waitSeconds), either);
        failures += 1;
      }
      clearTimeout(settling);
      open = undefined;
      leading = false;
    },

    settle() {
      clearTimeout(settling);
      if (!open) return;
      const { topics, reopen } = open;
      const wanted = terms.topics();
      if (wanted.join() === topics.join()) return;
      const more = wanted.some((topic) => !topics.includes(topic));
      settling = setTimeout(() => reopen.abort(), settleMilliseconds[more ? "more" : "less"]);
    },
  };
}

/** Resolves after a time, or when the signal is aborted. */
function pause(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
