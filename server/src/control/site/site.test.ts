import type { SiteInfo } from "@tollgate/contract/site-info";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asVisitor } from "../../../test/support/as-user.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

it("returns the site info to everyone, with recent changes", async () => {
  const before = await asVisitor(running).get<SiteInfo>("/api/status");
  expect(before.data).toMatchObject({
    system_name: "Tollgate",
    version: "v1.2.3",
    start_time: running.clock.now(),
    quota_per_unit: 500_000,
    display_in_currency: true,
    developer_link: "/api/reference",
    demo: false,
  });
  expect(before.data).toMatchObject({ PaymentUSDRate: 7.3, PaymentMinAmount: 1, RechargeDiscount: "{}" });
  expect(before.data).not.toHaveProperty("chat_link");
  expect(JSON.parse(before.data.chat_links)).toMatchObject([
    { name: "Chat", sort: 1 },
    { name: "ML Model Chat", sort: 2 },
    { name: "Agent Beta", sort: 3 },
  ]);
  expect(before.headers["cache-control"]).toBe("no-store");
  await running.set("SystemName", "Acme AI");
  const link = { id: "1", name: "Chat", url: "https://chat.example/{key}", show: true, sort: 1 };
  await running.set("ChatLinks", [link]);
  await running.set("ChatLink", "https://chat.example/#{key}");
  await running.set("PaymentMinAmount", 5);
  await running.set("RechargeDiscount", { "100": 0.9 });
  const after = await asVisitor(running).get<SiteInfo>("/api/status");
  expect(after.data).toMatchObject({ PaymentMinAmount: 5, RechargeDiscount: '{"100":0.9}' });
  expect(after.data.chat_link).toBe("https://chat.example/#{key}");
  expect(after.data.system_name).toBe("Acme AI");
  expect(JSON.parse(after.data.chat_links)).toHaveLength(1);
});

it("answers notice, about and home page as text", async () => {
  await running.set("Notice", "# Hello");
  await running.set("About", "about us");
  await running.set("HomePageContent", "https://example.org");
  const texts = await Promise.all(
    ["notice", "about", "home_page_content"].map((name) => asVisitor(running).get(`/api/${name}`)),
  );
  expect(texts.map((answer) => answer.data)).toEqual(["# Hello", "about us", "https://example.org"]);
});

it("gives each announcement its own hash, and none without one", async () => {
  const hashOf = async (notice: string): Promise<string> => {
    await running.set("Notice", notice);
    return (await asVisitor(running).get<SiteInfo>("/api/status")).data.notice_hash;
  };
  const [first, second, none] = [await hashOf("Closed on Monday"), await hashOf("Open"), await hashOf(" \n")];
  expect(first).not.toBe(second);
  expect(await hashOf("Closed on Monday ")).toBe(first);
  expect(none).toBe("");
});

it("offers a password reset once mail can be sent and the address of the links is known", async () => {
  const info = async () => (await asVisitor(running).get<SiteInfo>("/api/status")).data;
  expect(await info()).toMatchObject({ password_reset: false, support_contact: "" });
  await running.set("SMTPServer", "mail.example.org");
  await running.set("SMTPFrom", "gateway@example.org");
  expect((await info()).password_reset).toBe(false);
  await running.set("ServerAddress", "https://ai.example.org");
  await running.set("SupportContact", "help@example.org");
  expect(await info()).toMatchObject({ password_reset: true, support_contact: "mailto:help@example.org" });
  await running.set("SMTPServer", "");
  expect((await info()).password_reset).toBe(false);
  await running.set("SMTPServer", "mail.example.org");
  await running.set("PasswordLoginEnabled", false);
  expect((await info()).password_reset).toBe(false);
});
