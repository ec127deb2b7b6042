import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asVisitor, asRoot, asScript, asUser, type Client, client, signIn } from "../support/as-user.ts";
import { newTokenKey } from "../../src/platform/ids.ts";
import { anAdmin, anOrder, aToken, aUser, type TestUser } from "../support/builders.ts";
import { compareLists } from "../support/compare-lists.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { servedRoutes } from "../support/served-routes.ts";
import { type Caller, type Expectation, outcome, relayKey, seen } from "./role-outcome.ts";

/**
 * The access rules, written out once more by hand: the contract's `access` must agree with this table, and an endpoint
 * that is served and not in it fails: add one line for each new one. `byKey` marks endpoints that an API token's key
 * calls. `owned` marks endpoints on a row of one user that another user must not find. `onUser` marks endpoints that
 * act on a user: here on a super administrator, so that administrators are rejected.
 */
const expectations: Record<string, Expectation> = {
  "POST /api/user/login": { access: "public" },
  "GET /api/user/logout": { access: "public" },
  "GET /api/status": { access: "public" },
  "GET /api/events": { access: "user" },
  "GET /api/announcements": { access: "user" },
  "GET /api/notice": { access: "public" },
  "GET /api/about": { access: "public" },
  "GET /api/home_page_content": { access: "public" },
  "GET /api/prices": { access: "public" },
  "GET /api/available_model": { access: "public" },
  "GET /api/pricing": { access: "public" },
  "GET /api/ownedby": { access: "public" },
  "GET /api/model_ownedby/": { access: "public" },
  "GET /api/model_info/": { access: "public" },
  "GET /api/usage/token": { access: "public", byKey: true },
  "GET /api/log/token": { access: "public", byKey: true },
  "GET /api/user_group_map": { access: "public" },
  "GET /api/verification": { access: "public" },
  "GET /api/reset_password": { access: "public" },
  "POST /api/user/reset": { access: "public" },
  "POST /api/user/reset/check": { access: "public" },
  "POST /api/user/register": { access: "public" },
  "GET /api/oauth/state": { access: "public" },
  "GET /api/oauth/endpoint": { access: "public" },
  "POST /api/oauth/state": { access: "user" },
  "POST /api/oauth/endpoint": { access: "user" },
  "GET /api/oauth/github": { access: "public" },
  "GET /api/oauth/lark": { access: "public" },
  "GET /api/oauth/oidc": { access: "public" },
  "GET /api/oauth/wechat": { access: "public" },
  "GET /api/oauth/wechat/bind": { access: "user" },
  "POST /api/oauth/wechat/bind": { access: "user" },
  "POST /api/user/unbind": { access: "user" },
  "GET /api/oauth/email/bind": { access: "user" },
  "POST /api/oauth/email/bind": { access: "user" },
  "GET /api/user/aff": { access: "user" },
  "GET /api/mail/": { access: "root" },
  "POST /api/mail/test": { access: "root" },
  "GET /api/user/self": { access: "user" },
  "PUT /api/user/self": { access: "user" },
  "GET /api/user/token": { access: "user" },
  "POST /api/user/login/second_factor": { access: "public" },
  "POST /api/webauthn/login/begin": { access: "public" },
  "POST /api/webauthn/login/finish": { access: "public" },
  "POST /api/webauthn/registration/begin": { access: "user" },
  "POST /api/webauthn/registration/finish": { access: "user" },
  "GET /api/webauthn/credentials": { access: "user" },
  "PUT /api/webauthn/credentials/:id": { access: "user" },
  "DELETE /api/webauthn/credentials/:id": { access: "user" },
  "POST /api/user/token": { access: "user" },
  "GET /api/user/notify_setting": { access: "user" },
  "PUT /api/user/notify_setting": { access: "user" },
  "POST /api/user/deletion": { access: "user" },
  "DELETE /api/user/deletion": { access: "user" },
  "GET /api/user/second_factor": { access: "user" },
  "POST /api/user/second_factor": { access: "user" },
  "POST /api/user/second_factor/confirm": { access: "user" },
  "POST /api/user/second_factor/recovery_codes": { access: "user" },
  "POST /api/user/second_factor/disable": { access: "user" },
  "GET /api/user/sessions": { access: "user" },
  "DELETE /api/user/sessions": { access: "user" },
  "DELETE /api/user/sessions/:id": { access: "user" },
  "GET /api/user/dashboard": { access: "user" },
  "GET /api/data/self": { access: "user" },
  "GET /api/models": { access: "user" },
  "GET /api/user/models": { access: "user" },
  "GET /api/mj/": { access: "admin" },
  "GET /api/mj/self": { access: "user" },
  "GET /api/task/": { access: "admin" },
  "GET /api/task/self": { access: "user" },
  "GET /api/task/:task_id": { access: "admin" },
  "GET /api/task/self/:task_id": { access: "user" },
  "GET /api/log/self": { access: "user" },
  "GET /api/log/self/stat": { access: "user" },
  "GET /api/capture/self": { access: "user" },
  "GET /api/log/self/:id": { access: "user" },
  "GET /api/log/self/export": { access: "user" },
  "GET /api/log/export/check": { access: "user" },
  "GET /api/log/self/names": { access: "user" },
  "GET /api/token/": { access: "user" },
  "GET /api/token/search": { access: "user" },
  "GET /api/token/playground": { access: "user" },
  "POST /api/token/": { access: "user" },
  "POST /api/token/batch": { access: "user" },
  "PUT /api/token/": { access: "user", owned: "token" },
  "GET /api/token/:id": { access: "user", owned: "token" },
  "GET /api/token/:id/key": { access: "user", owned: "token" },
  "PUT /api/token/:id": { access: "user", owned: "token" },
  "DELETE /api/token/:id": { access: "user", owned: "token" },
  "POST /api/token/:id/rotate": { access: "user", owned: "token" },
  "GET /api/token/spending": { access: "user" },
  "GET /api/user/payment": { access: "user" },
  "GET /api/user/topup/terms": { access: "user" },
  "POST /api/user/order": { access: "user" },
  "GET /api/user/order/status": { access: "user" },
  "GET /api/user/orders": { access: "user" },
  "GET /api/user/orders/:trade_no": { access: "user", owned: "order" },
  "GET /api/user/orders/:trade_no/checkout": { access: "user", owned: "order" },
  "GET /api/payment/types": { access: "admin" },
  "GET /api/payment/": { access: "admin" },
  "GET /api/payment/:id": { access: "admin" },
  "POST /api/payment/": { access: "admin" },
  "PUT /api/payment/": { access: "admin" },
  "DELETE /api/payment/:id": { access: "admin" },
  "POST /api/payment/test": { access: "admin" },
  "GET /api/notice_channel/types": { access: "admin" },
  "GET /api/notice_channel/history": { access: "admin" },
  "GET /api/notice_channel/": { access: "admin" },
  "GET /api/notice_channel/:id": { access: "admin" },
  "POST /api/notice_channel/": { access: "admin" },
  "PUT /api/notice_channel/": { access: "admin" },
  "DELETE /api/notice_channel/:id": { access: "admin" },
  "POST /api/notice_channel/test": { access: "admin" },
  "GET /api/payment/order": { access: "admin" },
  "GET /api/payment/order/totals": { access: "admin" },
  "GET /api/payment/order/:id": { access: "admin" },
  "POST /api/payment/order/:id/query": { access: "admin" },
  "POST /api/payment/order/:id/refund": { access: "admin" },
  "POST /api/payment/order/:id/resolve": { access: "admin" },
  "GET /api/analytics/self/totals": { access: "user" },
  "GET /api/analytics/self/series": { access: "user" },
  "GET /api/analytics/self/export": { access: "user" },
  "GET /api/analytics/self/burn-rate": { access: "user" },
  "GET /api/analytics/totals": { access: "admin" },
  "GET /api/analytics/series": { access: "admin" },
  "GET /api/analytics/export": { access: "admin" },
  "GET /api/analytics/growth": { access: "admin" },
  "GET /api/analytics/overview": { access: "admin" },
  "GET /api/pulse": { access: "admin" },
  "GET /api/user/dashboard/checklist": { access: "admin" },
  "GET /api/user/dashboard/uncollected": { access: "admin" },
  "GET /api/reconciliation": { access: "admin" },
  "POST /api/reconciliation": { access: "admin" },
  "GET /api/user/invoice": { access: "user" },
  "GET /api/user/invoice/detail": { access: "user" },
  "GET /api/user/statement": { access: "user" },
  "GET /api/user/:id/statement": { access: "admin" },
  "GET /api/log/": { access: "admin" },
  "GET /api/log/stat": { access: "admin" },
  "GET /api/capture/": { access: "admin" },
  "POST /api/capture/": { access: "admin" },
  "DELETE /api/capture/:id": { access: "admin", bySetting: true },
  "GET /api/capture/log/:id": { access: "admin", bySetting: true },
  "POST /api/capture/log/:id/read": { access: "admin", bySetting: true },
  "GET /api/log/:id": { access: "admin" },
  "GET /api/log/export": { access: "admin" },
  "GET /api/log/names": { access: "admin" },
  "DELETE /api/log/": { access: "admin" },
  "GET /api/option/": { access: "admin" },
  "PUT /api/option/": { access: "root" },
  "PUT /api/option/section/:section": { access: "admin" },
  "POST /api/option/test/:service": { access: "root" },
  "GET /api/channel/": { access: "admin" },
  "POST /api/channel/:id/capabilities": { access: "admin" },
  "POST /api/channel/:id/models": { access: "admin" },
  "GET /api/channel/health": { access: "admin" },
  "GET /api/channel/:id/health": { access: "admin" },
  "GET /api/channel/types": { access: "admin" },
  "GET /api/channel/models": { access: "admin" },
  "DELETE /api/channel/batch": { access: "admin" },
  "PUT /api/channel/batch/fields": { access: "admin" },
  "POST /api/channel/batch/test": { access: "admin" },
  "GET /api/channel/update_balance": { access: "admin" },
  "GET /api/channel_tag/_summary": { access: "admin" },
  "PUT /api/channel/batch/azure_api": { access: "admin" },
  "PUT /api/channel/batch/add_model": { access: "admin" },
  "PUT /api/channel/batch/del_model": { access: "admin" },
  "DELETE /api/channel/disabled": { access: "admin" },
  "DELETE /api/channel/:id/tag": { access: "admin" },
  "GET /api/channel_tag/_all": { access: "admin" },
  "GET /api/channel_tag/:tag/list": { access: "admin" },
  "GET /api/channel_tag/:tag": { access: "admin" },
  "PUT /api/channel_tag/:tag": { access: "admin" },
  "DELETE /api/channel_tag/:tag": { access: "admin" },
  "DELETE /api/channel_tag/:tag/disabled": { access: "admin" },
  "PUT /api/channel_tag/:tag/priority": { access: "admin" },
  "PUT /api/channel_tag/:tag/status/:status": { access: "admin" },
  "GET /api/model_ownedby/:id": { access: "admin" },
  "POST /api/model_ownedby/": { access: "admin" },
  "PUT /api/model_ownedby/": { access: "admin" },
  "DELETE /api/model_ownedby/:id": { access: "admin" },
  "GET /api/model_info/:id": { access: "admin" },
  "POST /api/model_info/": { access: "admin" },
  "PUT /api/model_info/": { access: "admin" },
  "DELETE /api/model_info/:id": { access: "admin" },
  "GET /api/channel/:id": { access: "admin" },
  "POST /api/channel/": { access: "admin" },
  "PUT /api/channel/": { access: "admin" },
  "PUT /api/channel/:id": { access: "admin" },
  "DELETE /api/channel/:id": { access: "admin" },
  "POST /api/channel/batch": { access: "admin" },
  "GET /api/channel/test/:id": { access: "admin" },
  "GET /api/channel/test_all": { access: "admin" },
  "POST /api/channel/test_all": { access: "admin" },
  "GET /api/channel/update_balance/:id": { access: "admin" },
  "GET /api/channel/:id/events": { access: "admin" },
  "POST /api/channel/provider_models_list": { access: "admin" },
  "GET /api/prices/model_list": { access: "admin" },
  "GET /api/prices/unpriced": { access: "admin" },
  "POST /api/prices/single": { access: "admin" },
  "PUT /api/prices/single/*": { access: "admin" },
  "DELETE /api/prices/single/*": { access: "admin" },
  "POST /api/prices/multiple": { access: "admin" },
  "POST /api/prices/sync": { access: "admin" },
  "POST /api/prices/simulate": { access: "admin" },
  "POST /api/prices/updates/preview": { access: "admin" },
  "POST /api/prices/updates/apply": { access: "admin" },
  "POST /api/prices/suggestions": { access: "admin" },
  "PUT /api/prices/multiple/delete": { access: "admin" },
  "GET /api/group/": { access: "admin" },
  "GET /api/user_group/": { access: "admin" },
  "POST /api/user_group/": { access: "admin" },
  "PUT /api/user_group/": { access: "admin" },
  "PUT /api/user_group/enable/:id": { access: "admin" },
  "DELETE /api/user_group/:id": { access: "admin" },
  "GET /api/user_group/ratios": { access: "admin" },
  "PUT /api/user_group/ratios": { access: "admin" },
  "GET /api/user/": { access: "admin" },
  "GET /api/user/:id": { access: "admin", onUser: true },
  "POST /api/user/": { access: "admin" },
  "PUT /api/user/": { access: "admin", onUser: true },
  "POST /api/user/manage": { access: "admin", onUser: true },
  "POST /api/user/bulk": { access: "admin" },
  "POST /api/user/quota/:id": { access: "admin", onUser: true },
  "POST /api/user/:id/end_sessions": { access: "admin", onUser: true },
  "POST /api/user/:id/reset_second_factor": { access: "admin", onUser: true },
  "GET /api/user/:id/audit": { access: "admin", onUser: true },
  "DELETE /api/user/:id": { access: "admin", onUser: true },
  "GET /api/token/admin/search": { access: "admin" },
  "PUT /api/token/admin": { access: "admin", owned: "token" },
  "DELETE /api/token/admin/:id": { access: "admin", owned: "token" },
  "GET /api/audit/": { access: "root" },
  "POST /api/user/topup": { access: "user" },
  "GET /api/invitation/self": { access: "user" },
  "GET /api/invitation/self/summary": { access: "user" },
  "GET /api/invitation/": { access: "admin" },
  "GET /api/invitation/totals": { access: "admin" },
  "GET /api/invitation/:id": { access: "admin" },
  "GET /api/redemption/": { access: "admin" },
  "GET /api/redemption/export": { access: "admin" },
  "GET /api/redemption/:id": { access: "admin" },
  "GET /api/redemption/:id/key": { access: "admin" },
  "POST /api/redemption/": { access: "admin" },
  "PUT /api/redemption/": { access: "admin" },
  "POST /api/redemption/batch": { access: "admin" },
  "DELETE /api/redemption/:id": { access: "admin" },
  "GET /api/option/telegram/": { access: "admin" },
  "GET /api/option/telegram/:id": { access: "admin" },
  "POST /api/option/telegram/": { access: "admin" },
  "DELETE /api/option/telegram/:id": { access: "admin" },
  "GET /api/option/telegram/status": { access: "admin" },
  "PUT /api/option/telegram/reload": { access: "admin" },
  "POST /api/user/telegram/code": { access: "user" },
};

