import { outcomeCode } from "@tollgate/contract/call-outcome";
import type { RejectedCall } from "./ledger.ts";
import { type ChargedRow, noCharge } from "./store/usage-store.ts";
import { emptyUsageRow } from "./usage-row.ts";

/** Rejected calls on their way into the log: similar ones of some seconds become one row with their number. */
export interface RejectedCalls {
  add(call: RejectedCall): void;
  /** Moves everything that was collected into the booking queue. */
  flush(): void;
}

/** How long similar calls are collected, in milliseconds. */
const gatherMilliseconds = 3000;
/** Rows of one user in that time; beyond them calls are only distinguished by the reason. */
const rowsPerUser = 16;
/** Rows of all users in that time; beyond them calls are no longer counted, to protect memory and database. */
const rowsMost = 5000;

/**
 * A caller can be rejected thousands of times a second at no cost, so its rows are bounded by time, not by calls. Names
 * of models come from the caller: they are in `metadata`, and never split the roll-up.
 */
export function createRejectedCalls(push: (row: ChargedRow) => void): RejectedCalls {
  let groups = new Map<string, { first: RejectedCall; calls: number }>();
  let perUser = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const collected = groups;
    groups = new Map();
    perUser = new Map();
    for (const { first, calls } of collected.values()) push(rowOf(first, calls));
  }

  return {
    add(call) {
      const own = perUser.get(call.user_id) ?? 0;
      const exact = `${call.user_id} ${call.token_id} ${call.reason} ${call.model}`;
      const alike = `${call.user_id} ${call.reason}`;
      const key = groups.has(exact) || own < rowsPerUser ? exact : alike;
      const found = groups.get(key);
      if (found) found.calls += 1;
      else if (groups.size < rowsMost) {
        const first = key === exact ? call : { ...call, token_id: 0, token_name: "", model: "" };
        groups.set(key, { first, calls: 1 });
        perUser.set(call.user_id, own + 1);
      }
      timer ??= setTimeout(flush, gatherMilliseconds).unref();
    },
    flush,
  };
}

function rowOf({ reason, model, format, ...call }: RejectedCall, calls: number): ChargedRow {
  return {
    ...emptyUsageRow,
    ...call,
    ...noCharge,
    calls,
    outcome: outcomeCode("refused"),
    metadata: JSON.stringify({
      // Must be the first field: the sums of the log find rows of several calls by it.
      ...(calls > 1 && { calls }),
      end_reason: "refused",
      refused_reason: reason,
      ...(model !== "" && { requested_model: model }),
      ...(format !== "" && { format }),
      usage_source: "none",
    }),
  };
}
