import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { asVisitor, asRoot, asUser, type Client, client } from "../support/as-user.ts";
import { aChannel, aLog, anAdmin, aToken, aUser } from "../support/builders.ts";
import { type ControlApp, rootPassword, startControlApp } from "../support/control-app.ts";
import { isSuspicious, suspiciousFields } from "../support/suspicious-fields.ts";

let running: ControlApp;
let root: Client;
let ids: { token: number; channel: number };
const upstreamKey = "sk-upstream-secret-0123456789";
const mailPassword = "mail-secret-9876543210";
const gatewayKey = "the key of a payment gateway";
const botToken = "123456789:the-token-of-a-notice-channel";
const telegramToken = "123456789:AAE-secret-of-the-telegram-bot";
const webhookSecret = "secret-of-the-telegram-webhook";
let tokenKey: string;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  await anAdmin(running);
  const token = await aToken(running, 1);
  tokenKey = token.key;
  const channel = await root.post<{ id: number }>(
    "/api/channel/",
    aChannel({ key: upstreamKey, tag: "team" }),
  );
  await root.post("/api/model_info/", { model: "a-model", name: "A model" });
  ids = { token: token.id, channel: channel.data.id };
  await aLog(running, 1, { channel_id: ids.channel });
  await root.put("/api/option/section/smtp", { values: { SMTPToken: mailPassword } });
  await root.post("/api/option/telegram/", { command: "docs", description: "Manual", reply_message: "Read" });
  const settings = { TelegramBotToken: telegramToken, TelegramWebhookSecret: webhookSecret };
  await root.put("/api/option/section/telegram", { values: settings });
  const pay = { type: "epay", name: "Pay", icon: "wallet", currency: "CNY", config: { key: gatewayKey } };
  await root.post("/api/payment/", pay);
  const bot = { type: "telegram", name: "Bot", config: { token: botToken, chat_ids: "5" } };
  await root.post("/api/notice_channel/", bot);
});
afterAll(() => running.stop());

/** Secrets that no one may read again. */
const kept = (): string[] => [
  upstreamKey,
  mailPassword,
  gatewayKey,
  botToken,
  telegramToken,
  webhookSecret,
  tokenKey,
  rootPassword,
];

/** Endpoints whose response is a secret on purpose. */
const reveals = new Set([
  "GET /api/token/:id/key",
  "GET /api/token/playground",
  "GET /api/user/token",
  "POST /api/token/",
]);

const addressOf = (path: string, id: number): string =>
  path.replace(":id", String(id)).replace(":tag", "team");

/** The caller that the endpoint requires: requests by key use one. */
async function read(reader: Client, endpoint: (typeof allEndpoints)[number]["endpoint"], id: number) {
  const byKey = client(running, { authorization: `Bearer ${tokenKey}` });
  return (endpoint.byTokenKey ? byKey : reader).get(addressOf(endpoint.path, id));
}

/** Endpoints that require more than this test sends: their rejection must not reveal a secret either. */
const wantMore =
  /^GET \/api\/(events|oauth\/|verification|reset_password|log\/(self\/)?names|channel\/health|token\/spending|payment\/order\/:id|redemption\/:id|task\/(self\/)?:task_id|user\/invoice\/detail|user\/orders?\/)/;

/**
 * There a field has the name of a setting, or a key is a setting's name as in the family; its value about secrets is no
 * secret.
 */
function namesSetting(call: string, field: string): boolean {
  if (call === "GET /api/option/") return /^\/\d+\/key$/.test(field);
  return call.endsWith("/audit") || call === "GET /api/audit/"
    ? /^\/data\/\d+\/detail\/[A-Z]\w*$/.test(field)
    : false;
}

it("no response to administrators and users contains a secret either", async () => {
  const admin = await asUser(running, await anAdmin(running));
  const user = await asUser(running, await aUser(running));
  for (const reader of [admin, user, asVisitor(running)]) {
    for (const { endpoint } of allEndpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      if (endpoint.method !== "GET" || reveals.has(name) || name === "GET /api/user/logout") continue;
      const answer = await read(reader, endpoint, ids.channel);
      for (const secret of kept()) expect([name, answer.text.includes(secret)]).toEqual([name, false]);
      const found = suspiciousFields(answer.data).filter((field) => !namesSetting(name, field));
      expect([name, found]).toEqual([name, []]);
    }
  }
});

