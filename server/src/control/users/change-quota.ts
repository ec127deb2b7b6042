import { limits } from "@tollgate/contract/limits";
import { logTypes } from "@tollgate/contract/log-types";
import type { QuotaChangeForm } from "@tollgate/contract/users";
import { actsBelow } from "@tollgate/contract/access";
import { type AfterBalance, type BalanceChange, type Ledger, RoleNotLower } from "../../ledger/ledger.ts";
import { AppError, rejectField } from "../../platform/app-error.ts";
import { randomText } from "../../platform/ids.ts";
import type { TransactionQueries } from "../../storage/database.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { rejectChangingQuota } from "./policy.ts";

interface QuotaDependencies {
  ledger: Ledger<TransactionQueries>;
  audit: Audit;
}

/** Adds to or deducts from a balance through the ledger, once per request id of an actor. */
export function createQuotaChange({ ledger, audit }: QuotaDependencies) {
  async function book(
    entry: BalanceChange,
    signed: number,
    also: AfterBalance<TransactionQueries>,
  ): Promise<boolean> {
    if (signed > 0) return ledger.credit(entry, also);
    const outcome = await ledger.debit(entry, also);
    if (outcome === "insufficient") throw tooLittle();
    return outcome === "done";
  }

  return {
    /**
     * @throws AppError user.balance_too_low, user.role_too_low; request.invalid if the balance would exceed the limit
     * of numbers
     */
    async change(
      actor: Actor,
      target: UserRow,
      form: QuotaChangeForm,
    ): Promise<{ balance: number; applied: boolean }> {
      rejectChangingQuota(actor, target);
      const before = await ledger.balanceOf(target.id);
      if (before + form.quota > limits.quotaMax) throw tooMuch(limits.quotaMax - before);
      const entry: BalanceChange = {
        id: `adjustment:${actor.id}:${target.id}:${form.request_id ?? randomText(24)}`,
        userId: target.id,
        amount: Math.abs(form.quota),
        kind: "adjustment",
        roleBelow: actsBelow(actor.role),
        remark: form.remark,
        log: {
          type: logTypes.management,
          username: target.username,
          content: form.remark,
          source_ip: "",
        },
      };
      const applied = await book(entry, form.quota, (queries, balance) =>
        audit.record(queries, actor, {
          action: "user.quota",
          target: { type: "user", id: target.id, name: target.username },
          detail: { quota: form.quota, balance, remark: form.remark },
        }),
      ).catch((error: unknown) => {
        // Promoted since it was read.
        throw error instanceof RoleNotLower ? new AppError("user.role_too_low") : error;
      });
      return { balance: await ledger.balanceOf(target.id), applied };
    },
  };
}

function tooLittle(): AppError {
  const code = "user.balance_too_low";
  return new AppError(code, { fields: [{ path: "quota", code, message: new AppError(code).message }] });
}

function tooMuch(maximum: number): AppError {
  const message = `The balance may grow by ${maximum} at most.`;
  return rejectField({ path: "quota", code: "too_big", message, params: { maximum, origin: "number" } });
}
