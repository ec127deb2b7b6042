import type { Insertable } from "kysely";
import { createOrderRepository, type OrderFilter } from "../../src/storage/repositories/order-repository.ts";
import {
  createPaymentGatewayRepository,
  type PaymentGatewayRow,
} from "../../src/storage/repositories/payment-gateway-repository.ts";
import type {
  OrderEventsTable,
  OrderSettlementsTable,
  OrdersTable,
  PaymentGatewaysTable,
} from "../../src/storage/tables/payments.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const page = { page: 2, size: 20, order: [{ field: "created_at", descending: true }] };
const everyGateway = { type: "", name: "", uuid: "", currency: "" };
const everyOrder: OrderFilter = {
  user_id: 0,
  gateway_id: 0,
  trade_no: "",
  gateway_no: "",
  status: "",
  problem: "",
  start_timestamp: 0,
  end_timestamp: 0,
};

export const paymentCases = {
  "payment-gateway-repository": defineCases(
    ({ database }) => createPaymentGatewayRepository(database.queries),
    {
      page: {
        "of all": (gateways) => gateways.page(page, everyGateway),
        "by every field": (gateways) =>
          gateways.page(page, { type: "epay", name: "n", uuid: "u", currency: "CNY" }),
      },
      enabled: (gateways) => gateways.enabled(),
      find: (gateways) => gateways.find(1),
      findAny: (gateways) => gateways.findAny(1),
      findByUuid: (gateways) => gateways.findByUuid("u"),
      insert: (gateways) => gateways.insert(newRow<Insertable<PaymentGatewaysTable>>("payment_gateways")),
      update: (gateways) =>
        gateways.update(newRow<PaymentGatewayRow>("payment_gateways", { id: 1 }), { enable: 0 }),
    },
  ),
  "order-repository": defineCases(({ database }) => createOrderRepository(database.queries), {
    page: {
      "of all": (orders) => orders.page(page, everyOrder),
      "by every field": (orders) =>
        orders.page(page, {
          user_id: 1,
          gateway_id: 2,
          trade_no: "t",
          gateway_no: "g",
          status: "success",
          problem: "disputed",
          start_timestamp: 5,
          end_timestamp: 9,
        }),
      "with any problem": (orders) => orders.page(page, { ...everyOrder, problem: "any" }),
    },
    findNamed: (orders) => orders.findNamed(1),
    findNamedByTradeNo: (orders) => orders.findNamedByTradeNo("t"),
    find: (orders) => orders.find(1),
    findByTradeNo: (orders) => orders.findByTradeNo("t"),
    findPaidBy: (orders) => orders.findPaidBy(1, "g"),
    pendingOf: (orders) => orders.pendingOf(1),
    stale: (orders) => orders.stale(9, 0, 50),
    insert: (orders) => orders.insert(newRow<Insertable<OrdersTable>>("orders")),
    setCheckout: (orders) => orders.setCheckout(1, "{}", "r"),
    markPaid: (orders) => orders.markPaid(1, "g", 9),
    end: (orders) => orders.end(1, "closed"),
    setProblem: (orders) => orders.setProblem(1, "disputed"),
    addRefund: (orders) => orders.addRefund({ id: 1, refunded_amount: 5 }, { amount: 3, quota: 7 }),
    removeRefund: (orders) => orders.removeRefund(1, { amount: 3, quota: 7 }),
    claimed: (orders) => orders.claimed(1),
    findSettlement: (orders) => orders.findSettlement(1, "dispute", "g"),
    insertSettlement: (orders) =>
      orders.insertSettlement(newRow<Insertable<OrderSettlementsTable>>("order_settlements")),
    deleteSettlement: (orders) =>
      orders.deleteSettlement({ gateway_id: 1, kind: "refund_request", gateway_no: "g" }),
    openRefund: (orders) => orders.openRefund(1),
    openRefunds: (orders) => orders.openRefunds(9, 3, 20),
    lock: (orders) => orders.lock(1),
    insertEvent: (orders) => orders.insertEvent(newRow<Insertable<OrderEventsTable>>("order_events")),
    events: (orders) => orders.events(1, 100),
    deleteStrayEvents: (orders) => orders.deleteStrayEvents(9),
    paidSince: (orders) => orders.paidSince(9),
    problems: (orders) => orders.problems(),
    uncollectedOf: (orders) => orders.uncollectedOf(1),
    uncollected: (orders) => orders.uncollected(),
  }),
};
