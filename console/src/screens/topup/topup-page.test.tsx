import { getOwnInviteSummary, type InviteTerms } from "@tollgate/contract/invitations";
import {
  type Checkout,
  createOrder,
  getOwnCheckout,
  getOwnOrder,
  getTopUpTerms,
  listOwnGateways,
  listOwnOrders,
  type OwnGateway,
  type OwnOrder,
  type TopUpTerms,
} from "@tollgate/contract/orders";
import { getSelf } from "@tollgate/contract/profile";
import { redeemCode } from "@tollgate/contract/redemptions";
import { getInvitationCode } from "@tollgate/contract/registration";
import { getStatus } from "@tollgate/contract/site-info";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, hold, reject, unreachable } from "../../../test/api-mock";
import { aPage, aSelf, aSiteInfo, aUser, anAdmin } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { topUpScreen } from "./screen";

const now = Math.floor(Date.now() / 1000);

const aWay = (part: Partial<OwnGateway> = {}): OwnGateway => ({
  uuid: "w1",
  name: "Card",
  type: "site-pay",
  icon: "card",
  fixed_fee: 0,
  percent_fee: 0.05,
  currency: "USD",
  exchange_rate: 1,
  sort: 5,
  ...part,
});

const terms: TopUpTerms = {
  min_amount: 5,
  max_amount: 1_000_000,
  discounts: { "100": 0.95, "20": 1 },
  quota_per_unit: 500_000,
  uncollected: 0,
};

const noRewards: InviteTerms = {
  registration: 0,
  invitee: 0,
  top_up_quota: 0,
  top_up_percent: 0,
  top_up_max: 0,
  vesting_days: 0,
};

const anOrder = (part: Partial<OwnOrder> = {}): OwnOrder => ({
  id: 8,
  trade_no: "2012345678901234567",
  gateway_no: "",
  amount: 100,
  quota: 50_000_000,
  fee: 4.75,
  discount: 0.25,
  order_amount: 99.75,
  order_currency: "USD",
  status: "pending",
  late: false,
  refunded_amount: 0,
  refunded_quota: 0,
  created_at: now,
  expires_at: now + 3600,
  paid_at: 0,
  gateway_name: "Card",
  gateway_type: "site-pay",
  ...part,
});

const page: Checkout = {
  trade_no: "2012345678901234567",
  type: 1,
  data: { url: "https://pay.example.com/session/1" },
  expires_at: now + 3600,
};

/** The tab that the browser opens in a click; null: it opens none. */
function browserOpens(tab: object | null) {
  return vi.spyOn(window, "open").mockImplementation(() => tab as Window | null);
}
const aTab = () => ({
  closed: false,
  opener: window as unknown,
  name: "payment",
  document: document.implementation.createHTMLDocument(),
  location: { replace: vi.fn() },
  close: vi.fn(),
});

beforeEach(() => {
  answer(listOwnGateways, [
    aWay(),
    aWay({ uuid: "w2", name: "WeChat", icon: "wechat", currency: "CNY", exchange_rate: 7.3, percent_fee: 0 }),
  ]);
  answer(getTopUpTerms, terms);
  answer(listOwnOrders, aPage([]));
  answer(getInvitationCode, "Ab3X");
  answer(getOwnInviteSummary, { invited: 0, earned: 0, pending: 0, terms: noRewards });
});
afterEach(() => void vi.restoreAllMocks());

const open = (url = "/panel/topup") => renderScreen(topUpScreen, { user: aUser(), url });
const amountField = () => screen.findByRole("textbox", { name: "Amount" });
const line = (name: string) => within(screen.getByText(name).parentElement as HTMLElement);

