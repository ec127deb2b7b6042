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
    /** What was sent last, for a stream that opens between two looks. */
    last: (): Pulse | undefined => last?.pulse,
    reset(): void {
      last = undefined;
    },
  };
}

/** The server's clock alone is no news. */
function figuresOf({ now: _now, ...figures }: Pulse): string {
  return JSON.stringify(figures);
}
