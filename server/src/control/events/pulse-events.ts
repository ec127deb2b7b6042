import type { Pulse } from "@tollgate/contract/pulse";
import type { OpenStreams } from "./open-streams.ts";

/** Sends the pulse to everyone who watches it: one computation and one text for all of them. */
export function createPulseEvents(read: () => Promise<Pulse>, streams: OpenStreams) {
  /** Replaced when the last stream ends: a computation that is still running then counts for no later stream. */
  let state: { last?: { pulse: Pulse; figures: string } } = {};

  return {
    async look(): Promise<void> {
      const own = state;
      const pulse = await read();
      if (own !== state) return;
      const figures = figuresOf(pulse);
      const changed = figures !== own.last?.figures;
      own.last = { pulse, figures };
      if (changed) streams.send({ name: "pulse", data: pulse });
    },
    /** The last sent value, for a stream that opens between two queries. */
    last: (): Pulse | undefined => state.last?.pulse,
    reset(): void {
      state = {};
    },
  };
}

/** A changed server time alone is not sent. */
function figuresOf({ now: _now, ...figures }: Pulse): string {
  return JSON.stringify(figures);
}
