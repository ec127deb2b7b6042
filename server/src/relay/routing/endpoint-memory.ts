import type { FormatId } from "../format-ids.ts";
import type { EndpointSink } from "../ports.ts";

/** Failed repetitions at another endpoint per endpoint of a channel, and the milliseconds in which they count. */
const vainMost = 5;
const vainMilliseconds = 60_000;
/** Number of stored endpoints; the oldest are dropped first. */
const entriesMost = 1000;

/**
 * Decides whether to repeat a call at another endpoint if its upstream has none for it. One process's memory; the sink
 * stores what was learned, and every process reads it with the next snapshot.
 */
export interface EndpointMemory {
  /** False after several failed repetitions: an upstream must not double every call. */
  mayRepeat(channelId: number, endpoint: FormatId): boolean;
  noteVain(channelId: number, endpoint: FormatId): void;
  /** The channel has no such endpoint, as the success of another one proves. */
  learn(channelId: number, endpoint: FormatId, evidence: { model: string; requestId: string }): void;
}

/** @param now milliseconds, monotonic */
export function createEndpointMemory(sink: EndpointSink, now: () => number): EndpointMemory {
  const vain = new Map<string, number[]>();
  const recent = (name: string): number[] =>
    (vain.get(name) ?? []).filter((at) => now() - at < vainMilliseconds);
  return {
    mayRepeat: (channelId, endpoint) =>
      vain.size === 0 || recent(`${channelId} ${endpoint}`).length < vainMost,
    noteVain(channelId, endpoint) {
      const name = `${channelId} ${endpoint}`;
      const times = [...recent(name), now()].slice(-vainMost);
      vain.delete(name);
      vain.set(name, times);
      for (const oldest of vain.keys()) {
        if (vain.size <= entriesMost) break;
        vain.delete(oldest);
      }
    },
    learn: (channelId, endpoint, evidence) => sink.noteUnsupported({ channelId, endpoint, ...evidence }),
  };
}
