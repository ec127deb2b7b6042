import type { Gateway, GatewayKind } from "@tollgate/contract/payments";
import type {
  Order,
  OrderEvent,
  OrderProblem,
  OrderStatus,
  OwnGateway,
  OwnOrder,
} from "@tollgate/contract/orders";
import { moneyNumber, partsPerOne } from "@tollgate/contract/top-up";
import type { NamedOrderRow, OrderEventRow } from "../../storage/repositories/order-repository.ts";
import type { PaymentGatewayRow } from "../../storage/repositories/payment-gateway-repository.ts";
import type { GatewayAccount, PaymentGateway } from "./gateways/gateway.ts";

export function presentKind({ descriptor, query, refund }: PaymentGateway): GatewayKind {
  return {
    type: descriptor.id,
    label: descriptor.label,
    customer_name: descriptor.customerName ?? descriptor.label,
    icon: descriptor.icon,
    standard_icon: descriptor.standardIcon ?? "wallet",
    currencies: [...descriptor.currencies],
    fields: [...descriptor.fields],
    root_fields: [...descriptor.rootFields],
    can_query: query !== undefined,
    can_refund: refund !== undefined,
  };
}

/**
 * Without secrets, and without the gateway's prepared fields. `kind` undefined: this server no longer has that kind.
 */
export function presentGateway(
  row: PaymentGatewayRow,
  account: GatewayAccount,
  { kind, notifyUrl }: { kind: PaymentGateway | undefined; notifyUrl: string },
): Gateway {
  const fields = kind?.descriptor.fields ?? [];
  const shown = fields.map(({ name, kind: type }) => [name, type === "secret" ? "" : (account[name] ?? "")]);
  return {
    id: row.id,
    uuid: row.uuid,
    type: row.type,
    name: row.name,
    icon: row.icon,
    notify_domain: row.notify_domain,
    notify_url: notifyUrl,
    fixed_fee: row.fixed_fee / 100,
    percent_fee: row.percent_fee / partsPerOne,
    currency: row.currency,
    exchange_rate: row.exchange_rate / partsPerOne,
    config: JSON.stringify(Object.fromEntries(shown)),
    secrets: fields
      .filter(({ name, kind: type }) => type === "secret" && account[name])
      .map(({ name }) => name),
    sort: row.sort,
    enable: row.enable === 1,
    created_at: row.created_at,
  };
}

/** @param exchangeRate parts per one, as currently set */
export function presentOwnGateway(row: PaymentGatewayRow, exchangeRate: number): OwnGateway {
  return {
    uuid: row.uuid,
    name: row.name,
    type: row.type,
    icon: row.icon,
    fixed_fee: row.fixed_fee / 100,
    percent_fee: row.percent_fee / partsPerOne,
    currency: row.currency,
    exchange_rate: exchangeRate / partsPerOne,
    sort: row.sort,
  };
}

export function presentOwnOrder(row: NamedOrderRow): OwnOrder {
  const money = (units: number) => moneyNumber(units, row.order_currency);
  return {
    id: row.id,
    trade_no: row.trade_no,
    gateway_no: row.gateway_no,
    amount: row.amount,
    quota: row.quota,
    fee: row.fee / 100,
    discount: money(row.discount),
    order_amount: money(row.order_amount),
    order_currency: row.order_currency,
    status: row.status as OrderStatus,
    late: row.late === 1,
    refunded_amount: money(row.refunded_amount),
    refunded_quota: row.refunded_quota,
    created_at: row.created_at,
    expires_at: row.expires_at,
    paid_at: row.paid_at,
    gateway_name: row.gateway_name,
    gateway_type: row.gateway_type,
  };
}

export function presentOrder(row: NamedOrderRow): Order {
  return {
    ...presentOwnOrder(row),
    gateway_id: row.gateway_id,
    user_id: row.user_id,
    username: row.username,
    problem: row.problem as OrderProblem | "",
  };
}

export function presentEvent(row: OrderEventRow): OrderEvent {
  return {
    id: row.id,
    created_at: row.created_at,
    kind: row.kind as OrderEvent["kind"],
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  };
}
