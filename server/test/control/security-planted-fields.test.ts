import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { anAuthenticator, type PublicKeyOptions } from "../support/authenticator.ts";
import { asRoot } from "../support/as-user.ts";
import { aBrowser, type Browser } from "../support/browser.ts";
import { aChannel, aPrice, aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, rootPassword, startControlApp } from "../support/control-app.ts";
import type { GitHubStandIn } from "../support/github-stand-in.ts";
import { type OidcStandIn, startOidcStandIn } from "../support/oidc-stand-in.ts";
import { callPlanted } from "../support/planted.ts";
import { codeOf } from "../support/two-factor.ts";
import { type EasyPayStandIn, startEasyPayStandIn } from "../support/easy-pay-stand-in.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../support/smtp-stand-in.ts";
import { type StandInServer, startStandInServer } from "../support/stand-in-server.ts";
import { withGitHub } from "../support/services.ts";
import { suspiciousFields } from "../support/suspicious-fields.ts";
import { startTelegramStandIn, type TelegramStandIn } from "../support/telegram-stand-in.ts";
import { startWeChatBridgeStandIn, type WeChatBridgeStandIn } from "../support/wechat-bridge-stand-in.ts";

/**
 * Every endpoint with a body that is not in security-mass-assignment.test.ts: in addition to its own fields, the body
 * contains every column of every table that its schema does not name. The request succeeds, and none of the planted
 * values is anywhere in the database.
 */
let running: ControlApp;
let smtp: SmtpStandIn;
let site: EasyPayStandIn;
let notices: StandInServer;
let github: GitHubStandIn;
let botApi: TelegramStandIn;
let bridge: WeChatBridgeStandIn;
let provider: OidcStandIn;
let root: Browser;
let person: TestUser;
let own: Browser;
let ids: { channel: number; token: number };
const planted: Record<string, unknown> = {};
const plantedText = "planted-by-a-stranger";
const plantedNumber = 747_474_747;

beforeAll(async () => {
  smtp = await startSmtpStandIn();
  site = await startEasyPayStandIn();
  notices = await startStandInServer(() => ({ json: { ok: true } }));
  running = await startControlApp();
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", smtp.port);
  await running.set("SMTPFrom", "gate@example.org");
  await running.set("ServerAddress", "https://gate.example.org");
  github = await withGitHub(running);
  bridge = await startWeChatBridgeStandIn();
  await running.set("WeChatServerAddress", bridge.url);
  await running.set("WeChatServerToken", bridge.token);
  await running.set("WeChatAuthEnabled", true);
  provider = await startOidcStandIn(["https://gate.example.org/oauth/oidc"]);
  await running.set("OIDCIssuer", provider.issuer);
  await running.set("OIDCClientId", provider.clientId);
  await running.set("OIDCClientSecret", provider.clientSecret);
  await running.set("OIDCAuthEnabled", true);
  botApi = await startTelegramStandIn(running.clock.now);
  await running.set("TelegramApiAddress", botApi.url);
  await running.set("TelegramBotToken", botApi.token);
  running.services.telegram.start();
  await vi.waitUntil(() => running.services.telegram.botName() !== "", { timeout: 10_000 });
  root = aBrowser(running);
  await root.signIn({ id: 1, username: "root", password: rootPassword });
  person = await aUser(running, { email: "ada@example.org", email_verified: 1 });
  own = aBrowser(running);
  await own.signIn(person);
  const rootClient = await asRoot(running);
  const channel = await rootClient.post<{ id: number }>("/api/channel/", aChannel({ tag: "team" }));
  ids = { channel: channel.data.id, token: (await aToken(running, person.id)).id };
  for (const table of await running.database.queries.introspection.getTables()) {
    for (const { name, dataType } of table.columns)
      planted[name] = /text|char/i.test(dataType) ? plantedText : plantedNumber;
  }
});
afterAll(async () => {
  await running.stop();
  await botApi.stop();
  for (const standIn of [smtp, site, notices, github, bridge, provider]) await standIn.stop();
});

/** Everything that is stored, where a planted value would be found. */
async function tablesWithPlanted(): Promise<string[]> {
  const { queries } = running.database;
  const found: string[] = [];
  for (const { name } of await queries.introspection.getTables()) {
    const rows = await queries
      .selectFrom(name as never)
      .selectAll()
      .execute();
    const text = JSON.stringify(rows);
    if (text.includes(plantedText) || text.includes(String(plantedNumber))) found.push(name);
  }
  return found;
}

/** Access rules: changes through these endpoints would be a way to rights or money. */
async function powers(): Promise<unknown> {
  return running.database.queries
    .selectFrom("users")
    .select(["id", "role", "status", "quota", "used_quota", "group", "inviter_id", "github_id", "oidc_id"])
    .where("id", "in", [1, person.id])
    .orderBy("id")
    .execute();
}

