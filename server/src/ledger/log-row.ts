import type { BalanceChange, ChangeLog } from "./ledger.ts";

/** The log row of a change that is no call: no token, no model, no channel. `amount` is signed. */
export function logRow(entry: BalanceChange, log: ChangeLog, amount: number, createdAt: number) {
  return {
    ...log,
    created_at: createdAt,
    user_id: entry.userId,
    token_id: 0,
    token_name: "",
    model_name: "",
    quota: amount,
    prompt_tokens: 0,
    completion_tokens: 0,
    channel_id: 0,
    request_time: 0,
    is_stream: 0,
    request_id: "",
    metadata: "{}",
  };
}
