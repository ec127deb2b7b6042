import {
  createGateway,
  type Gateway,
  type GatewayKind,
  listGatewayKinds,
  listGateways,
  testGateway,
  updateGateway,
} from "@tollgate/contract/payments";
import { listSettings } from "@tollgate/contract/setting-endpoints";
import { getStatus } from "@tollgate/contract/site-info";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot, aSiteInfo } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { paymentsScreen } from "./screen";

const named = (text: string) => ({ en_US: text, zh_CN: text, ja_JP: text });

const siteKind: GatewayKind = {
  type: "site-pay",
  label: named("Site pay"),
  customer_name: named("By site"),
  icon: { text: "S", color: "#0f766e" },
  standard_icon: "card",
  currencies: ["CNY", "USD"],
  fields: [
    { kind: "text", name: "merchant", label: named("Merchant ID"), required: true },
    { kind: "secret", name: "key", label: named("Merchant key"), required: true },
    { kind: "text", name: "endpoint", label: named("Gateway address") },
  ],
  root_fields: ["endpoint"],
  can_query: true,
  can_refund: true,
};

function aGateway(part: Partial<Gateway> = {}): Gateway {
  return {
    id: 3,
    uuid: "0f9c2b",
    type: "site-pay",
    name: "Site",
    icon: "wallet",
    notify_domain: "",
    notify_url: "https://ai.example.com/api/payment/notify/0f9c2b",
    fixed_fee: 0.3,
    percent_fee: 0.029,
    currency: "USD",
    exchange_rate: 0,
    config: JSON.stringify({ merchant: "1001", key: "", endpoint: "https://pay.example.com" }),
    secrets: ["key"],
    sort: 5,
    enable: true,
    created_at: aMoment,
    ...part,
  };
}

const yuanRate = {
  key: "PaymentUSDRate",
  value: "7.3",
  section: "top_ups",
  root: false,
  secret: false,
  is_set: true,
} as const;

beforeEach(() => {
  answer(listGatewayKinds, [siteKind]);
  answer(listSettings, [yuanRate]);
});

const open = (user = aRoot()) => renderScreen(paymentsScreen, { user });
const editor = async () => within(await screen.findByRole("dialog"));

