import type { Pulse } from "@tollgate/contract/pulse";
import type { OpenStreams } from "./open-streams.ts";

/** Sends the pulse to everyone who watches it: one computation and one text for all of them. */
export function createPulseEvents(read: () => Promise<Pulse>, streams: OpenStreams) {
  let last: { pulse: Pulse; figures: string } | undefined;

  return {
    async look(): Promise<void> {
      const pulse = await read();
      const figures = figuresOf(pulse);
      const changed = figures !== last?.figures;
      last = { pulse, figures };
      if (changed) streams.send({ name: "pulse", data: pulse });
    },
    /** The last sent value, for a stream that opens between two queries. */
    last: (): Pulse | undefined => last?.pulse,
    reset(): void {
      last = undefined;
    },
  };
}

/** A changed server time alone is not sent. */
function figuresOf({ now: _now, ...figures }: Pulse): string {
  return JSON.stringify(figures);
}
