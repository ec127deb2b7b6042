import { moneyText } from "@tollgate/contract/top-up";
import type { OrderRow } from "../../storage/repositories/order-repository.ts";
import type { NoticeContent } from "../mail/service.ts";
import type { Money } from "./gateways/gateway.ts";

type PaymentNotice = Extract<NoticeContent, { kind: "payment_problem" }>;

/** The notice to administrators about an order with a problem; without `money` about all of it. */
export function noticeOf(
  order: Pick<OrderRow, "id" | "trade_no" | "order_amount" | "order_currency">,
  problem: PaymentNotice["problem"],
  time: number,
  money: Money = { amount: order.order_amount, currency: order.order_currency },
) {
  const content: PaymentNotice = {
    kind: "payment_problem",
    order: order.trade_no,
    problem,
    amount: `${moneyText(money.amount, money.currency)} ${money.currency}`,
    time,
  };
  return { content, subject: `order:${order.id}:${problem}`, label: order.trade_no };
}