/** Endpoints that would end or change the session that the matrix calls with. */
const endsSession = new Set(["GET /api/user/logout", "GET /api/user/token"]);

let running: ControlApp;
let owner: TestUser;
let tokenId: number;
const tradeNo = "1790000000000123456";
/** The target of the endpoints marked `onUser`. */
let peer: TestUser;
beforeAll(async () => {
  running = await startControlApp();
  owner = await aUser(running, { role: 100 });
  peer = await aUser(running, { role: 100 });
  tokenId = (await aToken(running, owner.id)).id;
  await anOrder(running, { user_id: owner.id, trade_no: tradeNo });
});
afterAll(() => running.stop());

async function withRole(role: number): Promise<Client> {
  return asUser(running, await aUser(running, { role }));
}

async function disabledUser(): Promise<Client> {
  const user = await aUser(running, { role: 100 });
  const browser = await asUser(running, user);
  await running.database.queries.updateTable("users").set({ status: 2 }).where("id", "=", user.id).execute();
  return browser;
}

async function deletedAdmin(): Promise<Client> {
  const user = await anAdmin(running);
  const script = await asScript(running, user);
  const change = { deleted_time: 5 };
  await running.database.queries.updateTable("users").set(change).where("id", "=", user.id).execute();
  return script;
}