type Body = Record<string, unknown>;
const steps: {
  call: string;
  by: () => Browser;
  body: () => Body | Body[] | Promise<Body>;
  address?: () => string;
}[] = [];
/** Every field that the channels of a tag share. */
function tagFields(): Body {
  const { name: _name, type: _type, priority: _priority, weight: _weight, ...shared } = aChannel();
  return { ...shared, key: "", tag: "team" };
}

/** Every field of a model's description. */
function modelText(): Body {
  const texts = { model: "a-model", name: "A model", description: "" };
  const lists = { input_modalities: "[]", output_modalities: "[]", tags: "[]", support_url: "[]" };
  return { ...texts, ...lists, context_length: 1, max_tokens: 1 };
}

/** Adds a step; they run in this order. */
function step(
  call: string,
  by: () => Browser,
  body: () => Body | Body[] | Promise<Body>,
  address?: () => string,
): void {
  steps.push({ call, by, body, ...(address && { address }) });
}

const me = (): Browser => own;
const boss = (): Browser => root;
const stepUp = (): Body => ({ current_password: person.password });
const received: Record<string, string> = {};

async function mailed(address: string, pattern: RegExp): Promise<string> {
  await running.services.mail.sendDue();
  return pattern.exec((await smtp.mailTo(address)).text)?.[0] ?? "";
}
async function resetLink(): Promise<Body> {
  if (received["link"] === undefined) {
    await aBrowser(running).call("GET", "/api/reset_password?email=new%40example.org");
    received["link"] = await mailed("new@example.org", /https?:\S+/);
  }
  const { searchParams } = new URL(received["link"]);
  return { email: searchParams.get("email"), token: searchParams.get("token") };
}
const visitor = (() => {
  let browser: Browser | undefined;
  return () => (browser ??= aBrowser(running));
})();
const authenticator = anAuthenticator();
async function challenge(browser: Browser, url: string, body: Body): Promise<PublicKeyOptions> {
  const { data } = await browser.call<{ publicKey: PublicKeyOptions }>("POST", url, body);
  return data.publicKey;
}

