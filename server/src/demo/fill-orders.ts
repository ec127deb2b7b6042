import { randomUUID } from "node:crypto";
import { logTypes } from "@tollgate/contract/log-types";
import { breakDownTopUp, type GatewayFees } from "@tollgate/contract/top-up";
import { defaultQuotaPerUnit } from "@tollgate/contract/quota";
import type { App } from "../build-app.ts";
import { createOrderSettlement } from "../control/payments/settle-order.ts";
import { createOrderRepository, type OrderRow } from "../storage/repositories/order-repository.ts";
import {
  createPaymentGatewayRepository,
  type PaymentGatewayRow,
} from "../storage/repositories/payment-gateway-repository.ts";
import { sealedColumns } from "../storage/repositories/secret-columns.ts";
import { createUserRepository } from "../storage/repositories/user-repository.ts";
import { type DemoOrder, demoOrders } from "./demo-data.ts";

const percentFee = 20_000;
const fees: GatewayFees = { fixedFee: 0, percentFee, currency: "CNY", exchangeRate: 7_300_000 };
const noFees = { ...fees, percentFee: 0 };

/**
 * A gateway of the demo's own and a month of orders, booked like real ones: settlements, entries and balances agree.
 */
export async function fillOrders(app: App): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const gateway = await addGateway(app, now - 35 * 86_400);
  for (const [index, order] of demoOrders.entries()) await addOrder(app, gateway, { ...order, index, now });
  await app.ledger.flush();
}

/** Complete and enabled. The site's address is a reserved name. */
function addGateway(app: App, at: number): Promise<PaymentGatewayRow> {
  const uuid = randomUUID().replaceAll("-", "");
  const account = { pay_domain: "https://pay.provider.example", partner_id: "1001", key: "demo" };
  return createPaymentGatewayRepository(app.database.queries).insert({
    uuid,
    type: "epay",
    name: "Demo payments",
    icon: "wallet",
    notify_domain: "",
    fixed_fee: 0,
    percent_fee: percentFee,
    currency: fees.currency,
    exchange_rate: fees.exchangeRate,
    config_encrypted: app.secretBox.seal(JSON.stringify(account), sealedColumns.paymentGateway(uuid)),
    sort: 1,
    enable: 1,
    created_at: at,
    deleted_time: 0,
  });
}

/** Orders a top-up so many days ago, and applies its ending. */
async function addOrder(
  app: App,
  gateway: PaymentGatewayRow,
  { username, dollars, days, end, index, now }: DemoOrder & { index: number; now: number },
): Promise<void> {
  const { database, ledger } = app;
  // An open order was placed minutes ago.
  let at = end === "waiting" ? now - 300 : now - days * 86_400 - index * 977;
  const clock = { now: () => at, milliseconds: () => at * 1000 };
  const users = createUserRepository(database.queries);
  // Past orders send no notices.
  const notices = { notify: async () => {} };
  const settlement = createOrderSettlement({ database, ledger, users, clock, notices });
  const order = await insertOrder(app, gateway, { username, dollars, index, at });
  await settlement.note(database.queries, order, "created", factsOf(order));
  at += 95;
  if (end === "failed") await settlement.failure(order, { reason: "declined by the bank" });
  if (end === "expired") await settlement.close(order, { reason: "expired" });
  if (end !== "paid" && end !== "refunded") return;
  const { order_amount: amount, order_currency: currency } = order;
  const gatewayNumber = `DEMO${order.trade_no}`;
  const payment = { orderNumber: order.trade_no, gatewayNumber, amount, currency, status: "paid" } as const;
  await settlement.payment(order, payment, { source: "callback" });
  await dateLog(app, `Top-up%${order.trade_no}`, at);
  if (end === "paid") return;
  at += 7200;
  await settlement.note(database.queries, order, "refund_requested", { ...factsOf(order), by: "demo" });
  const reversal = { gatewayNumber, reversalNumber: `${gatewayNumber}-R`, amount, currency };
  await settlement.reversal(order, "refund", reversal);
  await dateLog(app, `Refund%${order.trade_no}`, at);
}

/** The ledger writes log rows with the current time: sets the day of the one with this content. */
async function dateLog({ database, ledger }: App, content: string, at: number): Promise<void> {
  await ledger.flush();
  const rows = database.queries.updateTable("logs").set({ created_at: at });
  await rows.where("type", "=", logTypes.topUp).where("content", "like", content).execute();
}

async function insertOrder(
  { database }: App,
  gateway: PaymentGatewayRow,
  { username, dollars, index, at }: Pick<DemoOrder, "username" | "dollars"> & { index: number; at: number },
): Promise<OrderRow> {
  const user = await database.queries
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const rule = { discounts: {}, quotaPerUnit: defaultQuotaPerUnit };
  const price = breakDownTopUp(dollars, { ...rule, fees });
  const order = await createOrderRepository(database.queries).insert({
    trade_no: `${at}000${String(index).padStart(3, "0")}`,
    user_id: user.id,
    gateway_id: gateway.id,
    gateway_no: "",
    reference: "",
    amount: price.amount,
    quota: price.quota,
    order_amount: price.pay,
    order_currency: price.currency,
    fee: price.fee,
    discount: breakDownTopUp(dollars, { ...rule, fees: noFees }).pay - price.pay,
    status: "pending",
    problem: "",
    late: 0,
    refunded_amount: 0,
    refunded_quota: 0,
    checkout: "",
    created_at: at,
    expires_at: at + 3600,
    paid_at: 0,
  });
  if (!order) throw new Error("The demo cannot fill its orders: a number is taken.");
  return order;
}

const factsOf = ({ order_amount, order_currency }: OrderRow) => ({
  amount: order_amount,
  currency: order_currency,
});
