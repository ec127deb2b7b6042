import type { Generated } from "kysely";

/** Configured payment gateways. Deleted ones stay, so that late payments of their orders are booked. */
export interface PaymentGatewaysTable {
  id: Generated<number>;
  /** 32 hex characters; part of the notify address. */
  uuid: string;
  /** Id of the kind's descriptor. */
  type: string;
  name: string;
  icon: string;
  notify_domain: string;
  /** Cents of a dollar. */
  fixed_fee: number;
  /** Millionths of the discounted amount. */
  percent_fee: number;
  currency: string;
  /** Millionths of the currency's unit per dollar; 0: the default. */
  exchange_rate: number;
  /** Sealed JSON of the kind's fields. */
  config_encrypted: string;
  sort: number;
  enable: number;
  created_at: number;
  /** Epoch seconds; 0 for a living gateway. */
  deleted_time: number;
}

/** Ordered top-ups. Amounts are integers: whole dollars, quota, or the smallest unit of a currency. */
export interface OrdersTable {
  id: Generated<number>;
  /** Decimal digits; our number at the gateway. */
  trade_no: string;
  user_id: number;
  gateway_id: number;
  /** The gateway's number of the payment; empty until it is paid. */
  gateway_no: string;
  /** The gateway's reference of the order, if it is not `trade_no`. */
  reference: string;
  /** Whole dollars. */
  amount: number;
  quota: number;
  /** Smallest units of `order_currency`. */
  order_amount: number;
  order_currency: string;
  /** Cents of a dollar. */
  fee: number;
  /** Smallest units of `order_currency`; below 0 where the fee is more than the discount. */
  discount: number;
  /** One of the contract's order statuses. */
  status: string;
  /** One of the contract's order problems, or empty. */
  problem: string;
  /** 1: paid after it was closed. */
  late: number;
  /** Smallest units of `order_currency`. */
  refunded_amount: number;
  refunded_quota: number;
  /** JSON of the gateway's `Checkout`; empty: the gateway has not accepted the order yet. */
  checkout: string;
  created_at: number;
  expires_at: number;
  /** Epoch seconds; 0: unpaid. */
  paid_at: number;
}

/** Timelines of orders. `order_id` 0: a callback without an order. */
export interface OrderEventsTable {
  id: Generated<number>;
  order_id: number;
  gateway_id: number;
  created_at: number;
  /** One of the contract's kinds of events. */
  kind: string;
  /** JSON, without signatures and secrets. */
  detail: string;
}

/** The booking of a gateway's number. */
export interface OrderSettlementsTable {
  gateway_id: number;
  /**
   * `payment`, `second_payment`, `refund`, `dispute`, `refund_returned`, `dispute_won`, or `refund_request` while one
   * is under way.
   */
  kind: string;
  gateway_no: string;
  order_id: number;
  /** Smallest units of the order's currency; of a refund or dispute also beyond what the order covers. */
  amount: number;
  /** Credited or deducted quota; of a request: the earlier refunds, in smallest units. */
  quota: number;
  created_at: number;
}
