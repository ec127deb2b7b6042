import type { EndReason } from "@tollgate/contract/call-outcome";
import type { UsageRow } from "../../ledger/ledger.ts";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import { cleanLogText } from "../../platform/clean-message.ts";
import { heldRecord } from "../metering/charge.ts";
import type { EngineDependencies } from "./engine.ts";
import { isEnded, type TaskStep } from "./task-states.ts";

type EndDependencies = Pick<EngineDependencies, "tasks" | "milliseconds" | "settings" | "onTaskEnd">;

/**
 * Stores a step of a task in one transaction: its state and, if the hold ends, the charge or release with the log row.
 * False: another change was first; nothing was written.
 */
export async function takeStep(
  dependencies: EndDependencies,
  row: TaskRow,
  { state, ends }: TaskStep,
): Promise<boolean> {
  const { tasks } = dependencies;
  const wasOpen = !isEnded(row.status);
  const notify_at =
    isEnded(state.status) && wasOpen && row.notify_url !== "" && dependencies.settings().notifiesCallers
      ? dependencies.milliseconds()
      : state.notify_at;
  const next = { ...state, notify_at };
  const done = ends
    ? await tasks.settle(row, next, settlementOf(row, next, ends === "charge"))
    : await tasks.change(row, next);
  if (done && wasOpen && isEnded(next.status))
    dependencies.onTaskEnd({ ...row, ...next, version: row.version + 1 });
  return done;
}

function settlementOf(row: TaskRow, state: TaskStep["state"], isCharged: boolean) {
  const cost = isCharged ? row.quota : 0;
  const endReason: EndReason =
    state.status === "success" ? "completed" : state.status === "expired" ? "timeout" : "upstream_error";
  const record = heldRecord(JSON.parse(row.record) as UsageRow, {
    now: Math.floor(state.updated_at / 1000),
    channelId: state.channel_id,
    time: state.finished_at - row.submitted_at,
    endReason,
    content: cleanLogText(state.fail_reason),
    cost,
  });
  return { cost, record };
}
