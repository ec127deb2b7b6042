import { outcomeCode } from "@tollgate/contract/call-outcome";
import { callCost, costRates, noUsage, type PriceTerms } from "@tollgate/contract/cost";
import { tokenStatus } from "@tollgate/contract/tokens";
import type { App } from "../build-app.ts";
import type { Payer, UsageRow } from "../ledger/ledger.ts";
import type { TaskFacts, TaskState } from "../ledger/task-ledger.ts";
import { demoPeople, demoRatios } from "./demo-data.ts";
import { type DemoTask, demoTasks, sandboxMedia } from "./demo-tasks.ts";

/** Who pays, and the channel that ran it. */
interface Around extends Payer {
  username: string;
  tokenName: string;
  channelId: number;
  group: keyof typeof demoRatios;
}

/**
 * Tasks of the last days, booked like real ones: holds, charges, log rows and balances agree. Running tasks stay as
 * they are.
 */
export async function fillTasks(app: App): Promise<void> {
  const channel = await app.database.queries
    .selectFrom("channels")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  // Files at its own address are fetched from the channel itself, and the sandbox has them.
  await app.database.queries
    .updateTable("channels")
    .set({ base_url: sandboxMedia })
    .where("id", "=", channel.id)
    .execute();
  for (const [index, task] of demoTasks.entries())
    await addTask(app, task, index, await payerOf(app, task.username, channel.id));
  await app.ledger.flush();
}

async function payerOf(app: App, username: string, channelId: number): Promise<Around> {
  const { queries } = app.database;
  const user = await queries
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const token = await queries
    .selectFrom("tokens")
    .select(["id", "name"])
    .where("user_id", "=", user.id)
    .where("status", "=", tokenStatus.enabled)
    .where("unlimited_quota", "=", 1)
    .executeTakeFirstOrThrow();
  const group = demoPeople.find((person) => person.username === username)?.group ?? "default";
  return {
    userId: user.id,
    username,
    tokenId: token.id,
    tokenName: token.name,
    tokenUnlimited: true,
    channelId,
    group,
  };
}

const taskId = (index: number): string => `task_demo${String(index + 1).padStart(2, "0")}`;

/** Submits a task so long ago, and applies its ending. */
async function addTask({ ledger }: App, task: DemoTask, index: number, payer: Around): Promise<void> {
  const at = Date.now() - task.ago * 60_000;
  const priced = priceOf(task, payer);
  const reservation = await ledger.reserve({ ...payer, amount: priced.cost });
  if (!reservation.ok) return;
  const facts = factsOf(task, index, payer, at);
  const isOpen = task.takes === 0;
  const held = stateOf(task, payer, { at, cost: priced.cost, isOpen: true });
  await ledger.tasks.open(reservation, { ...facts, ...held });
  if (isOpen) return;
  const isCharged = task.end === "success";
  const cost = isCharged ? priced.cost : 0;
  const record = recordOf(task, payer, { at, requestId: facts.request_id, metadata: priced.metadata });
  const ended = stateOf(task, payer, { at, cost, isOpen: false });
  await ledger.tasks.settle({ task_id: facts.task_id, version: 1 }, ended, { cost, record });
}

/** The cost, and the price terms as the log stores them. */
function priceOf({ dollars, seconds, model }: DemoTask, { group }: Around) {
  const terms: PriceTerms = {
    type: "times",
    input: seconds === undefined ? dollars * 500 : 0,
    output: 0,
    extra_ratios: seconds === undefined ? undefined : { second: dollars },
  };
  const group_ratio = demoRatios[group];
  return {
    cost: callCost(costRates(terms, group_ratio), { ...noUsage, seconds: seconds ?? 0 }),
    metadata: {
      group_name: group,
      group_ratio,
      price_type: terms.type,
      price_model: model,
      input_ratio: terms.input,
      output_ratio: terms.output,
      ...(terms.extra_ratios && { extra_ratios: terms.extra_ratios, usage: { seconds } }),
    },
  };
}

