import {
  completionTokens,
  type PriceTerms,
  promptTokens,
  type TokenClass,
  type UsageCounts,
} from "@tollgate/contract/cost";
import { type EndReason, outcomeCode } from "@tollgate/contract/call-outcome";
import type { LogMetadata } from "@tollgate/contract/logs";
import type { Ledger, Payer, Rejection, Reservation, UsageRow } from "../../ledger/ledger.ts";
import type { TaskFacts, TaskLedger, TaskState } from "../../ledger/task-ledger.ts";
import type { SnapshotGroup, SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { budgetError } from "../admission/budget-error.ts";
import { rejectForNow } from "../admission/admit-request.ts";
import type { IncomingRequest } from "../exchange.ts";
import type { Caller } from "../ports.ts";
import { RelayError } from "../relay-error.ts";

export interface ChargeDependencies {
  ledger: Pick<Ledger, "reserve" | "settle" | "release" | "available">;
  /** Epoch seconds. */
  now(): number;
}

/** Cost of a call and the content of its log row. */
export interface ChargeEntry {
  /** In quota. */
  cost: number;
  request: Pick<IncomingRequest, "requestId" | "sourceIp">;
  caller: Caller;
  group: SnapshotGroup;
  channelId: number;
  model: string;
  /** Undefined for a call that is never charged. */
  price: SnapshotPrice | undefined;
  /** Undefined if nothing was measured. */
  usage: UsageCounts | undefined;
  source: NonNullable<LogMetadata["usage_source"]>;
  endReason: EndReason;
  /** When the call began, by `performance.now`. */
  startedAt: number;
  stream: boolean;
  /** The row's note, if any. */
  content: string;
  /** Other fields of the row; they override the fields above. */
  metadata: Partial<LogMetadata>;
}

/** Quota reserved for one call. Ends in exactly one `settle` or `release`. */
export class Charge {
  readonly ok = true;
  #dependencies: ChargeDependencies;
  #reservation: Reservation;

  constructor(dependencies: ChargeDependencies, reservation: Reservation) {
    this.#dependencies = dependencies;
    this.#reservation = reservation;
  }

  /** Reserved, in quota. */
  get amount(): number {
    return this.#reservation.amount;
  }

  /**
   * Books the cost and the log row together. Returns the charged quota: less than the cost if neither reservation nor
   * balance covers it.
   */
  settle(entry: ChargeEntry): Promise<number> | number {
    const { ledger, now } = this.#dependencies;
    return ledger.settle(this.#reservation, { cost: entry.cost, record: chargeRecord(entry, now()) });
  }

  /**
   * Converts the reservation into a task's hold and stores the task. False: the reserved quota is gone. Either way the
   * charge is over.
   */
  hold(tasks: Pick<TaskLedger, "open">, task: TaskFacts & TaskState): Promise<boolean> {
    return tasks.open(this.#reservation, task);
  }

  release(): void {
    this.#dependencies.ledger.release(this.#reservation);
  }
}

/**
 * Reserves `amount` of the caller's quota, if `spare` more would remain for other calls. Synchronous while the
 * process's lease suffices.
 * @throws RelayError `unavailable` while the database does not respond
 */
export function openCharge(
  dependencies: ChargeDependencies,
  { userId, tokenId, tokenUnlimited, userBudget, tokenBudget }: Payer,
  amount: number,
  spare = 0,
): Charge | Rejection | Promise<Charge | Rejection> {
  const reserved = dependencies.ledger.reserve({
    userId,
    tokenId,
    tokenUnlimited,
    userBudget,
    tokenBudget,
    amount,
    spare,
  });
  const open = (answer: Reservation | Rejection): Charge | Rejection =>
    answer.ok ? new Charge(dependencies, answer) : answer;
  return reserved instanceof Promise ? reserved.catch(rejectForNow).then(open) : open(reserved);
}

/** What the error of a budget states in addition to its reason. `now` is epoch seconds. */
export interface ShortageTerms {
  caller: Pick<Caller, "userBudget" | "tokenBudget">;
  now: number;
  quotaPerUnit: number;
}

/**
 * The error for a call that the quota or a budget does not cover.
 * @param hint a sentence that states what would be covered
 */
export function shortageOfQuota(
  { short }: Rejection,
  { caller, now, quotaPerUnit }: ShortageTerms,
  what = "this call",
  hint = "",
): RelayError {
  if (short === "busy") rejectForNow(undefined);
  if (short === "user_budget" || short === "token_budget")
    return budgetError(caller, { short, what, hint, now, quotaPerUnit });
  const more = hint === "" ? "" : ` ${hint}`;
  return short === "token"
    ? new RelayError("token_exhausted", `The quota of this API key does not cover ${what}.${more}`)
    : new RelayError("insufficient_quota", `The balance of the account does not cover ${what}.${more}`);
}

/** The log row of a call. `now` is epoch seconds. */
export function chargeRecord(entry: ChargeEntry, now: number): UsageRow {
  const { request, caller, usage } = entry;
  return {
    request_id: request.requestId,
    created_at: now,
    user_id: caller.userId,
    username: caller.username,
    token_id: caller.tokenId,
    token_name: caller.tokenName,
    model_name: entry.model,
    prompt_tokens: usage ? promptTokens(usage) : 0,
    completion_tokens: usage ? completionTokens(usage) : 0,
    channel_id: entry.channelId,
    request_time: Math.round(performance.now() - entry.startedAt),
    is_stream: entry.stream ? 1 : 0,
    source_ip: request.sourceIp,
    content: entry.content,
    outcome: outcomeCode(entry.endReason),
    metadata: describeCharge(entry),
  };
}

/** How a held call ended. `now` is epoch seconds. */
export interface HeldEnd {
  now: number;
  channelId: number;
  /** Milliseconds from the submission to the end. */
  time: number;
  endReason: EndReason;
  /** The row's note; empty for a success. */
  content: string;
  /** Charged quota; 0 removes the counts of units from the row. */
  cost: number;
}

/** The log row of a call with held quota: the row from its submission, with its result. */
export function heldRecord(
  submitted: UsageRow,
  { now, channelId, time, endReason, content, cost }: HeldEnd,
): UsageRow {
  const { usage, ...metadata } = submitted.metadata;
  return {
    ...submitted,
    created_at: now,
    channel_id: channelId,
    request_time: Math.max(0, Math.round(time)),
    content,
    outcome: outcomeCode(endReason),
    metadata: { ...metadata, ...(cost > 0 && usage !== undefined && { usage }), end_reason: endReason },
  };
}

function describeCharge({ group, price, usage, source, endReason, metadata }: ChargeEntry): LogMetadata {
  const described: LogMetadata = { group_name: group.symbol, group_ratio: group.ratio };
  if (price) Object.assign(described, priceTerms(price));
  if (usage) described.usage = usedOnly(usage);
  described.usage_source = source;
  described.end_reason = endReason;
  return Object.assign(described, metadata);
}

/** The base values of a price, without its rules, for a log row. */
export function priceTerms(price: PriceTerms & { model: string }): Partial<LogMetadata> {
  const { type, model, input, output, extra_ratios } = price;
  const terms: Partial<LogMetadata> = {
    price_type: type,
    price_model: model,
    input_ratio: input,
    output_ratio: output,
  };
  if (extra_ratios && Object.keys(extra_ratios).length > 0) terms.extra_ratios = extra_ratios;
  return terms;
}

function usedOnly(usage: UsageCounts): Record<string, number> {
  const used: Record<string, number> = {};
  for (const name in usage) {
    const count = usage[name as TokenClass];
    if (count > 0) used[name] = count;
  }
  return used;
}
