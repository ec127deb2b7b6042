import type { OrderEventKind, OrderProblem } from "@tollgate/contract/orders";
import { moneyText } from "@tollgate/contract/top-up";
import type { BalanceChange, Ledger } from "../../ledger/ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queries, TransactionQueries } from "../../storage/database.ts";
import {
  createOrderRepository,
  type OrderRow,
  type OrderSettlementRow,
} from "../../storage/repositories/order-repository.ts";
import type { NoticeService } from "../notices/service.ts";
import type { Reversal } from "./gateways/gateway.ts";
import { noticeOf } from "./problem-notice.ts";

type Detail = Record<string, unknown>;

interface ReversalDependencies {
  database: Database;
  ledger: Ledger<TransactionQueries>;
  clock: Clock;
  notices: Pick<NoticeService, "notify">;
  /** Follow-up of a refund or dispute in its transaction. */
  afterReversal?: (queries: TransactionQueries, order: OrderRow) => Promise<void>;
  note(
    queries: Queries,
    order: Pick<OrderRow, "id" | "gateway_id">,
    kind: OrderEventKind,
    detail: Detail,
  ): Promise<void>;
  sendToLook(order: OrderRow, problem: OrderProblem & OrderEventKind, detail: Detail): Promise<void>;
  entryOf(
    order: OrderRow,
    change: Pick<BalanceChange, "id" | "kind" | "amount">,
    content: string,
  ): Promise<BalanceChange>;
}

type ReversalKind = "refund" | "dispute";

/** Settlement of a refund that came back, and of a dispute that was won. */
const returnOf = { refund: "refund_returned", dispute: "dispute_won" } as const;

