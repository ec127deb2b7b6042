import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EasyPayStandIn, startEasyPayStandIn } from "../server/test/support/easy-pay-stand-in.ts";
import { collectComplaints, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";
import { enterAs } from "./support/sign-in.ts";

/** A gateway is set up, a customer pays through it in another tab, and the operator sees the order. */
describe.runIf(hasBrowser)("paying online", () => {
  let server: TestServer;
  let site: EasyPayStandIn;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    [server, site, browser] = await Promise.all([startServer(), startEasyPayStandIn(), launchBrowser()]);
    const context = await openContext(browser, { size: "desk", mode: "light", language: "en_US" });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    complaints = collectComplaints(page);
    await enterAs(context, server.url, { username: "root", password: rootPassword });
    await page.goto(`${server.url}/panel/payment`);
    await page.evaluate(async (address) => {
      await fetch("/api/option/section/address", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ values: { ServerAddress: address } }),
      });
    }, server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await site?.stop();
  });

  it("a gateway is added, tested and offered", async () => {
    await page.getByRole("button", { name: "Add gateway" }).first().click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("combobox", { name: /Type/ }).click();
    await page.getByRole("option", { name: /Easy-pay/ }).click();
    await panel.getByRole("textbox", { name: /Name/ }).fill("Pay site");
    await panel.getByRole("textbox", { name: /Merchant ID/ }).fill(site.partnerId);
    await panel.getByLabel(/Merchant key/).fill(site.key);
    await panel.getByRole("textbox", { name: /Site URL/ }).fill(site.url);
    await panel.getByRole("spinbutton", { name: "Percent fee" }).fill("5");
    await panel.getByText("A $10.00 top-up costs $10.50, charged as CN¥76.65.").waitFor();
    await panel.getByRole("button", { name: "Test credentials" }).click();
    await panel.getByText("The gateway accepted the credentials.").waitFor();
    await panel.getByRole("switch", { name: "Offer to users" }).click();
    await panel.getByRole("button", { name: "Add gateway" }).click();
    await panel.getByText(`${server.url}/api/payment/notify/`).waitFor();
    await panel.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("switch", { name: "Enable Pay site" }).isChecked()).toBe(true);
  });

  it("a customer pays the shown price in another tab, and the balance updates", async () => {
    await page.goto(`${server.url}/panel/topup`);
    await page.getByRole("button", { name: "$20" }).click();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Pay CN¥153.30" }).click();
    const tab = await opened;
    await tab.waitForURL(`${site.url}/**`);
    const [order] = [...site.orders.values()];
    expect(order?.money).toBe("153.30");
    await page.getByText("Complete the payment in the new tab.").waitFor();
    await tab.getByRole("button", { name: "Pay ¥153.30" }).click();
    await tab.getByText("$20.00 added to your balance").waitFor();
    await page.getByText("$20.00 added to your balance").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("region", { name: "Current balance" }).getByText("$220.00").waitFor();
    const receipts = page.getByRole("button", { name: "Receipt" });
    await receipts.first().waitFor();
    expect(await receipts.count()).toBe(1);
    await tab.close();
  });

  it("the operator sees the order with its timeline", async () => {
    await page.goto(`${server.url}/panel/payment?view=orders&id=1`);
    const panel = page.getByRole("dialog");
    await panel.getByText("Paid. The credit was added to the user's balance.").waitFor();
    await panel.getByText("Notification from the gateway").click();
    await panel.getByText(/"money": "153.30"/).waitFor();
    expect(complaints).toEqual([]);
  });
});
