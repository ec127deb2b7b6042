import type { BudgetTerm, Reservation } from "./ledger.ts";
import { type ChargedRow, termPeriods } from "./store/usage-store.ts";

/** The budget periods of a reservation as rows store them. */
export function storedTerms({
  userTerm,
  tokenTerm,
}: Pick<Reservation, "userTerm" | "tokenTerm">): Pick<
  ChargedRow,
  "user_term_period" | "user_term_start" | "token_term_period" | "token_term_start"
> {
  return {
    user_term_period: codeOf(userTerm),
    user_term_start: userTerm?.start ?? 0,
    token_term_period: codeOf(tokenTerm),
    token_term_start: tokenTerm?.start ?? 0,
  };
}

const codeOf = (term: BudgetTerm | undefined): number => (term ? termPeriods.indexOf(term.period) + 1 : 0);
