import {
  getOrder,
  getOrderTotals,
  listOrders,
  type Order,
  type OrderDetail,
  queryOrder,
  refundOrder,
} from "@tollgate/contract/orders";
import { listGateways } from "@tollgate/contract/payments";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { paymentsScreen } from "./screen";

function anOrder(part: Partial<Order> = {}): Order {
  return {
    id: 8,
    trade_no: "2012345678901234567",
    gateway_no: "",
    gateway_id: 3,
    gateway_name: "Site",
    gateway_type: "site-pay",
    user_id: 7,
    username: "ada",
    amount: 100,
    quota: 50_000_000,
    fee: 4.75,
    discount: 1.83,
    order_amount: 728.18,
    order_currency: "CNY",
    status: "pending",
    late: false,
    problem: "",
    refunded_amount: 0,
    refunded_quota: 0,
    created_at: aMoment,
    expires_at: aMoment + 3600,
    paid_at: 0,
    ...part,
  };
}

const aDetail = (part: Partial<OrderDetail> = {}): OrderDetail => ({
  order: anOrder(),
  events: [],
  can_query: true,
  refundable: 0,
  ...part,
});

beforeEach(() => {
  answer(listGateways, aPage([]));
  answer(getOrderTotals, {
    paid: [
      { currency: "CNY", amount: 7281.8, orders: 10 },
      { currency: "USD", amount: 30, orders: 2 },
    ],
    quota: 500_000_000,
    problems: 1,
    uncollected: 750_000,
    uncollected_users: 2,
  });
});

const open = (query = "") =>
  renderScreen(paymentsScreen, { user: anAdmin(), url: `/panel/payment?view=orders${query}` });

describe("orders", () => {
  it("are listed below the sums of the month, which explain pending and uncollected amounts", async () => {
    const calls = answer(listOrders, aPage([anOrder({ problem: "wrong_amount" })]));
    const { person, location } = await open("&user_id=7");
    const row = (await screen.findByText("2012345678901234567")).closest("tr") as HTMLElement;
    for (const text of ["ada", "Site", "CN¥728.18", "$4.75", "Pending", "Wrong amount"])
      expect(within(row).getByText(text)).toBeVisible();
    expect(calls[0]?.query).toMatchObject({ user_id: "7", order: "-id" });
    const sums = within(screen.getByRole("region", { name: "Last 30 days" }));
    expect(await sums.findByText("CN¥7,281.80")).toBeVisible();
    expect(sums.getByText("+ $30.00")).toBeVisible();
    await person.click(sums.getByRole("button", { name: "What are uncollected costs?" }));
    expect(await screen.findByText(/The user's next top-up pays it first/)).toBeVisible();
    await person.keyboard("{Escape}");
    await person.click(await sums.findByRole("button", { name: "Show orders with problems" }));
    await waitFor(() => expect(location()).toContain("problem=any"));
  });

  it("open by a link with their figures and a sentence for each event, the notification folded", async () => {
    answer(listOrders, aPage([anOrder()]));
    const events: OrderDetail["events"] = [
      { id: 1, created_at: aMoment, kind: "created", detail: { pay: 72_818, currency: "CNY" } },
      {
        id: 2,
        created_at: aMoment + 60,
        kind: "wrong_amount",
        detail: { amount: 100, currency: "CNY", gateway_no: "G-1", notification: { money: "1.00" } },
      },
    ];
    answer(getOrder, aDetail({ events, order: anOrder({ problem: "wrong_amount" }) }));
    await open("&id=8");
    const panel = within(await screen.findByRole("dialog"));
    const timeline = within(await panel.findByRole("list", { name: "Timeline" }));
    expect(panel.getByRole("alert")).toHaveTextContent(/Refund the payment at the gateway/);
    expect(timeline.getByText("The user placed the order.")).toBeVisible();
    expect(timeline.getByText("CN¥728.18")).toBeVisible();
    expect(timeline.getByText(/amount paid differs from the order/)).toBeVisible();
    expect(timeline.getByText("CN¥1.00")).toBeVisible();
    expect(timeline.getByText(/"money": "1.00"/)).not.toBeVisible();
    expect(panel.getByRole("link", { name: "ada" })).toHaveAttribute("href", "/panel/user?keyword=ada");
    expect(panel.getByRole("link", { name: "Site" })).toHaveAttribute("href", "/panel/payment?gateway=3");
    expect(panel.getByRole("button", { name: "Refund" })).toBeDisabled();
  });

  it("are queried again at the gateway, and show its response", async () => {
    answer(listOrders, aPage([anOrder()]));
    answer(getOrder, aDetail());
    const paid = anOrder({ status: "success", paid_at: aMoment + 90, gateway_no: "G-1" });
    const calls = answer(queryOrder, aDetail({ order: paid, refundable: 728.18 }));
    const { person } = await open("&id=8");
    const panel = within(await screen.findByRole("dialog"));
    await person.click(await panel.findByRole("button", { name: "Check payment status" }));
    expect(await screen.findByText("The gateway responded. The order status is now: Paid.")).toBeVisible();
    expect(calls[0]?.params).toMatchObject({ id: "8" });
  });

  it("are refunded in part, never beyond what was paid, and each confirmation once", async () => {
    answer(listOrders, aPage([]));
    const paid = anOrder({ status: "success", paid_at: aMoment + 90 });
    answer(getOrder, aDetail({ order: paid, refundable: 728.18 }));
    reject(refundOrder, "payment.gateway_unavailable");
    const { person } = await open("&id=8");
    await person.click(await screen.findByRole("button", { name: "Refund" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund ada" }));
    const amount = dialog.getByRole("spinbutton", { name: /Amount/ });
    const type = async (text: string) => {
      await person.clear(amount);
      await person.type(amount, text);
    };
    await type("800");
    await person.click(dialog.getByRole("button", { name: "Refund CN¥800.00" }));
    expect(await dialog.findByText("Must be 728.18 or less.")).toBeVisible();
    await type("1.234");
    await person.click(dialog.getByRole("button", { name: /Refund CN¥/ }));
    expect(await dialog.findByText("At most 2 decimals.")).toBeVisible();
    await type("100.5");
    await person.click(dialog.getByRole("button", { name: "Refund CN¥100.50" }));
    expect(await screen.findByText(/gateway did not respond/)).toBeVisible();
    const calls = answer(refundOrder, aDetail({ order: paid, refundable: 627.68 }));
    await person.click(dialog.getByRole("button", { name: "Refund CN¥100.50" }));
    expect(await screen.findByText("CN¥100.50 refunded.")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ amount: 100.5 });
  });
});
