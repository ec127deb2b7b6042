import type { BudgetTerms } from "./budget-terms.ts";
import type { Leases } from "./leases.ts";
import type { BudgetTerm, Rejection, Reservation, ReserveRequest } from "./ledger.ts";
import type { LeaseKind } from "./store/usage-store.ts";

/**
 * Reserves calls from every account that pays for them: the user's balance, a limited token's quota, and the budgets of
 * both.
 */
export interface Reservations {
  /** All accounts or none. Synchronous while the leases suffice. */
  reserve(request: ReserveRequest): Reservation | Rejection | Promise<Reservation | Rejection>;
  /** Returns the part that was not spent, and ends the reservation. */
  putBack(reservation: Reservation, amount: number): void;
  /**
   * Ends the reservation, and takes `amount` more from balance and token as far as they cover it. Returns what was
   * taken.
   */
  takeBeyond(reservation: Reservation, amount: number): Promise<number>;
}

/** The accounts of a call, in the order in which they are held. */
const accounts = ["user", "token", "user_budget", "token_budget"] as const;
type Account = (typeof accounts)[number];

const kindOf = (account: Account): LeaseKind =>
  account === "user" || account === "user_budget" ? "user" : "token";

export function createReservations(leases: Leases, terms: BudgetTerms): Reservations {
  function termOf(reservation: Reservation, account: Account): BudgetTerm | undefined {
    if (account === "user_budget") return reservation.userTerm;
    return account === "token_budget" ? reservation.tokenTerm : undefined;
  }

  function pays(reservation: Reservation, account: Account): boolean {
    if (account === "user") return true;
    if (account === "token") return !reservation.tokenUnlimited;
    return termOf(reservation, account) !== undefined;
  }

  function hold(reservation: Reservation, account: Account, spare: number): boolean | Promise<boolean> {
    const kind = kindOf(account);
    const ownerId = kind === "user" ? reservation.userId : reservation.tokenId;
    const term = termOf(reservation, account);
    return term
      ? leases.holdOfBudget({ kind, ownerId, term }, reservation.amount, spare)
      : leases.hold(kind, ownerId, reservation.amount, spare);
  }

  function free(reservation: Reservation, account: Account, amount: number): void {
    const kind = kindOf(account);
    const ownerId = kind === "user" ? reservation.userId : reservation.tokenId;
    const term = termOf(reservation, account);
    if (term) leases.freeOfBudget({ kind, ownerId, term }, amount, reservation.generation);
    else leases.free(kind, ownerId, amount, reservation.generation);
  }

  /** The accounts before `end`. */
  function freeBefore(reservation: Reservation, end: number, amount: number): void {
    for (let at = 0; at < end; at++) {
      const account = accounts[at] as Account;
      if (pays(reservation, account)) free(reservation, account, amount);
    }
  }

  /** @param again starts over, where the database returned all leases while an account was awaited */
  function holdFrom(
    reservation: Reservation,
    first: number,
    spare: number,
    again: () => Reservation | Rejection | Promise<Reservation | Rejection>,
  ): Reservation | Rejection | Promise<Reservation | Rejection> {
    for (let at = first; at < accounts.length; at++) {
      const account = accounts[at] as Account;
      if (!pays(reservation, account)) continue;
      const held = hold(reservation, account, spare);
      if (held === true) continue;
      const reject = (): Rejection => {
        freeBefore(reservation, at, reservation.amount);
        return { ok: false, short: account };
      };
      if (held === false) return reject();
      return held.then(
        (found) => {
          if (!found) return reject();
          const { generation } = leases;
          if (generation === reservation.generation) return holdFrom(reservation, at + 1, spare, again);
          free({ ...reservation, generation }, account, reservation.amount);
          return again();
        },
        (error: unknown) => {
          reject();
          throw error;
        },
      );
    }
    return reservation;
  }

  function reserveNow(request: ReserveRequest): Reservation | Rejection | Promise<Reservation | Rejection> {
    const { userId, tokenId, tokenUnlimited, amount, userBudget, tokenBudget, spare = 0 } = request;
    const reservation: Reservation = {
      ok: true,
      userId,
      tokenId,
      tokenUnlimited,
      amount,
      userTerm: userBudget && terms.current(userBudget.period),
      tokenTerm: tokenBudget && terms.current(tokenBudget.period),
      generation: leases.generation,
    };
    return holdFrom(reservation, 0, spare, () => reserveNow(request));
  }

  return {
    reserve(request) {
      const { userBudget, tokenBudget } = request;
      const before = userBudget && terms.current(userBudget.period);
      const beforeOfToken = tokenBudget && terms.current(tokenBudget.period);
      const answer = reserveNow(request);
      if (!(answer instanceof Promise)) return answer;
      return answer.then((found) => {
        if (found.ok || (found.short !== "user_budget" && found.short !== "token_budget")) return found;
        // A later period began in the meantime: its holdings decide.
        const isLater =
          (userBudget && terms.current(userBudget.period) !== before) ||
          (tokenBudget && terms.current(tokenBudget.period) !== beforeOfToken);
        return isLater ? reserveNow(request) : found;
      });
    },
    putBack: (reservation, amount) => freeBefore(reservation, accounts.length, amount),
    async takeBeyond(reservation, amount) {
      const { userId, tokenId, tokenUnlimited } = reservation;
      const ofUser = leases.generation;
      const fromUser = await leases.holdUpTo("user", userId, amount);
      const ofToken = leases.generation;
      const fromToken = tokenUnlimited ? fromUser : await leases.holdUpTo("token", tokenId, fromUser);
      leases.free("user", userId, fromUser - fromToken, ofUser);
      if (!tokenUnlimited) leases.free("token", tokenId, 0, ofToken);
      freeBefore(reservation, accounts.length, 0);
      return fromToken;
    },
  };
}
