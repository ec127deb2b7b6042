import type { FormatId } from "../format-ids.ts";
import type { EndpointSink } from "../ports.ts";

/** Calls per endpoint of a channel that are repeated at another endpoint without success, and the milliseconds in which they count. */
const vainMost = 5;
const vainMilliseconds = 60_000;
/** Endpoints remembered; the oldest go first. */
const entriesMost = 1000;

/**
 * Whether a call that an upstream has no endpoint for is worth repeating at another one. One process's own memory; what was learnt goes to the sink,
 * and comes back to every process with the next snapshot.
 */
export interface EndpointMemory {
  /** False while repetitions were in vain: an upstream cannot double every call. */
  mayRepeat(channelId: number, endpoint: FormatId): boolean;
  noteVain(channelId: number, endpoint: FormatId): void;
  /** The channel has no such endpoint, which another one of it has proved. */
  learn(channelId: number, endpoint: FormatId, evidence: { model: string; requestId: string }): void;
}

/** @param now milliseconds that never run back */
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
