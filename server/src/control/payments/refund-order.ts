import type { RefundForm } from "@tollgate/contract/orders";
import { hasDecimals, moneyText, unitsOf } from "@tollgate/contract/top-up";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import {
  createOrderRepository,
  type OrderRow,
  type OrderSettlementRow,
} from "../../storage/repositories/order-repository.ts";
import { createPaymentGatewayRepository } from "../../storage/repositories/payment-gateway-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { NoticeService } from "../notices/service.ts";
import { calling, type GatewayAccounts } from "./gateway-accounts.ts";
import type { Payment } from "./gateways/gateway.ts";
import { noticeOf } from "./problem-notice.ts";
import type { OrderSettlement } from "./settle-order.ts";

export interface RefundDependencies {
  database: Database;
  audit: Audit;
  clock: Clock;
  accounts: GatewayAccounts;
  settlement: OrderSettlement;
  notices: Pick<NoticeService, "notify">;
}

export type Refunds = ReturnType<typeof createRefunds>;

/** A request whose response was lost is repeated after this, with the same number. */
const againSeconds = 120;
const batch = 20;
const atOnce = 5;

/**
 * Refunds by administrators. The request is stored before the gateway is called and removed once its refund is booked
 * or rejected, so that a crash or a lost response neither forgets a refund nor makes a second one. An order has one
 * open request at a time.
 */
export function createRefunds(deps: RefundDependencies) {
  const { database, accounts, settlement, clock } = deps;
  const orders = createOrderRepository(database.queries);
  const gateways = createPaymentGatewayRepository(database.queries);
  let repeatedUpTo = 0;

  async function openGateway(order: OrderRow) {
    const row = await gateways.findAny(order.gateway_id);
    const opened = row && accounts.openForCallback(row);
    if (!opened?.kind.refund) throw new AppError("payment.cannot");
    return opened;
  }

  /**
   * Calls the gateway, and books the refund.
   * @throws AppError payment.refused, order.refund_under_way if no response came
   */
  async function perform(order: OrderRow, request: OrderSettlementRow): Promise<void> {
    const { kind, account } = await openGateway(order);
    const currency = order.order_currency;
    const money = { amount: request.amount, currency };
    const payment: Payment = {
      orderNumber: order.trade_no,
      gatewayNumber: order.gateway_no,
      amount: order.order_amount,
      currency,
      status: "paid",
    };
    const send = () => kind.refund?.(payment, money, request.gateway_no, account);
    const number = await calling(send).catch(async (error: unknown) => {
      // It is repeated by schedule.
      if (error instanceof AppError && error.code === "payment.gateway_unavailable")
        throw new AppError("order.refund_under_way", { cause: error });
      if (error instanceof AppError && error.code === "payment.refused")
        await database.transaction(async (queries) => {
          await createOrderRepository(queries).deleteSettlement(request);
          await settlement.note(queries, order, "refund_refused", { ...money, reason: error.message });
          const notice = noticeOf(order, "refund_refused", clock.now(), money);
          await deps.notices.notify(notice, queries);
        });
      throw error;
    });
    const whole = { gatewayNumber: order.gateway_no, currency };
    await settlement.reversal(
      order,
      "refund",
      kind.descriptor.cumulativeRefunds
        ? { ...whole, reversalNumber: "", amount: request.quota + request.amount, cumulative: true }
        : { ...whole, reversalNumber: number || request.gateway_no, amount: request.amount },
    );
    await orders.deleteSettlement(request);
  }

  async function repeat(request: OrderSettlementRow): Promise<void> {
    const order = await orders.find(request.order_id);
    if (order) await perform(order, request);
  }

  function amountOf(order: OrderRow, form: RefundForm): number {
    const units = unitsOf(order.order_currency);
    const amount = Math.round(form.amount * units);
    const most = order.paid_at > 0 ? order.order_amount - order.refunded_amount : 0;
    if (amount > 0 && amount <= most && hasDecimals(form.amount, units === 1 ? 0 : 2)) return amount;
    const maximum = `${moneyText(most, order.order_currency)} ${order.order_currency}`;
    throw new AppError("order.nothing_to_refund", { params: { maximum } });
  }

  return {
    /** @throws AppError order.nothing_to_refund, order.refund_under_way, payment.cannot, payment.refused */
    async refund(actor: Actor, orderId: number, form: RefundForm): Promise<void> {
      const seen = await orders.find(orderId);
      if (!seen) throw new AppError("order.not_found");
      await openGateway(seen);
      const number = `${seen.trade_no}-${form.request_id}`;
      const request = await database.transaction(async (queries) => {
        const repository = createOrderRepository(queries);
        const order = (await repository.lock(orderId)) ?? seen;
        const open = await repository.openRefund(orderId);
        if (open?.gateway_no === number) return open;
        if (open) throw new AppError("order.refund_under_way");
        const amount = amountOf(order, form);
        const made: OrderSettlementRow = {
          gateway_id: order.gateway_id,
          kind: "refund_request",
          gateway_no: number,
          order_id: orderId,
          amount,
          // Refunded earlier: gateways that report sums are compared with it.
          quota: order.refunded_amount,
          created_at: clock.now(),
        };
        await repository.insertSettlement(made);
        const detail = { amount, currency: order.order_currency };
        await settlement.note(queries, order, "refund_requested", { ...detail, by: actor.username });
        const target = { type: "order", id: orderId, name: order.trade_no };
        await deps.audit.record(queries, actor, { action: "order.refund", target, detail });
        return made;
      });
      await perform(seen, request);
    },

    /** By schedule: repeats requests whose responses were lost, a limited number per run. */
    async finish(onError: (error: unknown) => void): Promise<void> {
      const requests = await orders.openRefunds(clock.now() - againSeconds, repeatedUpTo, batch);
      // The next run continues after them: gateways that never respond must not delay the others.
      repeatedUpTo = requests.length === batch ? (requests.at(-1)?.order_id ?? 0) : 0;
      for (let at = 0; at < requests.length; at += atOnce)
        await Promise.all(requests.slice(at, at + atOnce).map((request) => repeat(request).catch(onError)));
    },
  };
}
