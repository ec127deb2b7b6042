import { createCallbacks, type CallbackDependencies } from "./callbacks.ts";
import { createGatewayAccounts, type GatewayAccountDependencies } from "./gateway-accounts.ts";
import { gateways } from "./gateways/registry.ts";
import { createOrders, type OrderDependencies } from "./orders.ts";
import { createOrderSettlement, type SettlementDependencies } from "./settle-order.ts";
import { createOrderWatch, type OrderWatch, type OrderWatchDependencies } from "./watch-orders.ts";

export type { OrderWatch };

/** What the parts make for each other. */
type Made = "accounts" | "paymentGateways" | "settlement" | "watch";

export type PaymentDependencies = Omit<
  GatewayAccountDependencies &
    SettlementDependencies &
    OrderDependencies &
    OrderWatchDependencies &
    CallbackDependencies,
  Made
>;

/** Payments: configured gateways, orders at them, what they report, and orders that nobody pays. */
export function createPaymentService(deps: PaymentDependencies) {
  const accounts = createGatewayAccounts({ ...deps, paymentGateways: gateways });
  const parts = { ...deps, accounts, settlement: createOrderSettlement(deps) };
  const watch = createOrderWatch(parts);
  return { accounts, watch, orders: createOrders({ ...parts, watch }), callbacks: createCallbacks(parts) };
}
