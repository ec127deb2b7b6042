import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams, listQuery, pageOf, queryInteger, queryTime } from "./list-query.ts";
import { topUpAmount } from "./top-up.ts";

/** A closed order was not paid in time; money that comes later is credited all the same. */
export const orderStatuses = ["pending", "success", "failed", "closed"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Problems that need an administrator. */
export const orderProblems = [
  "wrong_amount",
  "wrong_currency",
  "paid_twice",
  "disputed",
  "refund_failed",
] as const;
export type OrderProblem = (typeof orderProblems)[number];

const orderFields = {
  id: z.int(),
  trade_no: z.string().describe("The order's number at the gateway."),
  gateway_no: z.string().describe("The gateway's number of the payment; empty while there is none."),
  amount: z.int().describe("Whole dollars bought."),
  quota: z.int().describe("What is credited."),
  fee: z.number().describe("Dollars."),
  discount: z
    .number()
    .describe("What was saved or added by discount and fee together, in the order's currency."),
  order_amount: z.number().describe("What is paid, in the order's currency."),
  order_currency: z.string(),
  status: z.enum(orderStatuses),
  late: z.boolean().describe("Paid after it was closed."),
  refunded_amount: z.number().describe("In the order's currency."),
  refunded_quota: z.int().describe("Quota deducted for refunds and disputes."),
  created_at: z.int().describe("Epoch seconds."),
  expires_at: z.int().describe("Epoch seconds; an unpaid order is closed then."),
  paid_at: z.int().describe("Epoch seconds; 0: not paid."),
  gateway_name: z.string(),
  gateway_type: z.string(),
};

/** An order as its customer sees it. */
export const ownOrder = z.object(orderFields).meta({ id: "OwnOrder" });
export type OwnOrder = z.infer<typeof ownOrder>;

/** An order as administrators see it. */
export const order = z
  .object({
    ...orderFields,
    gateway_id: z.int(),
    user_id: z.int(),
    username: z.string(),
    problem: z.enum(["", ...orderProblems]),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** A gateway as customers see it; the figures of the breakdown. */
export const ownGateway = z
  .object({
    uuid: z.string(),
    name: z.string(),
    type: z.string(),
    icon: z.string(),
    fixed_fee: z.number(),
    percent_fee: z.number(),
    currency: z.string(),
    exchange_rate: z.number().describe("Units of the currency per dollar, as in force now."),
    sort: z.int(),
  })
  .meta({ id: "OwnGateway", description: "A way to pay." });
export type OwnGateway = z.infer<typeof ownGateway>;

export const listOwnGateways = defineEndpoint({
  method: "GET",
  path: "/api/user/payment",
  access: "user",
  summary: "Ways to pay",
  data: z.array(ownGateway),
});

/** What the top-up screen computes its breakdown with; `discounts` is whole dollars → factor. */
export const topUpTerms = z
  .object({
    min_amount: z.int(),
    max_amount: z.int(),
    discounts: z.record(z.string(), z.number()),
    quota_per_unit: z.number(),
    uncollected: z.int().describe("Quota that the next top-up settles first."),
  })
  .meta({ id: "TopUpTerms" });
export type TopUpTerms = z.infer<typeof topUpTerms>;

export const getTopUpTerms = defineEndpoint({
  method: "GET",
  path: "/api/user/topup/terms",
  access: "user",
  summary: "Limits and discounts of top-ups",
  data: topUpTerms,
});

const checkoutData = z
  .object({
    url: z.string().describe("Page to open, text of the QR code, or address of the form."),
    method: z.enum(["GET", "POST"]).optional(),
    params: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: "CheckoutData" });

/** `type` 1: a page, or with `method` a form that the browser sends in a new tab. 2: a QR code of `data.url`. */
export const checkout = z
  .object({
    trade_no: z.string(),
    type: z.union([z.literal(1), z.literal(2)]),
    data: checkoutData,
    expires_at: z.int(),
  })
  .meta({ id: "Checkout", description: "How an order is paid." });
export type Checkout = z.infer<typeof checkout>;

/** `pay`: what the page showed, in the currency's smallest unit; rejected if it would cost something else. */
export const orderForm = z
  .object({
    uuid: z.string().min(1).max(32),
    amount: topUpAmount,
    pay: z.int().positive().optional(),
  })
  .meta({ id: "OrderForm" });
export type OrderForm = z.infer<typeof orderForm>;

export const createOrder = defineEndpoint({
  method: "POST",
  path: "/api/user/order",
  access: "user",
  summary: "Order a top-up",
  body: orderForm,
  data: checkout,
});

/** As One API clients expect: `success` is true only for a paid order. */
export const getOrderStatus = defineEndpoint({
  method: "GET",
  path: "/api/user/order/status",
  access: "user",
  summary: "Whether an order is paid, in `success`",
  query: z.object({ trade_no: z.string().min(1).max(40) }),
  data: z.null(),
});

export const listOwnOrders = defineEndpoint({
  method: "GET",
  path: "/api/user/orders",
  access: "user",
  summary: "Your orders",
  query: listQuery(["id", "created_at", "status"], { status: z.enum(["", ...orderStatuses]).default("") }),
  data: pageOf(ownOrder),
});

const tradeParams = z.object({ trade_no: z.string().regex(/^\d{1,19}$/) });

export const getOwnOrder = defineEndpoint({
  method: "GET",
  path: "/api/user/orders/:trade_no",
  access: "user",
  summary: "Get one of your orders; the top-up screen polls it",
  params: tradeParams,
  data: ownOrder,
});

/** The same payment again, while it can be paid. */
export const getOwnCheckout = defineEndpoint({
  method: "GET",
  path: "/api/user/orders/:trade_no/checkout",
  access: "user",
  summary: "Get how to pay one of your pending orders",
  params: tradeParams,
  data: checkout,
});

export const listOrders = defineEndpoint({
  method: "GET",
  path: "/api/payment/order",
  access: "admin",
  summary: "Orders",
  query: listQuery(["id", "gateway_id", "user_id", "status", "created_at"], {
    user_id: queryInteger.min(0).default(0),
    gateway_id: queryInteger.min(0).default(0),
    trade_no: z.string().trim().max(40).default(""),
    gateway_no: z.string().trim().max(100).default(""),
    status: z.enum(["", ...orderStatuses]).default(""),
    problem: z.enum(["", "any", ...orderProblems]).default(""),
    start_timestamp: queryTime,
    end_timestamp: queryTime,
  }),
  data: pageOf(order),
});

export const orderEventKinds = [
  "created",
  "create_failed",
  "callback",
  "callback_refused",
  "queried",
  "paid",
  "paid_late",
  "paid_twice",
  "wrong_amount",
  "wrong_currency",
  "failed",
  "closed",
  "refund_requested",
  "refund_refused",
  "refund_failed",
  "refund_returned",
  "refunded",
  "disputed",
  "dispute_won",
  "resolved",
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

const orderEvent = z
  .object({
    id: z.int(),
    created_at: z.int().describe("Epoch seconds."),
    kind: z.enum(orderEventKinds),
    detail: z
      .record(z.string(), z.unknown())
      .describe(
        "Figures of the event; `notification` is what the gateway sent, without signatures and secrets.",
      ),
  })
  .meta({ id: "OrderEvent" });
export type OrderEvent = z.infer<typeof orderEvent>;

export const orderDetail = z
  .object({
    order,
    events: z.array(orderEvent).describe("Oldest first."),
    can_query: z.boolean(),
    refundable: z
      .number()
      .describe("What can still be refunded, in the order's currency; 0 where the gateway cannot."),
  })
  .meta({ id: "OrderDetail" });
export type OrderDetail = z.infer<typeof orderDetail>;

export const getOrder = defineEndpoint({
  method: "GET",
  path: "/api/payment/order/:id",
  access: "admin",
  summary: "One order with its timeline",
  params: idParams,
  data: orderDetail,
});

export const queryOrder = defineEndpoint({
  method: "POST",
  path: "/api/payment/order/:id/query",
  access: "admin",
  summary: "Query the gateway about an order, and record its response",
  params: idParams,
  data: orderDetail,
});

/** `request_id` makes a repeated request the same refund. */
export const refundForm = z
  .object({
    amount: z.number().positive().describe("In the order's currency."),
    request_id: z.string().regex(/^[\w-]{8,40}$/),
  })
  .meta({ id: "RefundForm" });
export type RefundForm = z.infer<typeof refundForm>;

export const refundOrder = defineEndpoint({
  method: "POST",
  path: "/api/payment/order/:id/refund",
  access: "admin",
  summary: "Refund a paid order in part or in full; its quota is deducted",
  params: idParams,
  body: refundForm,
  data: orderDetail,
});

export const resolveOrder = defineEndpoint({
  method: "POST",
  path: "/api/payment/order/:id/resolve",
  access: "admin",
  summary: "Mark an order's problem as resolved",
  params: idParams,
  data: orderDetail,
});

/** Figures above the list. Money is summed per currency. */
export const orderTotals = z
  .object({
    paid: z.array(
      z.object({ currency: z.string(), amount: z.number(), orders: z.int() }).meta({ id: "PaidTotal" }),
    ),
    quota: z.int(),
    problems: z.int().describe("Orders that need attention."),
    uncollected: z.int().describe("Quota that users' calls cost above their balances, not settled yet."),
    uncollected_users: z.int(),
  })
  .meta({ id: "OrderTotals" });
export type OrderTotals = z.infer<typeof orderTotals>;

export const getOrderTotals = defineEndpoint({
  method: "GET",
  path: "/api/payment/order/totals",
  access: "admin",
  summary: "Sums of the last thirty days' paid orders, and orders that need attention",
  data: orderTotals,
});