step("POST /api/user/register", visitor, () => ({
  username: "planted-user",
  password: "a long password",
  email: "",
}));
step("PUT /api/user/notify_setting", me, () => ({
  quota_reminder: true,
  quota_threshold: 5,
  new_place: false,
}));
step("POST /api/user/token", me, stepUp);
step("POST /api/user/deletion", me, stepUp);
step("POST /api/webauthn/registration/begin", me, () => ({ ...stepUp(), alias: "laptop" }));
step("POST /api/webauthn/registration/finish", me, async () => {
  const begin = { ...stepUp(), alias: "laptop" };
  return authenticator.register(await challenge(own, "/api/webauthn/registration/begin", begin)) as Body;
});
step(
  "PUT /api/webauthn/credentials/:id",
  me,
  () => ({ alias: "phone" }),
  () => "/api/webauthn/credentials/1",
);
step("POST /api/webauthn/login/begin", visitor, () => ({ username: "anybody" }));
step("POST /api/webauthn/login/finish", visitor, async () => {
  return authenticator.sign(await challenge(visitor(), "/api/webauthn/login/begin", {})) as Body;
});
step("DELETE /api/webauthn/credentials/:id", me, stepUp, () => "/api/webauthn/credentials/1");
step("POST /api/oauth/email/bind", me, async () => {
  await own.call("GET", "/api/verification?email=new%40example.org");
  return {
    email: "new@example.org",
    verification_code: await mailed("new@example.org", /\b\d{6}\b/),
    ...stepUp(),
  };
});
step("POST /api/oauth/state", me, () => ({ ...stepUp(), method: "github" }));
step("POST /api/oauth/endpoint", me, stepUp);
step("POST /api/oauth/wechat/bind", me, () => {
  bridge.codes.set("424242", "wx-planted");
  return { ...stepUp(), wechat_code: "424242" };
});
step("POST /api/user/unbind", me, () => ({ type: "wechat", ...stepUp() }));
step("POST /api/user/second_factor", me, stepUp);
step("POST /api/user/second_factor/confirm", me, () => ({ code: codeOf(running, received["secret"] ?? "") }));
step("POST /api/user/second_factor/recovery_codes", me, () => {
  running.clock.advance(60);
  return { ...stepUp(), code: codeOf(running, received["secret"] ?? ""), recovery_code: "" };
});
step("POST /api/user/login/second_factor", visitor, async () => {
  running.clock.advance(60);
  await visitor().signIn(person);
  return { code: codeOf(running, received["secret"] ?? ""), recovery_code: "" };
});
step("POST /api/user/second_factor/disable", me, () => {
  running.clock.advance(60);
  return { ...stepUp(), code: codeOf(running, received["secret"] ?? ""), recovery_code: "" };
});
step("POST /api/user/login", visitor, () => ({ username: person.username, password: person.password }));
step("POST /api/token/batch", me, () => ({ ids: [ids.token], action: "disable" }));
step("PUT /api/option/", boss, () => ({ key: "SystemName", value: "Mine" }));
step(
  "PUT /api/option/section/:section",
  boss,
  () => ({ values: { PreConsumedQuota: 5 } }),
  () => "/api/option/section/quota",
);
step(
  "POST /api/option/test/:service",
  boss,
  () => ({ values: { OIDCIssuer: "http://127.0.0.1:1" } }),
  () => "/api/option/test/oidc",
);
step("POST /api/mail/test", boss, () => ({ to: "ada@example.org" }));
step("POST /api/prices/single", boss, () => ({
  ...aPrice({ model: "planted" }),
  locked: false,
  extra_ratios: {},
  rules: [],
}));
step(
  "PUT /api/prices/single/*",
  boss,
  () => ({ ...aPrice({ model: "planted", input: 3 }), locked: false, extra_ratios: {}, rules: [] }),
  () => "/api/prices/single/planted",
);
step("POST /api/prices/multiple", boss, () => {
  const { model: _, ...price } = aPrice();
  return {
    original_models: ["planted"],
    models: ["planted", "second"],
    price: { ...price, locked: false, extra_ratios: {}, rules: [] },
  };
});
step("POST /api/prices/simulate", boss, () => ({
  model: "gpt-4o",
  user_id: 0,
  channel_id: 0,
  usage: { input: 1 },
}));
step("POST /api/prices/sync", boss, () => [
  { ...aPrice({ model: "third" }), locked: false, extra_ratios: {}, rules: [] },
]);
const priceList = () => ({ source: "file", text: JSON.stringify([aPrice({ model: "fourth" })]) });
step("POST /api/prices/updates/preview", boss, priceList);
step("POST /api/prices/updates/apply", boss, async () => {
  const preview = await (await asRoot(running)).post<{ digest: string }>(
    "/api/prices/updates/preview",
    priceList(),
  );
  return { list: priceList(), digest: preview.data.digest, mode: "add", models: [] };
});
step("POST /api/prices/suggestions", boss, () => ({ models: ["fourth"] }));
step("PUT /api/prices/multiple/delete", boss, () => ({ models: ["planted"] }));
step("PUT /api/user_group/ratios", boss, () => ({ ratios: { default: 1, vip: 1, svip: 2 } }));
step(
  "PUT /api/channel/:id",
  boss,
  () => ({ status: 2, priority: 4, weight: 2 }),
  () => `/api/channel/${ids.channel}`,
);
step("POST /api/channel/batch", boss, () => ({ ids: [ids.channel], action: "enable", tag: "" }));
step("PUT /api/channel/batch/fields", boss, () => ({
  ids: [ids.channel],
  group: "default",
  priority: 2,
  weight: 1,
}));
step(
  "POST /api/channel/:id/capabilities",
  boss,
  () => ({ model: "gpt-4o" }),
  () => `/api/channel/${ids.channel}/capabilities`,
);
step("POST /api/channel/batch/test", boss, () => ({ ids: [ids.channel] }));
for (const [call, value] of [
  ["azure_api", "2026-01-01"],
  ["add_model", "added-model"],
  ["del_model", "added-model"],
])
  step(`PUT /api/channel/batch/${call}`, boss, () => ({ ids: [ids.channel], value }));