/** The session expired a second ago. */
async function expired(): Promise<Client> {
  const cookie = await signIn(running, await anAdmin(running));
  const change = { expires_time: running.clock.now() - 1 };
  const last = running.database.queries
    .selectFrom("sessions")
    .select((b) => b.fn.max("created_time").as("time"));
  const { id } = await running.database.queries
    .selectFrom("users")
    .select((b) => b.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  await running.database.queries
    .updateTable("sessions")
    .set(change)
    .where("user_id", "=", id)
    .where("created_time", "=", last)
    .execute();
  return client(running, { cookie: `session=${cookie}` });
}

const signedOut = { status: 401, code: "auth.required" };
const callers: Caller[] = [
  { name: "a visitor", role: undefined, connect: async () => asVisitor(running) },
  { name: "another user", role: 1, connect: () => withRole(1) },
  { name: "a user's script", role: 1, connect: async () => asScript(running, await aUser(running)) },
  { name: "an admin", role: 10, connect: () => withRole(10) },
  { name: "an admin's script", role: 10, connect: async () => asScript(running, await anAdmin(running)) },
  { name: "root", role: 100, connect: () => asRoot(running) },
  { name: "an unknown role", role: 50, connect: () => withRole(50) },
  { name: "an ended session", role: 10, connect: expired, always: signedOut },
  {
    name: relayKey,
    role: 10,
    connect: async () => {
      const { key } = await aToken(running, (await anAdmin(running)).id);
      return client(running, { authorization: `Bearer ${key}` });
    },
    always: signedOut,
  },
  {
    name: "a made-up key",
    role: 10,
    connect: async () => client(running, { authorization: newTokenKey() }),
    always: signedOut,
  },
  { name: "a disabled root", role: 100, connect: disabledUser, always: signedOut },
  { name: "a deleted admin's script", role: 10, connect: deletedAdmin, always: signedOut },
];

function addressOf(path: string): string {
  const id = path.startsWith("/api/token") ? tokenId : path.startsWith("/api/user/") ? peer.id : 987_654;
  return path
    .replace(":id", String(id))
    .replace("*", "gone")
    .replace(":tag", "gone")
    .replace(":trade_no", tradeNo)
    .replace(":status", "enable");
}

/** A body that passes the schema where the row decides, and none where it does not matter. */
function bodyOf(name: string): object | undefined {
  if (name === "PUT /api/token/") return { id: tokenId, name: "x", unlimited_quota: true };
  if (name === "PUT /api/token/:id") return { status: 1 };
  if (name === "PUT /api/token/admin") return { id: tokenId, status: 2 };
  if (name === "PUT /api/user/") return { id: peer.id, display_name: "seen" };
  if (name === "POST /api/user/manage") return { id: peer.id, action: "enable" };
  if (name === "POST /api/user/quota/:id") return { quota: 5 };
  return name.startsWith("GET") || name.startsWith("DELETE") ? undefined : {};
}

/**
 * Routes that are no endpoint of the contract: health, the API's own document with its page, and the callbacks of
 * payment gateways.
 */
const outsideContract =
  /^(GET \/(health|ready|\.well-known\/security\.txt|api\/openapi\.json|api\/reference(\/.*)?)|(GET|POST) \/api\/payment\/notify\/:uuid|POST \/api\/telegram\/webhook)$/;

const contract = allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);

