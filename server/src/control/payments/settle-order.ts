import type { OrderEventKind, OrderProblem } from "@tollgate/contract/orders";
import { logTypes } from "@tollgate/contract/log-types";
import { moneyText } from "@tollgate/contract/top-up";
import type { BalanceChange, Ledger } from "../../ledger/ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queries, TransactionQueries } from "../../storage/database.ts";
import { createOrderRepository, type OrderRow } from "../../storage/repositories/order-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { NoticeService } from "../notices/service.ts";
import type { Payment, Reversal } from "./gateways/gateway.ts";
import { noticeOf } from "./problem-notice.ts";
import { BookedElsewhere, createReversals } from "./reverse-order.ts";

export interface SettlementDependencies {
  database: Database;
  ledger: Ledger<TransactionQueries>;
  users: Pick<UserRepository, "find">;
  clock: Clock;
  notices: Pick<NoticeService, "notify">;
  /** Follow-up of a credited order in its transaction: group upgrades, rewards. */
  afterPayment?: (queries: TransactionQueries, order: OrderRow) => Promise<void>;
  /** The same for refunds and disputes. */
  afterReversal?: (queries: TransactionQueries, order: OrderRow) => Promise<void>;
}

/** The result of a payment. `rejected`: nothing was credited, and the timeline has the reason. */
export type PaymentOutcome = "credited" | "repeated" | "rejected";

export type OrderSettlement = ReturnType<typeof createOrderSettlement>;

/**
 * The only place where orders become balance. An order is credited once, by one number of its gateway: credit,
 * settlement, order and timeline are one transaction.
 */
export function createOrderSettlement(deps: SettlementDependencies) {
  const { database, ledger, clock } = deps;
  const orders = createOrderRepository(database.queries);

  async function note(
    queries: Queries,
    order: Pick<OrderRow, "id" | "gateway_id">,
    kind: OrderEventKind,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    await createOrderRepository(queries).insertEvent({
      order_id: order.id,
      gateway_id: order.gateway_id,
      created_at: clock.now(),
      kind,
      detail: JSON.stringify(detail),
    });
  }

  /** Notifies administrators of the problem, once. */
  async function sendToLook(
    order: OrderRow,
    problem: OrderProblem & OrderEventKind,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await database.transaction(async (queries) => {
      if (!(await createOrderRepository(queries).setProblem(order.id, problem))) return;
      await note(queries, order, problem, detail);
      await deps.notices.notify(noticeOf(order, problem, clock.now()), queries);
    });
  }

  async function reject(
    order: OrderRow,
    problem: OrderProblem & OrderEventKind,
    payment: Payment,
  ): Promise<"rejected"> {
    await sendToLook(order, problem, factsOf(payment));
    return "rejected";
  }

  /** Another payment than the one that was credited: recorded for an administrator, who refunds it. */
  async function notePaidTwice(order: OrderRow, payment: Payment): Promise<"rejected"> {
    await database.transaction(async (queries) => {
      const repository = createOrderRepository(queries);
      const settlement = {
        gateway_id: order.gateway_id,
        gateway_no: payment.gatewayNumber,
        order_id: order.id,
        amount: payment.amount,
        created_at: clock.now(),
      };
      if (!(await repository.insertSettlement({ ...settlement, kind: "second_payment", quota: 0 }))) return;
      await repository.setProblem(order.id, "paid_twice");
      await note(queries, order, "paid_twice", factsOf(payment));
      await deps.notices.notify(noticeOf(order, "paid_twice", clock.now(), payment), queries);
    });
    return "rejected";
  }

  async function repeatedOrTwice(order: OrderRow, payment: Payment): Promise<PaymentOutcome> {
    const now = await orders.find(order.id);
    if (now?.gateway_no === payment.gatewayNumber) return "repeated";
    return notePaidTwice(order, payment);
  }

  async function entryOf(
    order: OrderRow,
    change: Pick<BalanceChange, "id" | "kind" | "amount">,
    content: string,
  ) {
    const user = await deps.users.find(order.user_id);
    const log = { type: logTypes.topUp, username: user?.username ?? "", content, source_ip: "" };
    return { ...change, userId: order.user_id, remark: content, log } satisfies BalanceChange;
  }

  return {
    note,

    /** The quota was deducted, and the refund is stuck at the gateway: an administrator finishes it there. */
    refundFailed: (order: OrderRow, { amount, currency, reversalNumber }: Reversal): Promise<void> =>
      sendToLook(order, "refund_failed", { amount, currency, number: reversalNumber }),

    /**
     * Credits an order with the amount that its own gateway reports as paid, in any status of the order: a late payment
     * is credited, too.
     * @param detail for the timeline, such as the source of the report
     */
    async payment(
      order: OrderRow,
      payment: Payment,
      detail: Record<string, unknown>,
    ): Promise<PaymentOutcome> {
      // Without a number a repetition cannot be distinguished from a second payment.
      if (payment.gatewayNumber === "") throw new Error(`order ${order.id} was paid without a number`);
      if (order.paid_at > 0) return repeatedOrTwice(order, payment);
      if (payment.currency !== order.order_currency) return reject(order, "wrong_currency", payment);
      if (payment.amount !== order.order_amount) return reject(order, "wrong_amount", payment);
      const paid = `${moneyText(payment.amount, payment.currency)} ${payment.currency}`;
      const change = { id: `order:${order.id}`, kind: "topup", amount: order.quota };
      const entry = await entryOf(
        order,
        change,
        `Top-up of $${order.amount}, paid ${paid}, order ${order.trade_no}`,
      );
      try {
        const done = await ledger.credit(entry, async (queries) => {
          const repository = createOrderRepository(queries);
          const settlement = {
            gateway_id: order.gateway_id,
            kind: "payment",
            gateway_no: payment.gatewayNumber,
            order_id: order.id,
            amount: payment.amount,
            quota: order.quota,
            created_at: clock.now(),
          };
          if (!(await repository.insertSettlement(settlement))) throw new BookedElsewhere();
          if (!(await repository.markPaid(order.id, payment.gatewayNumber, clock.now())))
            throw new BookedElsewhere();
          const kind = order.status === "pending" ? "paid" : "paid_late";
          await note(queries, order, kind, { ...factsOf(payment), quota: order.quota, ...detail });
          await deps.afterPayment?.(queries, order);
        });
        return done ? "credited" : await repeatedOrTwice(order, payment);
      } catch (error) {
        if (!(error instanceof BookedElsewhere)) throw error;
        await note(database.queries, order, "callback_refused", {
          ...factsOf(payment),
          reason: "this payment is booked for another order",
        });
        return "rejected";
      }
    },

    /** The gateway reports that the payment failed: nothing is credited, and a later success still is. */
    async failure(order: OrderRow, detail: Record<string, unknown>): Promise<void> {
      await database.transaction(async (queries) => {
        if (await createOrderRepository(queries).end(order.id, "failed"))
          await note(queries, order, "failed", detail);
      });
    },

    /** False: it is not pending any more. */
    close: (order: OrderRow, detail: Record<string, unknown>): Promise<boolean> =>
      database.transaction(async (queries) => {
        const closed = await createOrderRepository(queries).end(order.id, "closed");
        if (closed) await note(queries, order, "closed", detail);
        return closed;
      }),

    ...createReversals({ ...deps, note, sendToLook, entryOf }),
  };
}

const factsOf = ({ amount, currency, gatewayNumber }: Payment) => ({
  amount,
  currency,
  gateway_no: gatewayNumber,
});