step("POST /api/channel/provider_models_list", boss, () => {
  const { type, base_url, proxy, other, model_headers, plugin } = aChannel();
  return { id: ids.channel, type, key: "sk-other", base_url, proxy, other, model_headers, plugin };
});
step(
  "PUT /api/channel_tag/:tag",
  boss,
  () => ({ priority: undefined, group: "default", ...tagFields() }),
  () => "/api/channel_tag/team",
);
step(
  "PUT /api/channel_tag/:tag/priority",
  boss,
  () => ({ type: "priority", value: 3 }),
  () => "/api/channel_tag/team/priority",
);
step("POST /api/model_ownedby/", boss, () => ({ id: 1001, name: "House", icon: "" }));
step("PUT /api/model_ownedby/", boss, () => ({ id: 1001, name: "Home", icon: "" }));
step("POST /api/model_info/", boss, modelText);
step("PUT /api/model_info/", boss, () => ({ ...modelText(), id: 1 }));
step("POST /api/redemption/", boss, () => ({ name: "Planted", quota: 5, count: 1, expired_time: -1 }));
step("PUT /api/redemption/", boss, () => ({ id: 1, name: "Planted", quota: 6, expired_time: -1, status: 1 }));
step("POST /api/redemption/batch", boss, () => ({ ids: [1], action: "disable" }));
step("POST /api/user/topup", me, async () => {
  const { data } = await root.call<string[]>("POST", "/api/redemption/", { name: "Planted", quota: 0 });
  return { key: data[0] };
});
step("POST /api/option/telegram/", boss, () => ({
  id: 0,
  command: "planted",
  description: "Planted",
  parse_mode: "HTML",
  reply_message: "Planted",
}));
step("POST /api/user/telegram/code", me, stepUp);
step("POST /api/user/reset/check", visitor, resetLink);
step("POST /api/capture/", boss, () => ({ kind: "channel", target_id: ids.channel, hours: 1 }));
const easyPay = (): Body => ({
  name: "Pay",
  icon: "wallet",
  notify_domain: "https://pay.example.org",
  fixed_fee: 0,
  percent_fee: 0.02,
  currency: "CNY",
  exchange_rate: 7,
  config: { pay_domain: site.url, partner_id: site.partnerId, key: site.key, pay_type: "" },
  sort: 1,
  enable: true,
});
const pays = () =>
  running.database.queries.selectFrom("payment_gateways").select(["id", "uuid"]).executeTakeFirst();
step("POST /api/payment/", boss, () => ({ ...easyPay(), type: "epay" }));
step("PUT /api/payment/", boss, async () => ({ ...easyPay(), id: (await pays())?.id }));
step("POST /api/payment/test", boss, () => ({ type: "epay", config: easyPay()["config"], id: undefined }));
const telegram = () => ({ address: notices.url, token: "123:abc", chat_ids: "5" });
step("POST /api/notice_channel/", boss, () => ({
  type: "telegram",
  name: "Planted",
  config: telegram(),
  language: "ja_JP",
  events: ["channel_disabled"],
  pause_minutes: 5,
  enable: true,
}));
step("PUT /api/notice_channel/", boss, () => ({
  id: 1,
  name: "Planted",
  config: telegram(),
  language: "ja_JP",
  events: ["channel_disabled"],
  pause_minutes: 6,
  enable: true,
}));
step("POST /api/notice_channel/test", boss, () => ({
  id: undefined,
  type: "telegram",
  config: telegram(),
  language: "ja_JP",
}));
step("POST /api/user/order", me, async () => ({ uuid: (await pays())?.uuid, amount: 1, pay: 714 }));
step(
  "POST /api/payment/order/:id/refund",
  boss,
  async () => {
    const { queries } = running.database;
    const { trade_no } = await queries.selectFrom("orders").select("trade_no").executeTakeFirstOrThrow();
    site.pay(trade_no, "7.14");
    const paid = { status: "success", paid_at: 1, gateway_no: site.orders.get(trade_no)?.trade_no ?? "" };
    await queries.updateTable("orders").set(paid).execute();
    return { amount: 7.14, request_id: "refund-0001" };
  },
  () => "/api/payment/order/1/refund",
);
step("DELETE /api/channel/batch", boss, () => ({ ids: [ids.channel] }));
step("POST /api/user/reset", visitor, async () => ({
  ...(await resetLink()),
  password: "quite a new password",
}));

describe("every other endpoint with a body", () => {
  it("is in this table or that of security-mass-assignment.test.ts", () => {
    const there = ["users", "tokens", "adminTokens", "groups", "channels"];
    const here = new Set(steps.map(({ call }) => call));
    const missing = allEndpoints
      .filter(({ topic, endpoint }) => endpoint.body !== undefined && !there.includes(topic))
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      .filter((call) => !here.has(call) && call !== "PUT /api/user/self");
    expect(missing).toEqual([]);
  });

  it.each(steps)(
    "$call stores nothing that was planted next to its own fields",
    async ({ call, by, body, address }) => {
      const [method, path] = call.split(" ") as ["POST" | "PUT", string];
      const before = await powers();
      const wanted = await body();
      const { answer } = await callPlanted<Record<string, unknown>>(
        by(),
        { method, address: address?.() ?? path },
        { planted, wanted },
      );
      expect([call, answer.status, answer.body.fields ?? answer.code]).toEqual([call, 200, undefined]);
      const shown = call === "POST /api/user/second_factor" ? ["/secret"] : [];
      const names = call.startsWith("PUT /api/option/section") ? /\/settings\/\d+\/key$/ : /^$/;
      expect(suspiciousFields(answer.data).filter((field) => !names.test(field))).toEqual(shown);
      if (shown.length > 0) received["secret"] = String(answer.data["secret"]);
      expect([call, await tablesWithPlanted()]).toEqual([call, []]);
      expect(await powers()).toEqual(before);
    },
  );
});