/** Where the server, the contract and this matrix differ. */
function compareEndpoints(served: string[], listed = contract): string[] {
  return compareLists({
    "the server": served.filter((route) => !outsideContract.test(route)),
    "the contract": listed,
    "the role matrix": Object.keys(expectations),
  });
}

describe("the registries of endpoints", () => {
  it("name the same: what is served, what the contract lists, what the matrix expects", async () => {
    expect(compareEndpoints(await servedRoutes())).toEqual([]);
    for (const { endpoint } of allEndpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      expect([name, endpoint.access]).toEqual([name, expectations[name]?.access]);
    }
  });

  it("show an endpoint that only the server has", async () => {
    const served = await servedRoutes((app) => {
      app.post("/api/planted", () => "open to everybody");
      app.get("/planted", () => "beside the API");
    });
    expect(compareEndpoints(served)).toEqual([
      "POST /api/planted is in the server, but not in the contract",
      "GET /planted is in the server, but not in the contract",
      "POST /api/planted is in the server, but not in the role matrix",
      "GET /planted is in the server, but not in the role matrix",
    ]);
  });

  it("show an endpoint that only the contract has, and one that the contract lost", () => {
    expect(compareEndpoints(contract, [...contract, "GET /api/planted"])).toEqual([
      "GET /api/planted is in the contract, but not in the server",
      "GET /api/planted is in the contract, but not in the role matrix",
    ]);
    const [lost, ...rest] = contract;
    expect(compareEndpoints(contract, rest)).toEqual([
      `${lost} is in the server, but not in the contract`,
      `${lost} is in the role matrix, but not in the contract`,
    ]);
  });
});

describe.each(callers)("$name", (caller) => {
  it("admits exactly the callers of the matrix", async () => {
    const client = await caller.connect();
    const wanted: string[] = [];
    const got: string[] = [];
    for (const { endpoint } of allEndpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      if (endsSession.has(name)) continue;
      const expected = outcome(caller, expectations[name] ?? { access: "root" });
      const answer = await client.call(endpoint.method, addressOf(endpoint.path), bodyOf(name));
      wanted.push(`${name}: ${expected}`);
      got.push(`${name}: ${seen(answer, expected)}`);
    }
    expect(got).toEqual(wanted);
  });
});

it("admits the owner to what the others do not find", async () => {
  const own = await asUser(running, owner);
  const { id } = await aToken(running, owner.id);
  expect((await own.get(`/api/token/${id}`)).status).toBe(200);
  expect((await own.get(`/api/user/orders/${tradeNo}`)).status).toBe(200);
});