it("no response contains a secret, except the documented ones", async () => {
  const { access_token } = { access_token: (await root.get<string>("/api/user/token")).data };
  const secrets = [...kept(), access_token];
  let looked = 0;
  for (const { endpoint } of allEndpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (endpoint.method !== "GET" || reveals.has(name) || name === "GET /api/user/logout") continue;
    const id = endpoint.path.startsWith("/api/token") ? ids.token : ids.channel;
    const answer = await read(root, endpoint, id);
    expect([name, answer.status === 200]).toEqual([name, !wantMore.test(name)]);
    for (const secret of secrets) expect([name, answer.text.includes(secret)]).toEqual([name, false]);
    const found = suspiciousFields(answer.data).filter((field) => !namesSetting(name, field));
    expect([name, found]).toEqual([name, []]);
    looked += 1;
  }
  expect(looked).toBeGreaterThan(15);
});

it("no audit entry or log line contains one", async () => {
  const entries = await running.database.queries.selectFrom("audit_entries").selectAll().execute();
  const text = JSON.stringify(entries) + running.logLines.join("");
  for (const secret of kept()) expect(text).not.toContain(secret);
});

it("no column of the database contains one in clear", async () => {
  const { queries } = running.database;
  const rows = [
    await queries.selectFrom("users").selectAll().execute(),
    await queries.selectFrom("tokens").selectAll().execute(),
    await queries.selectFrom("channels").selectAll().execute(),
    await queries.selectFrom("sessions").selectAll().execute(),
    await queries.selectFrom("options").selectAll().execute(),
    await queries.selectFrom("payment_gateways").selectAll().execute(),
    await queries.selectFrom("notice_channels").selectAll().execute(),
  ];
  for (const secret of kept()) expect(JSON.stringify(rows)).not.toContain(secret);
});

describe("responses by the contract", () => {
  /** Without names, so that every schema is inlined and not a reference. */
  const unnamed = z.registry<object>();

  /** Names of fields that contain text, anywhere in a schema. */
  function textFields(schema: unknown, path = ""): string[] {
    if (typeof schema !== "object" || schema === null) return [];
    const {
      properties = {},
      items,
      anyOf = [],
    } = schema as {
      properties?: Record<string, { type?: string }>;
      items?: unknown;
      anyOf?: unknown[];
    };
    const inside = Object.entries(properties).flatMap(([name, field]) => [
      ...(field.type === "string" && isSuspicious(name) ? [`${path}/${name}`] : []),
      ...textFields(field, `${path}/${name}`),
    ]);
    return [...inside, ...textFields(items, path), ...anyOf.flatMap((one) => textFields(one, path))];
  }

  it("have no field that may contain a secret, except those that are shown once or masked", () => {
    const found = allEndpoints.flatMap(({ endpoint }) => {
      const schema = z.toJSONSchema(endpoint.data, { unrepresentable: "any", metadata: unnamed });
      return textFields(schema).map((field) => `${endpoint.method} ${endpoint.path} ${field}`);
    });
    const masked = [
      "/api/token/",
      "/api/token/:id",
      "/api/token/admin",
      "/api/token/admin/search",
      "/api/token/search",
      "/api/redemption/",
      "/api/redemption/:id",
    ];
    const unexpected = found.filter(
      (one) => !masked.some((path) => new RegExp(`^[A-Z]+ ${path} (?:/data)?/key$`).test(one)),
    );
    expect(unexpected.sort()).toEqual([
      // The subject of a statistic: name of a model, number of a channel.
      "GET /api/analytics/self/series /groups/key",
      "GET /api/analytics/series /groups/key",
      // Distinguishes announcements.
      "GET /api/announcements /data/hash",
      // Always empty; there because the family's clients read it.
      "GET /api/channel_tag/:tag /key",
      // Names of settings.
      "GET /api/option/ /key",
      // Shown again, with an audit entry.
      "GET /api/redemption/:id/key /key",
      // The owner's own.
      "GET /api/token/:id/key /key",
      // Shown once.
      "POST /api/token/:id/rotate /key",
      // Shown once, after a password.
      "POST /api/user/second_factor /secret",
      "PUT /api/option/section/:section /settings/key",
    ]);
  });
});
