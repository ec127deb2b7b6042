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

/** The gateway is asked about a waited-for order so often at most, by one process. */
const againMilliseconds = 15_000;
/** Orders that somebody waits for at the same time. */
const mostWaitedFor = 1000;
/** A gateway that does not answer keeps an expired order open so long; then it is closed, and a late payment is still credited. */
const patienceSeconds = 86_400;
const batch = 50;
const atOnce = 5;
const strayDays = 30;

/** Unpaid orders: their gateways are asked while somebody waits, and before an order is closed. */
export function createOrderWatch(deps: OrderWatchDependencies) {
  const { database, accounts, settlement, clock } = deps;
  const orders = createOrderRepository(database.queries);
  const gateways = createPaymentGatewayRepository(database.queries);
  const asked = new Map<number, number>();
  let closedUpTo = 0;

  /** A gateway that does not answer, or rejects, is no fault of this server. */
  function reportUnlessTheirs(error: unknown): void {
    if (!(error instanceof NoAnswer || error instanceof AppError)) deps.onError(error);
  }

  async function gatewayOf(order: OrderRow) {
    const row = await gateways.findAny(order.gateway_id);
    return row && accounts.openForCallback(row);
  }

  /** What the gateway says about an order; a payment is booked. @throws NoAnswer */
  async function ask(order: OrderRow): Promise<"booked" | "refused" | "failed" | "unpaid"> {
    const opened = await gatewayOf(order);
    const reference = { number: order.trade_no, reference: order.reference };
    const payment = await opened?.kind.query?.(reference, opened.account);
    if (payment?.status === "failed") return "failed";
    if (payment?.status !== "paid") return "unpaid";
    const outcome = await settlement.payment(order, payment, { source: "query" });
    return outcome === "refused" ? "refused" : "booked";
  }

  async function askForCustomer(order: OrderRow): Promise<void> {
    try {
      if ((await ask(order)) === "failed") await settlement.failure(order, { source: "query" });
    } catch (error) {
      reportUnlessTheirs(error);
    }
  }

  async function closeUnlessPaid(order: OrderRow): Promise<void> {
    try {
      const seen = await ask(order);
      if (seen === "booked") return;
      const opened = seen === "refused" ? undefined : await gatewayOf(order);
      await opened?.kind.close?.({ number: order.trade_no, reference: order.reference }, opened.account);
    } catch (error) {
      // A rejection to close it means that it is being paid: it is asked about again.
      reportUnlessTheirs(error);
      if (clock.now() - order.expires_at < patienceSeconds) return;
      await settlement.close(order, { reason: "the gateway did not answer" });
      return;
    }
    await settlement.close(order, { reason: "expired" });
  }

  return {
    /** Somebody waits for this order: asks its gateway in the background, in case its report does not reach us. */
    wake(order: OrderRow): void {
      if (order.status !== "pending" || order.checkout === "") return;
      const now = clock.milliseconds();
      const last = asked.get(order.id) ?? order.created_at * 1000;
      if (now - last < againMilliseconds) return;
      asked.delete(order.id);
      asked.set(order.id, now);
      if (asked.size > mostWaitedFor) asked.delete(asked.keys().next().value as number);
      void askForCustomer(order);
    },

    /** By schedule: closes expired orders, once their gateways were asked, and sets up gateways whose notify address has changed. */
    async tend(): Promise<void> {
      const stale = await orders.stale(clock.now(), closedUpTo, batch);
      // Orders whose gateway does not answer are not always the first.
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
