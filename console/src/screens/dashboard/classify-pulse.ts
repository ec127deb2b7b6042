import { errorCount } from "@tollgate/contract/figures";
import type { Pulse } from "@tollgate/contract/pulse";

/** State of the gateway; `idle`: no calls. */
export type PulseState = "healthy" | "degraded" | "failing" | "idle";

export interface PulseVerdict {
  state: PulseState;
  failingChannels: number;
  degradedChannels: number;
  /** Of the calls of the hour, 0 to 1. */
  errorShare: number;
}

/** Fewer failures than this in an hour do not change the state while other calls succeed. */
const fewestErrors = 5;

/** Classifies the last hour by its calls; single failing channels do not count. */
export function classifyPulse({ total, channels: { states } }: Pulse): PulseVerdict {
  const errors = errorCount(total);
  const errorShare = total.requests === 0 ? 0 : errors / total.requests;
  const failingChannels = states.failing ?? 0;
  const degradedChannels = states.degraded ?? 0;
  const working = degradedChannels + (states.healthy ?? 0);
  const shown = { failingChannels, degradedChannels, errorShare };
  const many = (share: number): boolean => errors >= fewestErrors && errorShare >= share;
  if (many(0.25) || (failingChannels > 0 && working === 0)) return { state: "failing", ...shown };
  const onlyErrors = errors > 0 && errors >= total.requests - total.refused - total.cancelled;
  if (many(0.02) || onlyErrors || failingChannels + degradedChannels > 0)
    return { state: "degraded", ...shown };
  return { state: total.requests === 0 ? "idle" : "healthy", ...shown };
}
