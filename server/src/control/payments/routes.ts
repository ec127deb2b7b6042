import { parseOrder } from "@tollgate/contract/list-query";
import {
  createOrder,
  getOrder,
  getOrderStatus,
  getOrderTotals,
  getOwnCheckout,
  getOwnOrder,
  getTopUpTerms,
  listOrders,
  listOwnGateways,
  listOwnOrders,
  queryOrder,
  refundOrder,
  resolveOrder,
} from "@tollgate/contract/orders";
import {
  createGateway,
  deleteGateway,
  getGateway,
  listGatewayKinds,
  listGateways,
  testGateway,
  updateGateway,
} from "@tollgate/contract/payments";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { GatewayAccounts } from "./gateway-accounts.ts";
import type { Orders } from "./orders.ts";

export function registerGatewayRoutes(register: RegisterEndpoint, accounts: GatewayAccounts): void {
  register(listGatewayKinds, () => accounts.kinds());
  register(listGateways, ({ query }) => accounts.list({ ...query, order: parseOrder(query.order) }));
  register(getGateway, ({ params }) => accounts.get(params.id));
  register(createGateway, ({ actor, body }) => accounts.create(actor, body));
  register(updateGateway, ({ actor, body, fixed }) => accounts.update(actor, body, fixed));
  register(deleteGateway, async ({ actor, params }) => {
    await accounts.delete(actor, params.id);
    return null;
  });
  register(testGateway, async ({ actor, body }) => {
    await accounts.test(actor, body);
    return null;
  });
}

export function registerOrderRoutes(register: RegisterEndpoint, orders: Orders): void {
  register(listOwnGateways, () => orders.ownGateways());
  register(getTopUpTerms, ({ actor }) => orders.terms(actor));
  register(createOrder, ({ actor, body }) => orders.create(actor, body));
  register(getOrderStatus, ({ actor, query }) => orders.status(actor, query.trade_no));
  register(listOwnOrders, ({ actor, query }) =>
    orders.listOwn(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(getOwnOrder, ({ actor, params }) => orders.getOwn(actor, params.trade_no));
  register(getOwnCheckout, ({ actor, params }) => orders.ownCheckout(actor, params.trade_no));
  register(listOrders, ({ query }) => orders.list({ ...query, order: parseOrder(query.order) }));
  register(getOrderTotals, () => orders.totals());
  register(getOrder, ({ params }) => orders.get(params.id));
  register(queryOrder, ({ params }) => orders.query(params.id));
  register(resolveOrder, ({ actor, params }) => orders.resolve(actor, params.id));
  register(refundOrder, ({ actor, params, body }) => orders.refund(actor, params.id, body));
}
