import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import { createOrderRepository, type OrderRow } from "../../storage/repositories/order-repository.ts";
import {
  createPaymentGatewayRepository,
  type PaymentGatewayRow,
} from "../../storage/repositories/payment-gateway-repository.ts";
import type { RateLimiter } from "../../http/register-endpoint.ts";
import { NoAnswer } from "../call-service.ts";
import { describeCallback } from "./describe-callback.ts";
import type { GatewayAccounts } from "./gateway-accounts.ts";
import type {
  CallbackAnswer,
  CallbackRequest,
  CallbackResult,
  GatewayAccount,
  Payment,
  PaymentGateway,
  Reversal,
} from "./gateways/gateway.ts";
import type { OrderSettlement } from "./settle-order.ts";

export interface CallbackDependencies {
  database: Database;
  accounts: Pick<GatewayAccounts, "openForCallback">;
  settlement: OrderSettlement;
  rateLimiter: RateLimiter;
  clock: Clock;
}

export type Callbacks = ReturnType<typeof createCallbacks>;

/** How many rejected callbacks of a gateway, or of an order, are stored in an hour: bounds a flood of them. */
const rejectedKept = { limit: 20, seconds: 3600 };

/** Queries about an order that its reports may cause; concurrent reports share one. */
const queriesByReports = { limit: 10, seconds: 60 };

const unknownGateway: CallbackAnswer = { status: 404, contentType: "text/plain", body: "fail" };

/** The result of a verified callback about one gateway's order. */
interface Called {
  row: PaymentGatewayRow;
  kind: PaymentGateway;
  account: GatewayAccount;
  notification: Record<string, string>;
}

