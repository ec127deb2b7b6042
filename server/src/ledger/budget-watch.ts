import type { LeaseKind } from "./store/usage-store.ts";
import type { BudgetTerm, Reservation } from "./ledger.ts";

/** Checks whether a charge without a reservation has used a budget up. */
export interface BudgetWatch {
  /** If it has, reloads the user's callers, so that the next calls are rejected. Logs its errors and never rejects. */
  check(reservation: Pick<Reservation, "userId" | "tokenId" | "userTerm" | "tokenTerm">): void;
}

interface BudgetWatchDependencies {
  /** Resolves when everything settled so far is committed. */
  flush: () => Promise<void>;
  leftOf: (kind: LeaseKind, ownerId: number, term: BudgetTerm) => Promise<number>;
  announceCallers: (userId: number) => Promise<void>;
  onError: (error: unknown) => void;
}

type Owner = Parameters<BudgetWatch["check"]>[0];

/**
 * Calls that reserve nothing bypass the reservation's check. One check at a time for each token, and one more for later
 * charges.
 */
export function createBudgetWatch(dependencies: BudgetWatchDependencies): BudgetWatch {
  const { flush, leftOf, announceCallers, onError } = dependencies;
  /** By token: the last charge since the check began. */
  const looking = new Map<number, Owner | undefined>();

  async function look({ userId, tokenId, userTerm, tokenTerm }: Owner): Promise<void> {
    await flush();
    const isSpent =
      (userTerm !== undefined && (await leftOf("user", userId, userTerm)) <= 0) ||
      (tokenTerm !== undefined && (await leftOf("token", tokenId, tokenTerm)) <= 0);
    if (isSpent) await announceCallers(userId);
  }

  function check(owner: Owner): void {
    const { tokenId, userTerm, tokenTerm } = owner;
    if (!userTerm && !tokenTerm) return;
    if (looking.has(tokenId)) {
      looking.set(tokenId, owner);
      return;
    }
    looking.set(tokenId, undefined);
    void look(owner)
      .catch(onError)
      .finally(() => {
        const next = looking.get(tokenId);
        looking.delete(tokenId);
        if (next) check(next);
      });
  }

  return { check };
}
