import { limits } from "@tollgate/contract/limits";
import type { Database } from "../storage/database.ts";
import type { BudgetTerms } from "./budget-terms.ts";
import { readBudgetLeft } from "./budgets.ts";
import type { Leases } from "./leases.ts";
import type { BudgetTerm, Payer } from "./ledger.ts";
import type { LeaseKind } from "./store/usage-store.ts";

/** What calls of this process can still reserve, in quota: in the database and in this process's leases together. */
export interface QuotaLeft {
  /** The least of all accounts that pay. */
  of(payer: Payer): Promise<number>;
  ofBudget(kind: LeaseKind, id: number, term: BudgetTerm): Promise<number>;
}

export function createQuotaLeft({
  database: { queries },
  leases,
  terms,
}: {
  database: Pick<Database, "queries">;
  leases: Pick<Leases, "leftOf">;
  terms: Pick<BudgetTerms, "current">;
}): QuotaLeft {
  const ofUser = (ownerId: number): Promise<number> =>
    leases.leftOf({ kind: "user", ownerId }, async () => {
      const user = await queries
        .selectFrom("users")
        .select("quota")
        .where("id", "=", ownerId)
        .executeTakeFirst();
      return Math.max(0, user?.quota ?? 0);
    });

  const ofToken = (ownerId: number): Promise<number> =>
    leases.leftOf({ kind: "token", ownerId }, async () => {
      const token = await queries
        .selectFrom("tokens")
        .select("remain_quota")
        .where("id", "=", ownerId)
        .executeTakeFirst();
      return Math.max(0, token?.remain_quota ?? 0);
    });

  const ofBudget = (kind: LeaseKind, id: number, term: BudgetTerm): Promise<number> =>
    leases.leftOf({ kind, ownerId: id, term }, () => readBudgetLeft(queries, { kind, id }, term));

  return {
    ofBudget,
    async of({ userId, tokenId, tokenUnlimited, userBudget, tokenBudget }) {
      return Math.min(
        await ofUser(userId),
        tokenUnlimited ? limits.quotaMax : await ofToken(tokenId),
        userBudget ? await ofBudget("user", userId, terms.current(userBudget.period)) : limits.quotaMax,
        tokenBudget ? await ofBudget("token", tokenId, terms.current(tokenBudget.period)) : limits.quotaMax,
      );
    },
  };
}
