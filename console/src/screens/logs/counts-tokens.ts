import { type LogRow, logTypes } from "@tollgate/contract/logs";
import { passedOnPath } from "../../widgets/price-explanation/explain-log-row";

/** False where tokens are not counted: cached answers, pass-through or rejected calls, and entries that are not calls. */
export function countsTokens(row: LogRow): boolean {
  return (
    row.type === logTypes.consumption &&
    !row.metadata.cache_hit &&
    row.metadata.refused_reason === undefined &&
    passedOnPath(row) === undefined
  );
}

/** Input that the provider took from its cache. */
export function cachedTokens({ metadata: { usage } }: LogRow): number {
  return (usage?.["cached"] ?? 0) + (usage?.["cached_read"] ?? 0);
}
