import { createCallbacks, type CallbackDependencies } from "./callbacks.ts";
import { createGatewayAccounts, type GatewayAccountDependencies } from "./gateway-accounts.ts";
import { gateways } from "./gateways/registry.ts";
import { createOrders, type OrderDependencies } from "./orders.ts";
import { createRefunds } from "./refund-order.ts";
import { createOrderSettlement, type SettlementDependencies } from "./settle-order.ts";
import { createOrderWatch, type OrderWatch, type OrderWatchDependencies } from "./watch-orders.ts";

export type { OrderWatch };

/** Callbacks between the parts. */
type Made = "accounts" | "paymentGateways" | "refunds" | "settlement" | "watch";

export type PaymentDependencies = Omit<
  GatewayAccountDependencies &
    SettlementDependencies &
    OrderDependencies &
    OrderWatchDependencies &
    CallbackDependencies,
  Made
>;

/** Payments: configured gateways, orders at them, their callbacks, and unpaid orders. */
export function createPaymentService(deps: PaymentDependencies) {
  const accounts = createGatewayAccounts({ ...deps, paymentGateways: gateways });
  const parts = { ...deps, accounts, settlement: createOrderSettlement(deps) };
  const refunds = createRefunds(parts);
  const watch = createOrderWatch({ ...parts, refunds });
  const orders = createOrders({ ...parts, watch, refunds });
  return { accounts, watch, orders, callbacks: createCallbacks(parts) };
}
