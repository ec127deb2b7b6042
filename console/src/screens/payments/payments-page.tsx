import { GatewaysView } from "./gateways-view";
import { OrdersView } from "./orders-view";
import { usePaymentView } from "./payment-tabs";

export { prefetchGateways } from "./gateways-view";

/** Ways to pay, and what was paid. */
export function PaymentsPage() {
  return usePaymentView() === "orders" ? <OrdersView /> : <GatewaysView />;
}
