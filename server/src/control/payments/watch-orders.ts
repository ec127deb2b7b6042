import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import { createOrderRepository, type OrderRow } from "../../storage/repositories/order-repository.ts";
import { createPaymentGatewayRepository } from "../../storage/repositories/payment-gateway-repository.ts";
import { NoAnswer } from "../call-service.ts";
import type { GatewayAccounts } from "./gateway-accounts.ts";
import type { Refunds } from "./refund-order.ts";
import type { OrderSettlement } from "./settle-order.ts";

export interface OrderWatchDependencies {
  database: Database;
  accounts: GatewayAccounts;
  settlement: OrderSettlement;
  refunds: Refunds;
  clock: Clock;
  onError(error: unknown): void;
}

export type OrderWatch = ReturnType<typeof createOrderWatch>;

/** Minimum interval between queries about a watched order, in each process. */
const againMilliseconds = 15_000;
/** Orders that are watched at the same time. */
const mostWaitedFor = 1000;
/**
 * A gateway that does not respond keeps an expired order open this long; then it is closed, and a late payment is still
 * credited.
 */
const patienceSeconds = 86_400;
const batch = 50;
const atOnce = 5;
const strayDays = 30;

/** Unpaid orders: their gateways are queried while a customer waits, and before an order is closed. */
export function createOrderWatch(deps: OrderWatchDependencies) {
  const { database, accounts, settlement, clock } = deps;
  const orders = createOrderRepository(database.queries);
  const gateways = createPaymentGatewayRepository(database.queries);
  const queried = new Map<number, number>();
  let closedUpTo = 0;

  /** A gateway that does not respond, or rejects, is no error of this server. */
  function reportUnlessTheirs(error: unknown): void {
    if (!(error instanceof NoAnswer || error instanceof AppError)) deps.onError(error);
  }

  async function gatewayOf(order: OrderRow) {
    const row = await gateways.findAny(order.gateway_id);
    return row && accounts.openForCallback(row);
  }

  /**
   * The gateway's status of an order; a payment is booked.
   * @throws NoAnswer
   */
  async function send(order: OrderRow): Promise<"booked" | "rejected" | "failed" | "unpaid"> {
    const opened = await gatewayOf(order);
    const reference = { number: order.trade_no, reference: order.reference };
    const payment = await opened?.kind.query?.(reference, opened.account);
    if (payment?.status === "failed") return "failed";
    if (payment?.status !== "paid") return "unpaid";
    const outcome = await settlement.payment(order, payment, { source: "query" });
    return outcome === "rejected" ? "rejected" : "booked";
  }

  async function sendForCustomer(order: OrderRow): Promise<void> {
    try {
      if ((await send(order)) === "failed") await settlement.failure(order, { source: "query" });
    } catch (error) {
      reportUnlessTheirs(error);
    }
  }

  async function closeUnlessPaid(order: OrderRow): Promise<void> {
    try {
      const seen = await send(order);
      if (seen === "booked") return;
      const opened = seen === "rejected" ? undefined : await gatewayOf(order);
      await opened?.kind.close?.({ number: order.trade_no, reference: order.reference }, opened.account);
    } catch (error) {
      // A rejected close means that it is being paid: query it again.
      reportUnlessTheirs(error);
      if (clock.now() - order.expires_at < patienceSeconds) return;
      await settlement.close(order, { reason: "the gateway did not respond" });
      return;
    }
    await settlement.close(order, { reason: "expired" });
  }

  return {
    /** A customer waits for this order: queries its gateway in the background, in case its callback does not arrive. */
    wake(order: OrderRow): void {
      if (order.status !== "pending" || order.checkout === "") return;
      const now = clock.milliseconds();
      const last = queried.get(order.id) ?? order.created_at * 1000;
      if (now - last < againMilliseconds) return;
      queried.delete(order.id);
      queried.set(order.id, now);
      if (queried.size > mostWaitedFor) queried.delete(queried.keys().next().value as number);
      void sendForCustomer(order);
    },

    /**
     * By schedule: closes expired orders after querying their gateways, and sets up gateways whose notify address has
     * changed.
     */
    async tend(): Promise<void> {
      const stale = await orders.stale(clock.now(), closedUpTo, batch);
      // Rotates the order, so that unresponsive gateways are not always first.
      closedUpTo = stale.length === batch ? (stale.at(-1)?.id ?? 0) : 0;
      for (let at = 0; at < stale.length; at += atOnce)
        await Promise.all(
          stale
            .slice(at, at + atOnce)
            .map((order) => closeUnlessPaid(order).catch((error) => deps.onError(error))),
        );
      await deps.refunds.finish(reportUnlessTheirs);
      await accounts.prepareMoved(reportUnlessTheirs);
      await orders.deleteStrayEvents(clock.now() - strayDays * 86_400);
    },
  };
}
