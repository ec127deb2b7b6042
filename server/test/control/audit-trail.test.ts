import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, type Client } from "../support/as-user.ts";
import { aChannel, aPrice, aToken, aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { startTelegramStandIn } from "../support/telegram-stand-in.ts";

/** Every change by an administrator is recorded: every endpoint, and its name in the log. */
let running: ControlApp;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
});
afterAll(() => running.stop());

const botCommand = (command: string) => ({ command, description: "Audited", reply_message: "Audited" });

interface Audited {
  call: string;
  /** The name in the log. */
  action: string;
  /** Prepares the objects and makes the request. */
  run: () => Promise<{ status: number }>;
}

const user = async (): Promise<number> => (await aUser(running)).id;
const channel = async (): Promise<number> =>
  (await root.post<{ id: number }>("/api/channel/", aChannel())).data.id;
let symbols = 0;
const gatewayForm = { type: "epay", name: "Pay", icon: "wallet", currency: "CNY" };
const noticeForm = { type: "email", name: "Duty", config: { recipients: "ops@example.org" } };
const noticeChannel = async (): Promise<number> =>
  (await root.post<{ id: number }>("/api/notice_channel/", noticeForm)).data.id;
const gateway = async (): Promise<number> =>
  (await root.post<{ id: number }>("/api/payment/", gatewayForm)).data.id;
const group = async (): Promise<number> => {
  const form = { symbol: `group-${++symbols}`, name: "G" };
  return (await root.post<{ id: number }>("/api/user_group/", form)).data.id;
};
const price = async (): Promise<string> => {
  const model = `model-${++symbols}`;
  await root.post("/api/prices/single", aPrice({ model }));
  return model;
};

let tags = 0;
const tag = async (values: object = {}): Promise<string> => {
  const name = `tag-${++tags}`;
  const { data } = await root.post<{ id: number }>("/api/channel/", aChannel({ tag: name }));
  await root.put("/api/channel/", { id: data.id, ...values });
  return name;
};
const owner = async (): Promise<number> => {
  const id = 2000 + ++tags;
  await root.post("/api/model_ownedby/", { id, name: "House" });
  return id;
};
const description = async (): Promise<number> =>
  (await root.post<{ id: number }>("/api/model_info/", { model: `described-${++tags}`, name: "M" })).data.id;

const code = async (): Promise<number> => {
  await root.post("/api/redemption/", { name: "Short-lived", quota: 5 });
  return (await root.get<{ data: { id: number }[] }>("/api/redemption/?size=1")).data.data[0]?.id ?? 0;
};

