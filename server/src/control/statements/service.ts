import { mayActOn } from "@tollgate/contract/access";
import type { Page } from "@tollgate/contract/list-query";
import {
  type getInvoiceDetail,
  type listInvoices,
  type Statement,
  type StatementKind,
  statementKinds,
} from "@tollgate/contract/statements";
import type { EndpointData } from "@tollgate/contract/endpoint";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type { StatementRepository, UsageSums } from "../../storage/repositories/statement-repository.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import { type Month, monthAt, monthOf } from "./month.ts";

type Invoice = EndpointData<typeof listInvoices>["data"][number];

/**
 * Credits and spending of an account, by month in UTC. Read from the ledger and the hourly roll-up, never from the log.
 */
export interface StatementService {
  /** @param month YYYY-MM; undefined: the current one */
  own(actor: Actor, month: string | undefined): Promise<Statement>;
  /** @throws AppError user.not_found, user.role_too_low */
  ofUser(actor: Actor, userId: number, month: string | undefined): Promise<Statement>;
  /** Usage by month, for the family's clients. */
  invoices(actor: Actor, request: PageRequest): Promise<Page<Invoice>>;
  /** Usage by model in the month of a day. */
  invoice(actor: Actor, date: string): Promise<EndpointData<typeof getInvoiceDetail>>;
}

export interface StatementDependencies {
  statements: StatementRepository;
  users: Pick<UserRepository, "find">;
  clock: Clock;
}

/** Changes that a statement lists individually. */
const mostEntries = 500;

/** Groups of kinds of ledger entries; every other kind is `other`, so that a statement always adds up. */
const groups: Readonly<Record<string, StatementKind>> = {
  topup: "topup",
  redemption: "redemption",
  opening: "reward",
  reward: "reward",
  adjustment: "adjustment",
  refund: "refund",
  dispute: "refund",
  collection: "collection",
};
const groupOf = (kind: string): StatementKind => groups[kind] ?? "other";

export function createStatementService({
  statements,
  users,
  clock,
}: StatementDependencies): StatementService {
  async function write(user: UserRow, name: string | undefined): Promise<Statement> {
    const now = clock.now();
    const month = name === undefined ? monthAt(now) : monthOf(name);
    const span = { userId: user.id, from: month.from, until: month.until };
    const [changesBefore, usedBefore, sums, entries, models] = await Promise.all([
      statements.changesBefore(user.id, month.from),
      statements.usedBefore(user.id, month.from),
      statements.changeSums(span),
      statements.changes(span, mostEntries + 1),
      statements.usageByModel(span),
    ]);
    const opening = changesBefore - usedBefore;
    const changes = sumGroups(sums);
    const used = models.reduce((total, { quota }) => total + Number(quota), 0);
    return {
      user_id: user.id,
      username: user.username,
      display_name: user.display_name,
      month: month.name,
      first_month: monthAt(user.created_time).name,
      from: month.from,
      until: Math.max(month.from, Math.min(month.until, now)),
      complete: month.until <= now,
      opening,
      changes,
      entries: entries.slice(0, mostEntries).map((row) => ({ ...row, kind: groupOf(row.kind) })),
      more_entries: entries.length > mostEntries,
      usage: models.map((row) => ({ model_name: row.model_name, ...usageOf(row) })),
      used,
      closing: changes.reduce((total, { amount }) => total + amount, opening) - used,
      uncollected: user.uncollected,
    };
  }

  return {
    async own(actor, month) {
      const user = await users.find(actor.id);
      if (!user) throw new AppError("user.not_found");
      return write(user, month);
    },

    async ofUser(actor, userId, month) {
      const user = await users.find(userId);
      if (!user) throw new AppError("user.not_found");
      if (actor.id !== userId && !mayActOn(actor, user)) throw new AppError("user.role_too_low");
      return write(user, month);
    },

    async invoices(actor, { page, size, order }) {
      const rows = (await statements.usageByMonth(actor.id)).map(({ month, ...row }) => ({
        date: `${month}-01`,
        ...usageOf(row),
        request_time: Number(row.request_time),
      }));
      const parts = order.length > 0 ? order : [{ field: "date", descending: true }];
      rows.sort((a, b) => compareBy(parts, a, b));
      const data = rows.slice((page - 1) * size, page * size);
      return { data, page, size, total_count: rows.length };
    },

    async invoice(actor, date) {
      const month: Month = monthOf(date.slice(0, 7));
      const span = { userId: actor.id, from: month.from, until: month.until };
      return (await statements.usageByModel(span)).map((row) => ({
        date: `${month.name}-01`,
        model_name: row.model_name,
        ...usageOf(row),
        request_time: Number(row.request_time),
      }));
    },
  };
}

function sumGroups(sums: readonly { kind: string; amount: number; count: number }[]): Statement["changes"] {
  const found = new Map<StatementKind, Statement["changes"][number]>();
  for (const { kind, amount, count } of sums) {
    const group = found.get(groupOf(kind)) ?? { kind: groupOf(kind), amount: 0, count: 0 };
    group.amount += Number(amount);
    group.count += Number(count);
    found.set(group.kind, group);
  }
  return statementKinds.flatMap((kind) => found.get(kind) ?? []);
}

const usageOf = (row: UsageSums) => ({
  request_count: Number(row.request_count),
  quota: Number(row.quota),
  prompt_tokens: Number(row.prompt_tokens),
  completion_tokens: Number(row.completion_tokens),
});

function compareBy(parts: PageRequest["order"], a: Invoice, b: Invoice): number {
  for (const { field, descending } of parts) {
    const [one, other] = [a[field as keyof Invoice], b[field as keyof Invoice]];
    if (one === other) continue;
    return one < other === descending ? 1 : -1;
  }
  return 0;
}