/** Refunds and disputes of paid orders, and their returns: ledger entry, settlement, order and timeline are one transaction. */
export function createReversals(deps: ReversalDependencies) {
  const { database, ledger, clock, note } = deps;
  const orders = createOrderRepository(database.queries);

  /**
   * Deducts the share of `amount`, the part of `claimed` that the order still covers.
   * @throws BookedElsewhere, ChangedConcurrently
   */
  async function deduct(
    order: OrderRow,
    kind: ReversalKind,
    { amount, claimed, number }: { amount: number; claimed: number; number: string },
  ): Promise<boolean> {
    const { gateway_id, order_currency: currency } = order;
    const quota = shareOf(order, order.refunded_amount + amount) - order.refunded_quota;
    const what = kind === "refund" ? "Refund" : "Disputed payment";
    const entry = await deps.entryOf(
      order,
      { id: `order-reversal:${gateway_id}:${kind}:${number}`, kind, amount: quota },
      `${what} of ${moneyText(claimed, currency)} ${currency}, order ${order.trade_no}`,
    );
    return ledger.reverse(entry, async (queries) => {
      const repository = createOrderRepository(queries);
      await repository.lock(order.id);
      // Its return arrived first.
      if (await repository.findSettlement(gateway_id, returnOf[kind], number)) throw new BookedElsewhere();
      const settled = { gateway_id, kind, gateway_no: number, order_id: order.id, amount: claimed, quota };
      if (!(await repository.insertSettlement({ ...settled, created_at: clock.now() })))
        throw new BookedElsewhere();
      if (!(await repository.addRefund(order, { amount, quota }))) throw new ChangedConcurrently();
      if (kind === "dispute") {
        await repository.setProblem(order.id, "disputed");
        const money = { amount: claimed, currency };
        await deps.notices.notify(noticeOf(order, "disputed", clock.now(), money), queries);
      }
      const detail = { amount: claimed, currency, quota, number };
      await note(queries, order, kind === "refund" ? "refunded" : "disputed", detail);
      await deps.afterReversal?.(queries, order);
    });
  }

  /** Shows administrators what is left to do; a dispute that was won needs nothing more. */
  async function settleProblem(
    queries: TransactionQueries,
    order: OrderRow,
    kind: ReversalKind,
    amount: number,
  ): Promise<void> {
    const repository = createOrderRepository(queries);
    if (kind === "dispute") {
      const now = await repository.lock(order.id);
      if (now?.problem === "disputed") await repository.setProblem(order.id, "");
      return;
    }
    await repository.setProblem(order.id, "refund_failed");
    const money = { amount, currency: order.order_currency };
    await deps.notices.notify(noticeOf(order, "refund_returned", clock.now(), money), queries);
  }

  /** True: the refund or dispute is not booked, and will not be. */
  const isEarly = (order: OrderRow, kind: ReversalKind, number: string): Promise<boolean> =>
    database.transaction(async (queries) => {
      const repository = createOrderRepository(queries);
      await repository.lock(order.id);
      if (await repository.findSettlement(order.gateway_id, kind, number)) return false;
      const settled = { gateway_id: order.gateway_id, kind: returnOf[kind], gateway_no: number };
      const none = { order_id: order.id, amount: 0, quota: 0, created_at: clock.now() };
      await repository.insertSettlement({ ...settled, ...none });
      return true;
    });

  /**
   * @param before what all refunds and disputes claim
   * @throws BookedElsewhere, ChangedConcurrently
   */
  async function giveBack(
    order: OrderRow,
    kind: ReversalKind,
    { gateway_id, gateway_no, amount: claimed }: OrderSettlementRow,
    before: number,
  ): Promise<boolean> {
    const { order_currency: currency } = order;
    const left = Math.min(Math.max(0, before - claimed), order.order_amount);
    const amount = order.refunded_amount - left;
    const quota = Math.max(0, order.refunded_quota - shareOf(order, left));
    const what = kind === "refund" ? "Returned refund" : "Won dispute";
    const entry = await deps.entryOf(
      order,
      { id: `order-return:${gateway_id}:${returnOf[kind]}:${gateway_no}`, kind, amount: quota },
      `${what} of ${moneyText(claimed, currency)} ${currency}, order ${order.trade_no}`,
    );
    return ledger.credit(entry, async (queries) => {
      const repository = createOrderRepository(queries);
      await repository.lock(order.id);
      if ((await repository.claimed(order.id)) !== before) throw new ChangedConcurrently();
      const settled = { gateway_id, kind: returnOf[kind], gateway_no, order_id: order.id };
      if (
        !(await repository.insertSettlement({ ...settled, amount: claimed, quota, created_at: clock.now() }))
      )
        throw new BookedElsewhere();
      await repository.removeRefund(order.id, { amount, quota });
      await note(queries, order, returnOf[kind], { amount: claimed, currency, quota, number: gateway_no });
      await settleProblem(queries, order, kind, claimed);
    });
  }

  return {
    /**
     * Deducts the quota for a refund or dispute, each number of the gateway once; the whole of it once all money is
     * back. What exceeds the payment is recorded and deducts nothing.
     * @returns false if the number or sum was booked before
     */
    async reversal(order: OrderRow, kind: ReversalKind, reversal: Reversal): Promise<boolean> {
      for (;;) {
        const now = await orders.find(order.id);
        if (!now || now.paid_at === 0) return false;
        const sum = reversal.cumulative ? reversal.amount : now.refunded_amount + reversal.amount;
        const amount = Math.min(sum, now.order_amount) - now.refunded_amount;
        if (reversal.currency !== now.order_currency) {
          await deps.sendToLook(now, "wrong_currency", {
            number: reversal.reversalNumber,
            currency: reversal.currency,
          });
          return false;
        }
        if (amount <= 0 && reversal.cumulative) return false;
        const booking = reversal.cumulative
          ? { amount, claimed: amount, number: `${reversal.gatewayNumber}:${sum}` }
          : { amount, claimed: reversal.amount, number: reversal.reversalNumber };
        try {
          return await deduct(now, kind, booking);
        } catch (error) {
          if (error instanceof BookedElsewhere) return false;
          if (!(error instanceof ChangedConcurrently)) throw error;
        }
      }
    },

    /**
     * The money of a refund or dispute is ours again: credits, once, what no other refund or dispute of the order
     * claims. A return that arrives before its refund or dispute prevents that one.
     * @returns false if nothing was deducted, or it was credited before
     */
    async returned(order: OrderRow, kind: ReversalKind, { reversalNumber }: Reversal): Promise<boolean> {
      if (await isEarly(order, kind, reversalNumber)) return false;
      for (;;) {
        // Before the order: what is booked between these reads is then noticed.
        const claimed = await orders.claimed(order.id);
        const now = await orders.find(order.id);
        const booked = await orders.findSettlement(order.gateway_id, kind, reversalNumber);
        if (!now || !booked) return false;
        try {
          return await giveBack(now, kind, booked, claimed);
        } catch (error) {
          if (error instanceof BookedElsewhere) return false;
          if (!(error instanceof ChangedConcurrently)) throw error;
        }
      }
    },
  };
}

/** Quota of an amount of the order; all of it once all of the money is back. */
function shareOf(order: OrderRow, amount: number): number {
  if (amount >= order.order_amount) return order.quota;
  return Number((BigInt(order.quota) * BigInt(amount)) / BigInt(order.order_amount));
}

/** The gateway's number was used before. */
export class BookedElsewhere extends Error {
  override name = "BookedElsewhere";
}

/** Another refund of the order was booked at the same moment. */
class ChangedConcurrently extends Error {
  override name = "ChangedConcurrently";
}