function factsOf(task: DemoTask, index: number, payer: Around, at: number): TaskFacts {
  return {
    task_id: taskId(index),
    platform: task.platform,
    action: task.action,
    mode: task.mode ?? (task.platform === "midjourney" ? "fast" : ""),
    model_name: task.model,
    user_id: payer.userId,
    username: payer.username,
    token_id: payer.tokenId,
    token_name: payer.tokenName,
    request_id: `demotask${String(index).padStart(4, "0")}`,
    continues: task.continues === undefined ? "" : taskId(task.continues),
    prompt: task.prompt,
    asked: JSON.stringify(
      task.seconds === undefined ? {} : { units: { seconds: task.seconds }, size: "16:9" },
    ),
    record: JSON.stringify({ metadata: priceOf(task, payer).metadata }),
    notify_url: "",
    submitted_at: at,
    expires_at: at + 3_600_000,
  };
}

interface StateOptions {
  /** Epoch milliseconds of the submission. */
  at: number;
  /** Held or charged quota. */
  cost: number;
  isOpen: boolean;
}

/** The task after its submission, or after its end. It is never due, so that no upstream is queried about it. */
function stateOf(task: DemoTask, payer: Around, { at, cost, isOpen }: StateOptions): TaskState {
  const end = at + task.takes * 1000;
  const status = task.end === "late" ? "success" : task.end;
  const isShown = !isOpen || task.takes === 0;
  return {
    channel_id: payer.channelId,
    channel_key: 0,
    upstream_id: `demo-${at}`,
    accept_code: task.code ?? 1,
    status: isShown ? status : "submitted",
    progress: status === "success" && isShown ? 100 : (task.progress ?? 0),
    fail_reason: isShown ? (task.reason ?? "") : "",
    result: isShown && task.result !== undefined ? JSON.stringify(task.result) : "",
    started_at: isShown && status !== "submitted" && status !== "queued" ? at + 4000 : 0,
    finished_at: isOpen ? 0 : end,
    updated_at: isOpen ? at : end,
    quota: cost,
    charge: isOpen ? "held" : cost > 0 ? "charged" : "released",
    timeline: JSON.stringify(timelineOf(task, at, end)),
    due_at: 0,
    polls: Math.min(40, Math.ceil(task.takes / 6)),
    poll_problem: "",
    notify_at: 0,
    notify_tries: 0,
    lease_owner: "",
    lease_until: 0,
  };
}

function timelineOf({ end: how, takes, reason = "" }: DemoTask, at: number, end: number) {
  const steps = [{ at, state: "submitted", note: "" }];
  const step = (time: number, state: string, note = "") => steps.push({ at: time, state, note });
  if (how === "submitted") return steps;
  step(at + 2000, "queued");
  if (how === "queued") return steps;
  step(at + 4000, "in_progress");
  if (how === "late") step(at + 3_600_000, "expired", "The task did not finish in time.");
  if (takes > 0) step(end, how === "late" ? "success" : how, reason);
  return steps;
}

interface RecordOptions {
  at: number;
  requestId: string;
  metadata: Record<string, unknown>;
}

/** The row of the log, as the relay writes it at the end of a task. */
function recordOf(task: DemoTask, payer: Around, { at, requestId, metadata }: RecordOptions): UsageRow {
  const reason = { success: "completed", expired: "timeout", late: "timeout" } as const;
  const endReason = task.end in reason ? reason[task.end as keyof typeof reason] : "upstream_error";
  return {
    request_id: requestId,
    created_at: Math.floor(at / 1000) + Math.min(task.takes, 3600),
    user_id: payer.userId,
    username: payer.username,
    token_id: payer.tokenId,
    token_name: payer.tokenName,
    model_name: task.model,
    prompt_tokens: 0,
    completion_tokens: 0,
    channel_id: payer.channelId,
    request_time: task.takes * 1000,
    is_stream: 0,
    source_ip: "192.0.2.10",
    content: task.reason ?? "",
    outcome: outcomeCode(endReason),
    metadata: {
      ...metadata,
      task_platform: task.platform,
      usage_source: task.end === "success" ? "upstream" : "none",
      end_reason: endReason,
    },
  };
}