const audited: Audited[] = [
  {
    call: "DELETE /api/channel/disabled",
    action: "channel.delete",
    run: async () => {
      await root.put("/api/channel/", { id: await channel(), status: 2 });
      return root.delete("/api/channel/disabled");
    },
  },
  {
    call: "DELETE /api/channel/:id/tag",
    action: "channel.update",
    run: async () => {
      const { data } = await root.post<{ id: number }>("/api/channel/", aChannel({ tag: "off" }));
      return root.delete(`/api/channel/${data.id}/tag`);
    },
  },
  {
    call: "PUT /api/channel_tag/:tag",
    action: "channel.update",
    run: async () => root.put(`/api/channel_tag/${await tag()}`, { test_model: "other" }),
  },
  {
    call: "DELETE /api/channel_tag/:tag",
    action: "channel.delete",
    run: async () => root.delete(`/api/channel_tag/${await tag()}`),
  },
  {
    call: "DELETE /api/channel_tag/:tag/disabled",
    action: "channel.delete",
    run: async () => root.delete(`/api/channel_tag/${await tag({ status: 2 })}/disabled`),
  },
  {
    call: "PUT /api/channel_tag/:tag/priority",
    action: "channel.update",
    run: async () => root.put(`/api/channel_tag/${await tag()}/priority`, { type: "priority", value: 9 }),
  },
  {
    call: "PUT /api/channel_tag/:tag/status/:status",
    action: "channel.disable",
    run: async () => root.put(`/api/channel_tag/${await tag()}/status/disable`),
  },
  {
    call: "POST /api/model_ownedby/",
    action: "model_owner.create",
    run: () => root.post("/api/model_ownedby/", { id: 1500, name: "House" }),
  },
  {
    call: "PUT /api/model_ownedby/",
    action: "model_owner.update",
    run: async () => root.put("/api/model_ownedby/", { id: await owner(), name: "Home" }),
  },
  {
    call: "DELETE /api/model_ownedby/:id",
    action: "model_owner.delete",
    run: async () => root.delete(`/api/model_ownedby/${await owner()}`),
  },
  {
    call: "POST /api/model_info/",
    action: "model_info.create",
    run: () => root.post("/api/model_info/", { model: "audited", name: "A" }),
  },
  {
    call: "PUT /api/model_info/",
    action: "model_info.update",
    run: async () => root.put("/api/model_info/", { id: await description(), description: "B" }),
  },
  {
    call: "DELETE /api/model_info/:id",
    action: "model_info.delete",
    run: async () => root.delete(`/api/model_info/${await description()}`),
  },
  {
    call: "POST /api/user/",
    action: "user.create",
    run: () => root.post("/api/user/", { username: "audited", password: "a long password" }),
  },
  {
    call: "PUT /api/user/",
    action: "user.update",
    run: async () => root.put("/api/user/", { id: await user(), display_name: "X" }),
  },
  ...["enable", "disable", "delete", "promote", "demote"].map((action) => ({
    call: "POST /api/user/manage",
    action: `user.${action}`,
    run: async () => root.post("/api/user/manage", { id: await user(), action }),
  })),
  {
    call: "DELETE /api/user/:id",
    action: "user.delete",
    run: async () => root.delete(`/api/user/${await user()}`),
  },
  {
    call: "POST /api/user/bulk",
    action: "user.update",
    run: async () => root.post("/api/user/bulk", { ids: [await user()], action: "set_group", group: "vip" }),
  },
  {
    call: "POST /api/user/quota/:id",
    action: "user.quota",
    run: async () => root.post(`/api/user/quota/${await user()}`, { quota: 1 }),
  },
  {
    call: "POST /api/user/:id/end_sessions",
    action: "user.end_sessions",
    run: async () => root.post(`/api/user/${await user()}/end_sessions`),
  },
  {
    call: "POST /api/user/:id/reset_second_factor",
    action: "user.reset_second_factor",
    run: async () => root.post(`/api/user/${await user()}/reset_second_factor`),
  },
  {
    call: "PUT /api/token/admin",
    action: "token.disable",
    run: async () =>
      root.put("/api/token/admin", { id: (await aToken(running, await user())).id, status: 2 }),
  },
  {
    call: "DELETE /api/token/admin/:id",
    action: "token.delete",
    run: async () => root.delete(`/api/token/admin/${(await aToken(running, await user())).id}`),
  },
  {
    call: "POST /api/user_group/",
    action: "group.create",
    run: () => root.post("/api/user_group/", { symbol: "audited", name: "A" }),
  },
  {
    call: "PUT /api/user_group/",
    action: "group.update",
    run: async () => root.put("/api/user_group/", { id: await group(), name: "B", ratio: 3 }),
  },
  {
    call: "PUT /api/user_group/enable/:id",
    action: "group.disable",
    run: async () => root.put(`/api/user_group/enable/${await group()}`),
  },
  {
    call: "PUT /api/user_group/ratios",
    action: "group.ratios",
    run: async () => {
      const { data } = await root.get<Record<string, number>>("/api/user_group/ratios");
      return root.put("/api/user_group/ratios", { ratios: { ...data, vip: 7 } });
    },
  },
  {
    call: "POST /api/payment/",
    action: "gateway.create",
    run: () => root.post("/api/payment/", gatewayForm),
  },
  {
    call: "PUT /api/payment/",
    action: "gateway.update",
    run: async () => root.put("/api/payment/", { id: await gateway(), sort: 5 }),
  },
  {
    call: "DELETE /api/payment/:id",
    action: "gateway.delete",
    run: async () => root.delete(`/api/payment/${await gateway()}`),
  },
  {
    call: "POST /api/notice_channel/",
    action: "notice_channel.create",
    run: () => root.post("/api/notice_channel/", noticeForm),
  },
  {
    call: "PUT /api/notice_channel/",
    action: "notice_channel.update",
    run: async () => root.put("/api/notice_channel/", { id: await noticeChannel(), pause_minutes: 5 }),
  },
  {
    call: "DELETE /api/notice_channel/:id",
    action: "notice_channel.delete",
    run: async () => root.delete(`/api/notice_channel/${await noticeChannel()}`),
  },
  {
    call: "DELETE /api/user_group/:id",
    action: "group.delete",
    run: async () => root.delete(`/api/user_group/${await group()}`),
  },
  {
    call: "POST /api/channel/",
    action: "channel.create",
    run: () => root.post("/api/channel/", aChannel()),
  },
  {
    call: "PUT /api/channel/",
    action: "channel.update",
    run: async () => root.put("/api/channel/", { id: await channel(), name: "renamed" }),
  },
  {
    call: "PUT /api/channel/:id",
    action: "channel.update",
    run: async () => root.put(`/api/channel/${await channel()}`, { priority: 3 }),
  },
  {
    call: "POST /api/channel/batch",
    action: "channel.disable",
    run: async () => root.post("/api/channel/batch", { ids: [await channel()], action: "disable" }),
  },
  {
    call: "DELETE /api/channel/:id",
    action: "channel.delete",
    run: async () => root.delete(`/api/channel/${await channel()}`),
  },
  {
    call: "POST /api/prices/single",
    action: "price.create",
    run: () => root.post("/api/prices/single", aPrice({ model: "audited" })),
  },
  {
    call: "PUT /api/prices/single/*",
    action: "price.update",
    run: async () => {
      const model = await price();
      return root.put(`/api/prices/single/${model}`, aPrice({ model, input: 9 }));
    },
  },
  {
    call: "DELETE /api/prices/single/*",
    action: "price.delete",
    run: async () => root.delete(`/api/prices/single/${await price()}`),
  },
  {
    call: "PUT /api/prices/multiple/delete",
    action: "price.delete",
    run: async () => root.put("/api/prices/multiple/delete", { models: [await price()] }),
  },
  {
    call: "POST /api/prices/multiple",
    action: "price.create",
    run: () => {
      const { model: _model, ...terms } = aPrice({ model: "" });
      return root.post("/api/prices/multiple", { models: ["audited-too"], price: terms });
    },
  },
  {
    call: "POST /api/prices/sync",
    action: "price.create",
    run: () => root.post("/api/prices/sync?updateMode=add", [aPrice({ model: "audited-list" })]),
  },
  {
    call: "POST /api/prices/updates/apply",
    action: "price.take_over",
    run: async () => {
      const list = { source: "file", text: JSON.stringify([aPrice({ model: "audited-file" })]) };
      const { data } = await root.post<{ digest: string }>("/api/prices/updates/preview", list);
      return root.post("/api/prices/updates/apply", { list, digest: data.digest, mode: "add" });
    },
  },
  {
    call: "PUT /api/channel/batch/fields",
    action: "channel.update",
    run: async () => root.put("/api/channel/batch/fields", { ids: [await channel()], priority: 7 }),
  },
  {
    call: "PUT /api/channel/batch/azure_api",
    action: "channel.update",
    run: async () =>
      root.put("/api/channel/batch/azure_api", { ids: [await channel()], value: "2024-10-21" }),
  },
  {
    call: "PUT /api/channel/batch/add_model",
    action: "channel.update",
    run: async () => root.put("/api/channel/batch/add_model", { ids: [await channel()], value: "added" }),
  },
  {
    call: "PUT /api/channel/batch/del_model",
    action: "channel.update",
    run: async () => {
      const id = await channel();
      await root.put("/api/channel/batch/add_model", { ids: [id], value: "added" });
      return root.put("/api/channel/batch/del_model", { ids: [id], value: "added" });
    },
  },
  {
    call: "DELETE /api/channel/batch",
    action: "channel.delete",
    run: async () => root.call("DELETE", "/api/channel/batch", { ids: [await channel()] }),
  },
  {
    call: "POST /api/redemption/",
    action: "redemption.create",
    run: () => root.post("/api/redemption/", { name: "Audited", quota: 5, count: 3 }),
  },
  {
    call: "PUT /api/redemption/",
    action: "redemption.update",
    run: async () => root.put("/api/redemption/", { id: await code(), quota: 7 }),
  },
  {
    call: "POST /api/redemption/batch",
    action: "redemption.disable",
    run: async () => root.post("/api/redemption/batch", { ids: [await code()], action: "disable" }),
  },
  {
    call: "DELETE /api/redemption/:id",
    action: "redemption.delete",
    run: async () => root.delete(`/api/redemption/${await code()}`),
  },
  {
    call: "POST /api/option/telegram/",
    action: "telegram_menu.create",
    run: () => root.post("/api/option/telegram/", botCommand("audited")),
  },
  {
    call: "DELETE /api/option/telegram/:id",
    action: "telegram_menu.delete",
    run: async () => {
      const { data } = await root.post<{ id: number }>("/api/option/telegram/", botCommand("short"));
      return root.delete(`/api/option/telegram/${data.id}`);
    },
  },
  {
    call: "PUT /api/option/telegram/reload",
    action: "telegram_bot.reload",
    run: async () => {
      const telegram = await startTelegramStandIn(running.clock.now);
      await running.set("TelegramApiAddress", telegram.url);
      await running.set("TelegramBotToken", telegram.token);
      const row = { bot_id: 123_456_789, username: "gate_bot", commands_hash: "" };
      await running.database.queries.insertInto("telegram_bots").values(row).execute();
      const answer = await root.put("/api/option/telegram/reload");
      await telegram.stop();
      return answer;
    },
  },
];

