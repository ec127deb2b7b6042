import type { LeaseKind } from "./store/usage-store.ts";
import type { BudgetTerm, Reservation } from "./ledger.ts";

/** Looks whether a charge without a reservation has used a budget up. */
export interface BudgetWatch {
  /** Has the user's callers looked up again where it has, so that the next calls are refused. Reports its errors and never rejects. */
  check(reservation: Pick<Reservation, "userId" | "tokenId" | "userTerm" | "tokenTerm">): void;
}

interface BudgetWatchDependencies {
  /** Resolves when everything settled so far is committed. */
  flush: () => Promise<void>;
  leftOf: (kind: LeaseKind, ownerId: number, term: BudgetTerm) => Promise<number>;
  announceCallers: (userId: number) => Promise<void>;
  onError: (error: unknown) => void;
}

/** Calls that reserve nothing pass the reservation's check. One look at a time for each token. */
export function createBudgetWatch({
  flush,
  leftOf,
  announceCallers,
  onError,
}: BudgetWatchDependencies): BudgetWatch {
  const looking = new Set<number>();

  return {
    check({ userId, tokenId, userTerm, tokenTerm }) {
      if (looking.has(tokenId) || (!userTerm && !tokenTerm)) return;
      looking.add(tokenId);
      void (async () => {
        await flush();
        const isSpent =
          (userTerm !== undefined && (await leftOf("user", userId, userTerm)) <= 0) ||
          (tokenTerm !== undefined && (await leftOf("token", tokenId, tokenTerm)) <= 0);
        if (isSpent) await announceCallers(userId);
      })()
        .catch(onError)
        .finally(() => looking.delete(tokenId));
    },
  };
}
