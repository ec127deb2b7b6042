import type { ChargedRow } from "./store/usage-store.ts";

/** Values for the roll-ups that a call's log row only has in `metadata`. */
export function figureFields(row: {
  is_stream: number;
  metadata: Record<string, unknown>;
}): Pick<ChargedRow, "group_name" | "first_token_time" | "timed"> {
  const { group_name, first_response, task_platform } = row.metadata;
  const streamed = row.is_stream === 1 && typeof first_response === "number" && first_response > 0;
  return {
    group_name: typeof group_name === "string" ? group_name : "",
    first_token_time: streamed ? Math.round(first_response) : 0,
    timed: task_platform === undefined ? 1 : 0,
  };
}