describe("paying online", () => {
  it("shows each part of the price and the sum on the button", async () => {
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /\$100.*5% off/ }));
    expect(line("Discount (5%)").getByText("-$5.00")).toBeVisible();
    expect(line("Fee").getByText("$4.75")).toBeVisible();
    expect(line("You receive").getByText("$100.00")).toBeVisible();
    expect(screen.getByRole("button", { name: "Pay $99.75" })).toBeEnabled();
    await person.click(screen.getByRole("button", { name: /WeChat/ }));
    expect(screen.getByText("$1 = 7.3 CNY")).toBeVisible();
    expect(screen.getByRole("button", { name: "Pay CN¥693.50" })).toBeEnabled();
  });

  it("accepts only whole dollars within the limits, and shows the broken rule", async () => {
    const calls = answer(createOrder, page);
    const { person } = await open();
    const field = await amountField();
    const type = async (text: string) => {
      await person.clear(field);
      if (text !== "") await person.type(field, text);
    };
    for (const [text, problem] of [
      ["4", "Enter at least $5."],
      ["1000001", "Enter at most $1,000,000."],
      ["10.5", "Enter a whole number of dollars."],
      ["ten", "Enter a whole number of dollars."],
    ] as const) {
      await type(text);
      expect(screen.getByText(problem)).toBeVisible();
    }
    await type("");
    await person.click(screen.getByRole("button", { name: "Pay" }));
    expect(screen.getByText("Enter an amount.")).toBeVisible();
    expect(field).toHaveFocus();
    expect(calls).toHaveLength(0);
  });

  it("shows what the top-up settles first", async () => {
    answer(getTopUpTerms, { ...terms, uncollected: 210_000 });
    await open();
    expect(await screen.findByText(/is uncollected\. Your next top-up pays this amount first/)).toBeVisible();
    expect(line("Uncollected amount paid").getByText("$0.42")).toBeVisible();
  });

  it("sends the tab of the click to the gateway, and shows the new balance once the order is paid", async () => {
    const tab = aTab();
    browserOpens(tab);
    const calls = answer(createOrder, page);
    let reads = 0;
    answer(getOwnOrder, () => {
      reads += 1;
      return reads > 1 ? anOrder({ status: "success", paid_at: now }) : anOrder();
    });
    const selves = answer(getSelf, () => aSelf({ quota: reads > 1 ? 56_250_000 : 6_250_000 }));
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /\$100/ }));
    await person.click(screen.getByRole("button", { name: "Pay $99.75" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Waiting for your payment" }));
    expect(await dialog.findByText("Complete the payment in the new tab.")).toBeVisible();
    expect(calls[0]?.body).toEqual({ uuid: "w1", amount: 100, pay: 9975 });
    expect(tab.location.replace).toHaveBeenCalledWith("https://pay.example.com/session/1");
    expect(tab.opener).toBeNull();
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    expect(await screen.findByText("$100.00 added to your balance")).toBeVisible();
    expect(await screen.findByText("$112.50")).toBeInTheDocument();
    expect(selves.length).toBeGreaterThan(1);
  });

  it("shows while waiting that the server cannot be reached, and that a payment still counts", async () => {
    browserOpens(aTab());
    answer(createOrder, page);
    answer(getOwnOrder, anOrder());
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Pay \$/ }));
    await screen.findByText("The page updates when the payment arrives.");
    unreachable(getOwnOrder);
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    expect(await screen.findByText(/^No connection. Your payment is not affected/)).toBeVisible();
  });

  it("offers the page where the browser opens no tab", async () => {
    browserOpens(null);
    answer(createOrder, page);
    answer(getOwnOrder, anOrder());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Pay \$/ }));
    expect(await screen.findByText("Your browser blocked the new tab.")).toBeVisible();
    const tab = aTab();
    browserOpens(tab);
    answer(getOwnCheckout, page);
    await person.click(screen.getByRole("button", { name: "Open the payment page" }));
    expect(await screen.findByText("Complete the payment in the new tab.")).toBeVisible();
    expect(tab.location.replace).toHaveBeenCalledTimes(1);
  });

  it("submits a form where the gateway requires one", async () => {
    const tab = aTab();
    browserOpens(tab);
    const sent: Record<string, string>[] = [];
    vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
      sent.push({
        action: this.action,
        target: this.target,
        ...(Object.fromEntries(new FormData(this)) as object),
      });
    });
    const data = {
      url: "https://pay.example.com/submit.php",
      method: "POST" as const,
      params: { pid: "1001" },
    };
    answer(createOrder, { ...page, data });
    answer(getOwnOrder, anOrder());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Pay \$/ }));
    await screen.findByText("Complete the payment in the new tab.");
    expect(sent).toEqual([{ action: "https://pay.example.com/submit.php", target: "payment", pid: "1001" }]);
  });

  it("never opens an address that would run a script", async () => {
    const tab = aTab();
    browserOpens(tab);
    answer(createOrder, { ...page, data: { url: "javascript:alert(1)" } });
    answer(getOwnOrder, anOrder());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Pay \$/ }));
    expect(await screen.findByRole("dialog")).toBeVisible();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  it("shows a QR code and closes the empty tab; the next time it opens none", async () => {
    const tab = aTab();
    const opens = browserOpens(tab);
    answer(createOrder, { ...page, type: 2, data: { url: "weixin://wxpay/bizpayurl?pr=1" } });
    answer(getOwnOrder, anOrder({ gateway_name: "WeChat" }));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /WeChat/ }));
    await person.click(screen.getByRole("button", { name: /^Pay/ }));
    expect(await screen.findByRole("img", { name: "Payment QR code" })).toBeVisible();
    expect(screen.getByText("Scan the code with WeChat to pay.")).toBeVisible();
    expect(tab.close).toHaveBeenCalledTimes(1);
    await person.click(screen.getByRole("button", { name: "Pay later" }));
    await person.click(await screen.findByRole("button", { name: /^Pay/ }));
    expect(await screen.findByRole("img", { name: "Payment QR code" })).toBeVisible();
    expect(opens).toHaveBeenCalledTimes(1);
  });

  it("shows why an order was rejected, closes the tab, and refetches the prices", async () => {
    const tab = aTab();
    browserOpens(tab);
    reject(createOrder, "order.price_changed", { params: { price: "101.00 USD" } });
    const { person } = await open();
    const pay = await screen.findByRole("button", { name: /^Pay \$/ });
    const again = answer(listOwnGateways, [aWay({ percent_fee: 0.06 })]);
    await person.click(pay);
    expect(await screen.findByText(/The price has changed to 101.00 USD/)).toBeVisible();
    expect(tab.close).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(again.length).toBeGreaterThan(0));
  });

  it("creates one order while the request runs", async () => {
    browserOpens(aTab());
    hold(createOrder, page);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Pay \$/ }));
    expect(screen.getByRole("button", { name: /^Pay \$/ })).toBeDisabled();
  });
});