describe("gateways", () => {
  it("show their kind, fees and whether customers are offered them; the sort number is edited inline", async () => {
    answer(listGateways, aPage([aGateway()]));
    const calls = answer(updateGateway, aGateway({ sort: 9 }));
    const { person } = await open();
    const row = (await screen.findByText("Site")).closest("tr") as HTMLElement;
    for (const text of ["Site pay", "$0.30", "2.9%", "USD", "Enabled"])
      expect(within(row).getByText(text)).toBeVisible();
    const sort = within(row).getByRole("textbox", { name: "Sort order of Site" });
    await person.clear(sort);
    await person.type(sort, "9{Enter}");
    await waitFor(() => expect(calls[0]?.body).toEqual({ id: 3, sort: 9 }));
  });

  it("are added from their kind's form with the required fields alone, and then show their notify URL", async () => {
    answer(listGateways, aPage([]));
    answer(getStatus, aSiteInfo({ server_address: "" }));
    const calls = answer(createGateway, aGateway({ name: "Site pay", enable: false }));
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add gateway" }))[0] as HTMLElement);
    const form = await editor();
    await person.click(form.getByRole("combobox", { name: /Type/ }));
    await person.click(await screen.findByRole("option", { name: /Site pay/ }));
    expect(await form.findByRole("textbox", { name: /Name/ })).toHaveValue("By site");
    // The server has no address yet; a link in this tab would lose the form.
    const address = await form.findByRole("link", { name: "Open the server address in Settings" });
    expect(address).toHaveAttribute("target", "_blank");
    await person.click(form.getByRole("button", { name: "Add gateway" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      type: "site-pay",
      name: "By site",
      icon: "card",
      currency: "CNY",
      percent_fee: 0,
      fixed_fee: 0,
      enable: false,
    });
    expect(await screen.findByText("https://ai.example.com/api/payment/notify/0f9c2b")).toBeVisible();
  });

  it("are a draft while incomplete: the form shows what is missing, and stays open", async () => {
    answer(listGateways, aPage([]));
    answer(createGateway, aGateway({ name: "By site", enable: false, secrets: [] }));
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add gateway" }))[0] as HTMLElement);
    const form = await editor();
    await person.click(form.getByRole("combobox", { name: /Type/ }));
    await person.click(await screen.findByRole("option", { name: /Site pay/ }));
    await person.click(form.getByRole("button", { name: "Add gateway" }));
    const draft = "Gateway By site saved as a draft. Users do not see drafts.";
    expect(await screen.findByText(draft)).toBeVisible();
    expect(
      await screen.findByText("Draft: users do not see the gateway yet. Missing: Merchant key."),
    ).toBeVisible();
    expect(screen.getByLabelText(/^Merchant key/)).toHaveFocus();
  });

  it("show what a top-up costs through them, with the charging code's calculation", async () => {
    answer(listGateways, aPage([aGateway({ currency: "CNY", percent_fee: 0, fixed_fee: 0 })]));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Site" }));
    const form = await editor();
    expect(await form.findByText("A $10.00 top-up costs $10.00, charged as CN¥73.00.")).toBeVisible();
    await person.click(form.getByRole("button", { name: "Both" }));
    const percent = form.getByRole("spinbutton", { name: "Percent fee" });
    await person.clear(percent);
    await person.type(percent, "2.9");
    const fixed = form.getByRole("spinbutton", { name: "Fixed fee" });
    await person.clear(fixed);
    await person.type(fixed, "0.3");
    expect(await form.findByText("A $10.00 top-up costs $10.59, charged as CN¥77.31.")).toBeVisible();
  });

  it("send percent as a fraction, keep stored secrets, and reject invalid percentages", async () => {
    answer(listGateways, aPage([aGateway({ fixed_fee: 0 })]));
    const calls = answer(updateGateway, aGateway());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Site" }));
    const form = await editor();
    expect(form.getByRole("textbox", { name: "Merchant key" })).toHaveValue("Set · leave empty to keep");
    const percent = form.getByRole("spinbutton", { name: "Percent fee" });
    await person.clear(percent);
    await person.type(percent, "101");
    await person.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Must be 100 or less.")).toBeVisible();
    await person.clear(percent);
    await person.type(percent, "7.25");
    await person.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      id: 3,
      percent_fee: 0.0725,
      config: { merchant: "1001", key: "", endpoint: "https://pay.example.com" },
    });
  });

  it("open with the missing fields when they cannot be enabled yet", async () => {
    answer(listGateways, aPage([aGateway({ enable: false, secrets: [] })]));
    const problem = { path: "config.key", code: "account.incomplete", message: "Fill this in." };
    reject(updateGateway, "request.invalid", { fields: [problem] });
    const { person } = await open();
    await person.click(await screen.findByRole("switch", { name: "Enable Site" }));
    const form = await editor();
    expect(await form.findByText("Required before it can be enabled.")).toBeVisible();
    expect(form.getByLabelText(/Merchant key/)).toBeInvalid();
    expect(screen.getByRole("switch", { name: "Enable Site", hidden: true })).not.toBeChecked();
  });

  it("require every mandatory field before they are offered", async () => {
    answer(listGateways, aPage([aGateway({ enable: false, secrets: [] })]));
    const calls = answer(updateGateway, aGateway());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Site" }));
    const form = await editor();
    await person.click(form.getByRole("switch", { name: "Offer to users" }));
    await person.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Merchant key cannot be empty.")).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it("show the addresses of the super administrator to others, locked and unchanged", async () => {
    answer(listGateways, aPage([aGateway()]));
    const calls = answer(updateGateway, aGateway());
    const { person } = await open(anAdmin());
    await person.click(await screen.findByRole("button", { name: "Site" }));
    const form = await editor();
    await person.click(form.getByRole("button", { name: /Advanced/ }));
    expect(await form.findByRole("textbox", { name: "Gateway address" })).toBeDisabled();
    expect(form.getByText(/Only a super administrator can change these fields/)).toBeVisible();
    const name = form.getByRole("textbox", { name: /Name/ });
    await person.clear(name);
    await person.type(name, "Shop");
    await person.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ name: "Shop", config: { endpoint: "https://pay.example.com" } });
  });

  it("show beside the button whether the credentials work, using stored ones where none were typed", async () => {
    answer(listGateways, aPage([aGateway()]));
    reject(testGateway, "payment.wrong_credentials", { params: { reason: "unknown merchant" } });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Site" }));
    const form = await editor();
    await person.click(form.getByRole("button", { name: "Test credentials" }));
    expect(await form.findByText(/unknown merchant/)).toBeVisible();
    const calls = answer(testGateway, null);
    await person.click(form.getByRole("button", { name: "Test credentials" }));
    expect(await form.findByText("The gateway accepted the credentials.")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ id: 3, type: "site-pay", config: { merchant: "1001" } });
  });
});