/** Callbacks of payment gateways: verified with the gateway's own credentials, bound to its own orders, booked once. */
export function createCallbacks(deps: CallbackDependencies) {
  const { database, settlement, clock } = deps;
  const gateways = createPaymentGatewayRepository(database.queries);
  const orders = createOrderRepository(database.queries);
  const asking = new Map<number, Promise<Payment | undefined>>();
  const booking = new Map<string, Promise<boolean>>();

  /** For administrators, without an order. */
  async function keepStray(row: PaymentGatewayRow, detail: Record<string, unknown>): Promise<void> {
    const wait = await deps.rateLimiter.take(`refused-callbacks:${row.id}`, rejectedKept);
    if (wait === 0)
      await settlement.note(database.queries, { id: 0, gateway_id: row.id }, "callback_refused", detail);
  }

  async function keepContradicted(order: OrderRow, detail: Record<string, unknown>): Promise<void> {
    const wait = await deps.rateLimiter.take(`refused-callbacks:order:${order.id}`, rejectedKept);
    if (wait === 0) await settlement.note(database.queries, order, "callback_refused", detail);
  }

  /**
   * Signed by the gateway, and about another shop's business: accepted, since a gateway repeats rejected ones for days.
   */
  async function keepStranger({ row, notification }: Called, reason: string): Promise<true> {
    await keepStray(row, { reason, notification });
    return true;
  }

  /**
   * The gateway's status of an order; one query at a time for each.
   * @throws NoAnswer, QueriedTooOften
   */
  async function ask({ kind, account }: Called, order: OrderRow): Promise<Payment | undefined> {
    const running = asking.get(order.id);
    if (running) return running;
    const query = async (): Promise<Payment | undefined> => {
      const wait = await deps.rateLimiter.take(`callback-queries:${order.id}`, queriesByReports);
      if (wait > 0) throw new QueriedTooOften();
      return kind.query?.({ number: order.trade_no, reference: order.reference }, account);
    };
    const asked = query().finally(() => asking.delete(order.id));
    asking.set(order.id, asked);
    return asked;
  }

  /** Undefined: the gateway confirms the payment of the callback, as far as it can be queried; else why it does not. */
  async function contradiction(called: Called, order: OrderRow, said: Payment): Promise<string | undefined> {
    if (!called.kind.query) return undefined;
    try {
      const current = await ask(called, order);
      if (current?.status !== "paid")
        return `queried again, the gateway reports ${current?.status ?? "unknown order"}`;
      if (current.amount !== said.amount || current.currency !== said.currency)
        return "queried again, the gateway reports another amount";
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return `queried again: ${error.message}`;
      if (error instanceof QueriedTooOften) return "not queried again, because of too many reports";
      if (!(error instanceof NoAnswer)) throw error;
      // The signature is valid: a gateway that cannot be queried at the moment must not block a customer's payment.
      return error.fault === "bad_answer"
        ? "queried again, the gateway returns no readable response"
        : undefined;
    }
  }

  /** Equal reports that arrive meanwhile share the result; later ones find the order paid. */
  function bookPayment(called: Called, payment: Payment): Promise<boolean> {
    const { orderNumber, gatewayNumber, status, amount, currency } = payment;
    const key = JSON.stringify([called.row.id, orderNumber, gatewayNumber, status, amount, currency]);
    const running = booking.get(key);
    if (running) return running;
    const booked = verifyAndBook(called, payment).finally(() => booking.delete(key));
    booking.set(key, booked);
    return booked;
  }

  async function verifyAndBook(called: Called, payment: Payment): Promise<boolean> {
    const { row, notification } = called;
    const order = await orders.findByTradeNo(payment.orderNumber);
    if (order?.gateway_id !== row.id) return keepStranger(called, "no order of this gateway");
    if (payment.status === "pending") return true;
    const detail = { source: "callback", notification };
    if (payment.status === "failed") {
      await settlement.failure(order, detail);
      return true;
    }
    if (order.paid_at > 0 && order.gateway_no === payment.gatewayNumber) return true;
    const reason = await contradiction(called, order, payment);
    if (reason !== undefined) {
      await keepContradicted(order, { reason, notification });
      return false;
    }
    await settlement.payment(order, payment, detail);
    return true;
  }

  /**
   * The order of a refund or dispute. Gateways report in any order, so its payment may be booked first: by a query,
   * which also shows what the missing report would.
   * @throws NoAnswer
   */
  async function findOrder(called: Called, reversal: Reversal): Promise<OrderRow | undefined> {
    const { row, kind, account } = called;
    const { gatewayNumber } = reversal;
    const paid = await orders.findPaidBy(row.id, gatewayNumber);
    if (paid || !kind.query) return paid;
    const number = reversal.orderNumber ?? (await kind.orderNumberOf?.(gatewayNumber, account)) ?? "";
    const order = number === "" ? undefined : await orders.findByTradeNo(number);
    if (order?.gateway_id !== row.id || order.paid_at > 0) return undefined;
    const payment = await ask(called, order);
    if (payment?.status !== "paid" || payment.gatewayNumber !== gatewayNumber) {
      const reason = `returned money, and the gateway reports ${payment?.status ?? "unknown order"}`;
      await keepContradicted(order, { reason, notification: called.notification });
      return undefined;
    }
    await settlement.payment(order, payment, { source: "query" });
    return orders.findPaidBy(row.id, gatewayNumber);
  }

  async function bookReversal(
    called: Called,
    kind: "refund" | "dispute",
    reversal: Reversal,
  ): Promise<boolean> {
    const order = await findOrder(called, reversal);
    if (!order) return keepStranger(called, "no payment of this gateway");
    await settlement.reversal(order, kind, reversal);
    return true;
  }

  async function bookReturn(
    called: Called,
    kind: "refund" | "dispute",
    reversal: Reversal,
  ): Promise<boolean> {
    const order = await orders.findPaidBy(called.row.id, reversal.gatewayNumber);
    if (!order) return keepStranger(called, "no payment of this gateway");
    await settlement.returned(order, kind, reversal);
    return true;
  }

  async function bookFailedRefund(called: Called, reversal: Reversal): Promise<boolean> {
    const order = await orders.findPaidBy(called.row.id, reversal.gatewayNumber);
    if (order) await settlement.refundFailed(order, reversal);
    return true;
  }

  async function book(called: Called, result: CallbackResult): Promise<boolean> {
    switch (result.kind) {
      case "ignored":
        return true;
      case "rejected":
        // Nothing of an unverified body is stored.
        await keepStray(called.row, { reason: result.reason });
        return false;
      case "payment":
        return bookPayment(called, result.payment);
      case "refund_returned":
        return bookReturn(called, "refund", result.reversal);
      case "dispute_won":
        return bookReturn(called, "dispute", result.reversal);
      case "refund_failed":
        return bookFailedRefund(called, result.reversal);
      case "refund":
      case "dispute":
        return bookReversal(called, result.kind, result.reversal);
    }
  }

  return {
    /** Responds as the gateway expects; callbacks of a disabled or deleted gateway are still accepted. */
    async receive(uuid: string, request: CallbackRequest): Promise<CallbackAnswer> {
      if (!/^[0-9a-f]{32}$/.test(uuid)) return unknownGateway;
      const row = await gateways.findByUuid(uuid);
      const opened = row && deps.accounts.openForCallback(row);
      if (!row || !opened) return unknownGateway;
      const called: Called = { row, ...opened, notification: describeCallback(request) };
      try {
        const result = await opened.kind.readCallback(request, opened.account, clock.now());
        return opened.kind.answerCallback(await book(called, result));
      } catch (error) {
        // The keys that verify it could not be fetched or read: the gateway retries, and gets no details of our
        // account.
        if (!(error instanceof NoAnswer || error instanceof AppError || error instanceof QueriedTooOften))
          throw error;
        return opened.kind.answerCallback(false);
      }
    },
  };
}

/** Reports of an order caused as many queries as they may: the gateway reports again later. */
class QueriedTooOften extends Error {
  override name = "QueriedTooOften";
}