describe("redeeming a code", () => {
  it("shows the new balance, and that nothing is uncollected any more", async () => {
    let redeemed = false;
    answer(getSelf, () => aSelf({ quota: redeemed ? 11_000_000 : 6_250_000 }));
    answer(getTopUpTerms, () => ({ ...terms, uncollected: redeemed ? 0 : 250_000 }));
    answer(redeemCode, () => {
      redeemed = true;
      return 5_000_000;
    });
    const { person } = await open();
    expect(await screen.findByText(/is uncollected/)).toBeVisible();
    await person.type(await screen.findByRole("textbox", { name: "Redemption code" }), "code{Enter}");
    expect(await screen.findByText("$22.00")).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/is uncollected/)).not.toBeInTheDocument());
  });
});

describe("an order by its link", () => {
  it("shows that it failed or expired, and nothing was charged", async () => {
    answer(getOwnOrder, anOrder({ status: "failed" }));
    await open("/panel/topup?order=2012345678901234567");
    expect(await screen.findByText("$99.75 was not paid")).toBeVisible();
  });

  it("shows that late payments are still credited", async () => {
    answer(getOwnOrder, anOrder({ status: "closed" }));
    await open("/panel/topup?order=2012345678901234567");
    expect(await screen.findByText(/credited when the payment gateway confirms it/)).toBeVisible();
  });
});

describe("an order that cannot be loaded", () => {
  it("is not shown as waiting for a payment", async () => {
    reject(getOwnOrder, "order.not_found");
    await open("/panel/topup?order=2012345678901234567");
    expect(await screen.findByRole("dialog", { name: "Order" })).toHaveTextContent(/could not be loaded/);
    expect(screen.queryByRole("button", { name: "Pay later" })).not.toBeInTheDocument();
  });
});

describe("the order history", () => {
  it("pays a pending order again and shows a receipt of a paid one", async () => {
    const tab = aTab();
    browserOpens(tab);
    const paid = anOrder({
      id: 7,
      trade_no: "2012345678900000000",
      status: "success",
      paid_at: now,
      gateway_no: "G-9",
    });
    answer(listOwnOrders, aPage([anOrder(), paid]));
    answer(getOwnOrder, anOrder());
    const calls = answer(getOwnCheckout, page);
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /Receipt/ }));
    const receipt = within(await screen.findByRole("dialog", { name: "Receipt" }));
    for (const text of ["2012345678900000000", "G-9", "$99.75"])
      expect(receipt.getByText(text)).toBeVisible();
    await person.click(receipt.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledTimes(1);
    await person.click(receipt.getByRole("button", { name: "Close" }));
    await person.click(await screen.findByRole("button", { name: /Pay now/ }));
    await waitFor(() => expect(calls[0]?.params).toMatchObject({ trade_no: "2012345678901234567" }));
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(1));
  });
});

describe("without a payment gateway", () => {
  it("the page names the other ways", async () => {
    answer(listOwnGateways, []);
    answer(
      getStatus,
      aSiteInfo({ top_up_link: "https://shop.example.com", support_contact: "help@example.com" }),
    );
    await open();
    expect(await screen.findByText(/Online payment is not available/)).toBeVisible();
    expect(await screen.findByRole("link", { name: "Contact help@example.com" })).toBeVisible();
  });

  it("an administrator gets a link to the gateways", async () => {
    answer(listOwnGateways, []);
    answer(getSelf, aSelf(anAdmin()));
    await renderScreen(topUpScreen, { user: anAdmin() });
    expect(await screen.findByRole("link", { name: "Set up a payment gateway" })).toHaveAttribute(
      "href",
      "/panel/payment",
    );
  });

  it("a failure is shown with a retry", async () => {
    unreachable(listOwnGateways);
    const { person } = await open();
    expect(await screen.findByText("Payment methods could not be loaded")).toBeVisible();
    answer(listOwnGateways, [aWay()]);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await amountField()).toBeVisible();
  });
});
