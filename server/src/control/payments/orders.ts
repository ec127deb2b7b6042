import { limits } from "@tollgate/contract/limits";
import type { Page } from "@tollgate/contract/list-query";
import type {
  Checkout as CheckoutAnswer,
  Order,
  OrderDetail,
  OrderForm,
  OrderTotals,
  OwnGateway,
  OwnOrder,
  RefundForm,
  TopUpTerms,
} from "@tollgate/contract/orders";
import {
  breakDownTopUp,
  discountParts,
  moneyNumber,
  moneyText,
  type TopUpBreakdown,
} from "@tollgate/contract/top-up";
import { randomInt } from "node:crypto";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError, rejectField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  createOrderRepository,
  type NamedOrderRow,
  type OrderFilter,
  type OrderRow,
} from "../../storage/repositories/order-repository.ts";
import {
  createPaymentGatewayRepository,
  type PaymentGatewayRow,
} from "../../storage/repositories/payment-gateway-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import { calling, type GatewayAccounts } from "./gateway-accounts.ts";
import type { Checkout } from "./gateways/gateway.ts";
import { presentEvent, presentOrder, presentOwnGateway, presentOwnOrder } from "./present.ts";
import type { Refunds } from "./refund-order.ts";
import type { OrderSettlement } from "./settle-order.ts";
import type { OrderWatch } from "./watch-orders.ts";

export interface OrderDependencies {
  database: Database;
  users: Pick<UserRepository, "find">;
  settings: Pick<SettingsService, "current">;
  ledger: Pick<Ledger, "balanceOf">;
  audit: Audit;
  clock: Clock;
  accounts: GatewayAccounts;
  settlement: OrderSettlement;
  watch: OrderWatch;
  refunds: Refunds;
  rateLimiter: RateLimiter;
  callLimits: { orders: RateRule };
}

/** Unpaid orders of one user. */
const mostPending = 20;
const mostEvents = 500;
const daySeconds = 86_400;

