import type { DashboardRow } from "@tollgate/contract/dashboard";
import type { UsageRepository } from "../../storage/repositories/usage-repository.ts";

type UsageDay = Awaited<ReturnType<UsageRepository["byDayAndModel"]>>[number];

/** Capitalised keys: the family's wire form. */
export function presentUsageDay(row: UsageDay): DashboardRow {
  return {
    Date: row.day,
    ModelName: row.model_name,
    RequestCount: row.request_count,
    Quota: row.quota,
    PromptTokens: row.prompt_tokens,
    CompletionTokens: row.completion_tokens,
    RequestTime: row.request_time,
    TimedCount: row.timed_count,
  };
}
