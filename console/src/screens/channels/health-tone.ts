import { type ChannelHealthCounts, successRate } from "@tollgate/contract/channel-health";

import type { HealthTone } from "../../design-system/health-strip/health-strip";

/** How well attempts went: all but a hundredth, all but a quarter, worse; `none` without attempts. */
export function healthTone(counts: ChannelHealthCounts): HealthTone {
  const rate = successRate(counts);
  if (rate === undefined) return "none";
  if (rate >= 0.99) return "success";
  return rate >= 0.75 ? "warning" : "error";
}