/** Top-ups: ordered, paid at a gateway, queried and refunded. `settle-order.ts` credits them. */
export function createOrders(deps: OrderDependencies) {
  const { database, accounts, clock, settlement } = deps;
  const rows = createOrderRepository(database.queries);
  const reads = createOrderRepository(database.reads);
  const gateways = createPaymentGatewayRepository(database.queries);

  function priceOf(amount: number, row: PaymentGatewayRow): TopUpBreakdown {
    const { RechargeDiscount, QuotaPerUnit } = deps.settings.current();
    const discounts = discountParts(RechargeDiscount);
    return breakDownTopUp(amount, { discounts, fees: accounts.feesOf(row), quotaPerUnit: QuotaPerUnit });
  }

  /** Stores the order before calling its gateway: every payment then has an order. */
  async function insertOrder(actor: Actor, row: PaymentGatewayRow, price: TopUpBreakdown): Promise<OrderRow> {
    const now = clock.now();
    const full = breakDownTopUp(price.amount, {
      discounts: {},
      fees: { ...accounts.feesOf(row), fixedFee: 0, percentFee: 0 },
      quotaPerUnit: 1,
    });
    for (;;) {
      const order = await rows.insert({
        trade_no: newTradeNo(clock.milliseconds()),
        user_id: actor.id,
        gateway_id: row.id,
        gateway_no: "",
        reference: "",
        amount: price.amount,
        quota: price.quota,
        order_amount: price.pay,
        order_currency: price.currency,
        fee: price.fee,
        discount: full.pay - price.pay,
        status: "pending",
        problem: "",
        late: 0,
        refunded_amount: 0,
        refunded_quota: 0,
        checkout: "",
        created_at: now,
        expires_at: now + deps.settings.current().OrderExpiryMinutes * 60,
        paid_at: 0,
      });
      if (order) return order;
    }
  }

  async function rejectOrder(actor: Actor, form: OrderForm, price: TopUpBreakdown): Promise<void> {
    const { PaymentMinAmount } = deps.settings.current();
    if (form.amount < PaymentMinAmount)
      throw rejectField({
        path: "amount",
        code: "order.amount_too_small",
        message: `Top up at least $${PaymentMinAmount}.`,
        params: { minimum: PaymentMinAmount },
      });
    const wrong = { path: "amount", code: "too_big", params: { maximum: limits.topUpMax, origin: "number" } };
    if (!(price.pay > 0 && price.quota > 0 && price.quota <= limits.quotaMax))
      throw rejectField({ ...wrong, message: "This amount cannot be bought." });
    if ((await deps.ledger.balanceOf(actor.id)) + price.quota > limits.quotaMax)
      throw rejectField({ ...wrong, message: "The balance would be larger than balances may be." });
    if (form.pay !== undefined && form.pay !== price.pay) {
      const shown = `${moneyText(price.pay, price.currency)} ${price.currency}`;
      throw new AppError("order.price_changed", { params: { price: shown } });
    }
    if ((await rows.pendingOf(actor.id)) >= mostPending)
      throw new AppError("order.too_many_pending", { params: { maximum: mostPending } });
  }

  async function mustFindOwn(actor: Actor, tradeNo: string): Promise<NamedOrderRow> {
    const order = await rows.findNamedByTradeNo(tradeNo);
    if (order?.user_id !== actor.id) throw new AppError("order.not_found");
    return order;
  }

  async function mustFind(id: number): Promise<NamedOrderRow> {
    const order = await rows.findNamed(id);
    if (!order) throw new AppError("order.not_found");
    return order;
  }

  async function openGateway(order: OrderRow) {
    const row = await gateways.findAny(order.gateway_id);
    const opened = row && accounts.openForCallback(row);
    if (!opened) throw new AppError("gateway.not_found");
    return opened;
  }

  async function detailOf(id: number): Promise<OrderDetail> {
    const order = await mustFind(id);
    const row = await gateways.findAny(order.gateway_id);
    const kind = row && accounts.openForCallback(row)?.kind;
    const left = order.paid_at > 0 && kind?.refund ? order.order_amount - order.refunded_amount : 0;
    return {
      order: presentOrder(order),
      events: (await rows.events(id, mostEvents)).map(presentEvent),
      can_query: kind?.query !== undefined,
      refundable: moneyNumber(left, order.order_currency),
    };
  }

  return {
    async ownGateways(): Promise<OwnGateway[]> {
      const enabled = await gateways.enabled();
      return enabled.map((row) => presentOwnGateway(row, accounts.feesOf(row).exchangeRate));
    },

    async terms(actor: Actor): Promise<TopUpTerms> {
      const { PaymentMinAmount, RechargeDiscount, QuotaPerUnit } = deps.settings.current();
      return {
        min_amount: PaymentMinAmount,
        max_amount: limits.topUpMax,
        discounts: RechargeDiscount,
        quota_per_unit: QuotaPerUnit,
        uncollected: await rows.uncollectedOf(actor.id),
      };
    },

    /**
     * @throws AppError gateway.disabled, order.price_changed, order.too_many_pending, order.not_accepted,
     * payment.no_address, request.rate_limited
     */
    async create(actor: Actor, form: OrderForm): Promise<CheckoutAnswer> {
      const row = await gateways.findByUuid(form.uuid);
      if (row?.enable !== 1) throw new AppError("gateway.disabled");
      const { kind, account, notifyUrl } = accounts.open(row);
      const price = priceOf(form.amount, row);
      await rejectOrder(actor, form, price);
      const seconds = await deps.rateLimiter.take(`orders:${actor.id}`, deps.callLimits.orders);
      if (seconds > 0) throw new AppError("request.rate_limited", { params: { seconds } });
      const order = await insertOrder(actor, row, price);
      await settlement.note(database.queries, order, "created", { ...price });
      const { ServerAddress, SystemName } = deps.settings.current();
      const user = await deps.users.find(actor.id);
      const request = {
        number: order.trade_no,
        amount: order.order_amount,
        currency: order.order_currency,
        title: `${SystemName} $${order.amount}`,
        expiresAt: order.expires_at,
        notifyUrl,
        returnUrl: `${(ServerAddress || new URL(notifyUrl).origin).replace(/\/$/, "")}/panel/topup?order=${order.trade_no}`,
        email: user?.email ?? "",
      };
      try {
        const { checkout, reference } = await calling(() => kind.createPayment(request, account));
        await rows.setCheckout(order.id, JSON.stringify(checkout), reference);
        return presentCheckout(order, checkout);
      } catch (error) {
        const reason = error instanceof AppError ? error.message : "unexpected";
        await settlement.failure(order, { reason });
        // Errors of the gateway account go to the timeline, not to customers.
        if (error instanceof AppError) throw new AppError("order.not_accepted", { cause: error });
        throw error;
      }
    },

    /** @throws AppError order.not_found, order.not_paid */
    async status(actor: Actor, tradeNo: string): Promise<null> {
      const order = await mustFindOwn(actor, tradeNo);
      deps.watch.wake(order);
      if (order.status !== "success") throw new AppError("order.not_paid");
      return null;
    },

    async getOwn(actor: Actor, tradeNo: string): Promise<OwnOrder> {
      const order = await mustFindOwn(actor, tradeNo);
      deps.watch.wake(order);
      return presentOwnOrder(order);
    },

    /** @throws AppError order.not_payable */
    async ownCheckout(actor: Actor, tradeNo: string): Promise<CheckoutAnswer> {
      const order = await mustFindOwn(actor, tradeNo);
      const over = order.status !== "pending" || order.expires_at <= clock.now();
      if (over || order.checkout === "") throw new AppError("order.not_payable");
      return presentCheckout(order, JSON.parse(order.checkout) as Checkout);
    },

    async listOwn(actor: Actor, request: PageRequest & { status: string }): Promise<Page<OwnOrder>> {
      const { rows: found, total } = await reads.page(request, {
        ...everyOrder,
        user_id: actor.id,
        status: request.status,
      });
      return { data: found.map(presentOwnOrder), page: request.page, size: request.size, total_count: total };
    },

    async list(request: PageRequest & OrderFilter): Promise<Page<Order>> {
      const { rows: found, total } = await reads.page(request, request);
      return { data: found.map(presentOrder), page: request.page, size: request.size, total_count: total };
    },

    get: detailOf,

    async totals(): Promise<OrderTotals> {
      const paid = await reads.paidSince(clock.now() - 30 * daySeconds);
      const uncollected = await reads.uncollected();
      return {
        paid: paid.map(({ order_currency: currency, orders, amount }) => ({
          currency,
          orders,
          amount: moneyNumber(Number(amount), currency),
        })),
        quota: paid.reduce((sum, { quota }) => sum + Number(quota), 0),
        problems: await reads.problems(),
        uncollected: uncollected.quota,
        uncollected_users: uncollected.users,
      };
    },

    /**
     * Queries the gateway and books its status.
     * @throws AppError order.not_found, payment.cannot, payment.gateway_unavailable
     */
    async query(id: number): Promise<OrderDetail> {
      const order = await mustFind(id);
      const { kind, account } = await openGateway(order);
      if (!kind.query) throw new AppError("payment.cannot");
      const reference = { number: order.trade_no, reference: order.reference };
      const payment = await calling(() => kind.query?.(reference, account));
      const detail = { status: payment?.status ?? "unknown" };
      await settlement.note(database.queries, order, "queried", detail);
      if (payment?.status === "paid") await settlement.payment(order, payment, { source: "query" });
      if (payment?.status === "failed") await settlement.failure(order, { source: "query" });
      return detailOf(id);
    },

    async refund(actor: Actor, id: number, form: RefundForm): Promise<OrderDetail> {
      await deps.refunds.refund(actor, id, form);
      return detailOf(id);
    },

    /** An administrator has resolved the problem. */
    async resolve(actor: Actor, id: number): Promise<OrderDetail> {
      const order = await mustFind(id);
      await database.transaction(async (queries) => {
        if (!(await createOrderRepository(queries).setProblem(id, ""))) return;
        await settlement.note(queries, order, "resolved", { problem: order.problem, by: actor.username });
        const target = { type: "order", id, name: order.trade_no };
        await deps.audit.record(queries, actor, {
          action: "order.resolve",
          target,
          detail: { problem: order.problem },
        });
      });
      return detailOf(id);
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;

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

/** 19 digits: the milliseconds and six random ones. */
function newTradeNo(milliseconds: number): string {
  return `${milliseconds}${String(randomInt(1_000_000)).padStart(6, "0")}`;
}

function presentCheckout(
  order: Pick<OrderRow, "trade_no" | "expires_at">,
  checkout: Checkout,
): CheckoutAnswer {
  const shared = { trade_no: order.trade_no, expires_at: order.expires_at };
  switch (checkout.kind) {
    case "qr":
      return { ...shared, type: 2, data: { url: checkout.text, method: "GET" } };
    case "redirect":
      return { ...shared, type: 1, data: { url: checkout.url } };
    case "form":
      return {
        ...shared,
        type: 1,
        data: { url: checkout.url, method: checkout.method, params: { ...checkout.fields } },
      };
  }
}
