import type { UserGroup } from "@tollgate/contract/groups";
import type { NoticeChannel } from "@tollgate/contract/notices";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asRoot, type Client } from "../support/as-user.ts";
import { beforeTransaction } from "../support/before-transaction.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  await running.set("ServerAddress", "https://gate.test");
  root = await asRoot(running);
});
afterAll(() => running?.stop());
afterEach(() => vi.restoreAllMocks());

/** Another edit is committed after an edit read the object, before it is written. */
function meanwhile(act: () => Promise<{ status: number }>): void {
  beforeTransaction(running.database, async () => expect((await act()).status).toBe(200));
}

describe("an edit does not undo another one that was saved meanwhile", () => {
  it("of a user group's ratio", async () => {
    const form = { symbol: "team", name: "Team", ratio: 1, api_rate: 60, public: false };
    const { data: group } = await root.post<UserGroup>("/api/user_group/", form);
    const { data: ratios } = await root.get<Record<string, number>>("/api/user_group/ratios");
    meanwhile(() => root.put("/api/user_group/ratios", { ratios: { ...ratios, team: 2 } }));
    const renamed = await root.put<UserGroup>("/api/user_group/", { id: group.id, name: "The team" });
    expect(renamed.data).toMatchObject({ name: "The team", ratio: 2 });
  });

  it("of a notice channel's switch", async () => {
    const config = { address: "https://bot.test", token: "the-token", chat_ids: "5" };
    const form = { type: "telegram", name: "Phone", config };
    const { data: channel } = await root.post<NoticeChannel>("/api/notice_channel/", form);
    meanwhile(() => root.put("/api/notice_channel/", { id: channel.id, enable: false }));
    const renamed = await root.put<NoticeChannel>("/api/notice_channel/", { id: channel.id, name: "Night" });
    expect(renamed.data).toMatchObject({ name: "Night", enable: false });
  });

  it("of a payment gateway: names are kept, and one that was disabled takes no payments again", async () => {
    const config = { pay_domain: "https://pay.test", partner_id: "1001", key: "the merchant's key" };
    const form = { type: "epay", name: "Pay", icon: "wallet", currency: "CNY", config, enable: true };
    const { data: gateway } = await root.post<Gateway>("/api/payment/", form);
    const { id } = gateway;
    meanwhile(() => root.put("/api/payment/", { id, name: "Pay by phone" }));
    expect((await root.put<Gateway>("/api/payment/", { id, sort: 9 })).data).toMatchObject({
      name: "Pay by phone",
      sort: 9,
    });
    meanwhile(() => root.put("/api/payment/", { id, enable: false }));
    const late = await root.put("/api/payment/", { id, sort: 3 });
    expect([late.status, late.code]).toEqual([409, "gateway.changed_meanwhile"]);
    expect((await root.get<Gateway>(`/api/payment/${id}`)).data).toMatchObject({ enable: false, sort: 9 });
  });
});