async function written(): Promise<{ action: string; actor_name: string; id: number }[]> {
  return running.database.queries
    .selectFrom("audit_entries")
    .select(["id", "action", "actor_name"])
    .orderBy("id")
    .execute();
}

describe("a change by an administrator", () => {
  it.each(audited)("is recorded: $call as $action", async ({ run, action }) => {
    const answer = await run();
    expect(answer.status).toBe(200);
    const last = (await written()).at(-1);
    expect(last).toMatchObject({ action, actor_name: "root" });
  });

  /** Endpoints that change nothing an administrator decides, or are tested with their feature. */
  const elsewhere: Record<string, string> = {
    "POST /api/user/topup": "a user redeems a code; the ledger and the user's log show it",
    "POST /api/user/telegram/code": "a user makes a code; the binding by it leaves an entry",
    "POST /api/channel/provider_models_list": "calls a provider, changes nothing",
    "POST /api/prices/updates/preview": "compares, changes nothing",
    "POST /api/prices/suggestions": "looks prices up, changes nothing",
    "POST /api/channel/batch/test": "its results stand in the channels' timelines",
    "POST /api/payment/test": "calls a gateway, changes nothing",
    "POST /api/payment/order/:id/query": "its results stand in the order's timeline",
    "POST /api/notice_channel/test": "proven in notices.test.ts",
    "POST /api/user/order": "a customer's own order",
    "POST /api/payment/order/:id/resolve": "proven in payments/orders.test.ts",
    "POST /api/payment/order/:id/refund": "proven in payments/orders.test.ts",
    "POST /api/channel/test_all": "its results stand in the channels' timelines",
  };
  it("is in this table, or listed as tested elsewhere", () => {
    const named = new Set(audited.map(({ call }) => call));
    const topics = [
      "users",
      "adminTokens",
      "groups",
      "channels",
      "channelBatches",
      "channelTags",
      "modelCatalog",
      "notices",
      "orders",
      "payments",
      "pricing",
      "priceUpdates",
      "redemptions",
      "telegram",
    ];
    const missing = allEndpoints
      .filter(({ topic, endpoint }) => topics.includes(topic) && endpoint.method !== "GET")
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      .filter((call) => !named.has(call) && !(call in elsewhere));
    expect(missing).toEqual([]);
  });
});
