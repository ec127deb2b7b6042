import { type Access, hasAccess } from "@tollgate/contract/access";
import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asNobody, asRoot, asScript, asUser, type Client } from "../support/as-user.ts";
import { anAdmin, aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

/**
 * Who may call what, written out once more by hand (design A1): the contract's `access` must agree with this table, and an
 * endpoint that is not in it fails. `owned` marks calls on a row of one user that another user must not find.
 */
const expectations: Record<string, { access: Access; owned?: true }> = {
  "POST /api/user/login": { access: "public" },
  "GET /api/user/logout": { access: "public" },
  "GET /api/status": { access: "public" },
  "GET /api/notice": { access: "public" },
  "GET /api/about": { access: "public" },
  "GET /api/home_page_content": { access: "public" },
  "GET /api/prices": { access: "public" },
  "GET /api/available_model": { access: "public" },
  "GET /api/user_group_map": { access: "public" },
  "GET /api/user/self": { access: "user" },
  "PUT /api/user/self": { access: "user" },
  "GET /api/user/token": { access: "user" },
  "GET /api/user/dashboard": { access: "user" },
  "GET /api/log/self": { access: "user" },
  "GET /api/log/self/stat": { access: "user" },
  "GET /api/token/": { access: "user" },
  "POST /api/token/": { access: "user" },
  "POST /api/token/batch": { access: "user" },
  "PUT /api/token/": { access: "user", owned: true },
  "GET /api/token/:id": { access: "user", owned: true },
  "GET /api/token/:id/key": { access: "user", owned: true },
  "PUT /api/token/:id": { access: "user", owned: true },
  "DELETE /api/token/:id": { access: "user", owned: true },
  "GET /api/user/dashboard/checklist": { access: "admin" },
  "GET /api/log/": { access: "admin" },
  "GET /api/log/stat": { access: "admin" },
  "GET /api/channel/": { access: "admin" },
  "GET /api/channel/types": { access: "admin" },
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
  "POST /api/prices/single": { access: "admin" },
  "PUT /api/prices/single/*": { access: "admin" },
  "DELETE /api/prices/single/*": { access: "admin" },
  "PUT /api/prices/multiple/delete": { access: "admin" },
  "GET /api/group/": { access: "admin" },
  "GET /api/user_group/": { access: "admin" },
  "POST /api/user_group/": { access: "admin" },
  "PUT /api/user_group/": { access: "admin" },
  "PUT /api/user_group/enable/:id": { access: "admin" },
  "DELETE /api/user_group/:id": { access: "admin" },
};

/** Calls that would end or change the session that the matrix calls with. */
const endsSession = new Set(["GET /api/user/logout", "GET /api/user/token"]);

interface Caller {
  name: string;
  /** Undefined: nobody. */
  role: number | undefined;
  connect(): Promise<Client>;
  /** Answered instead of an access decision. */
  always?: { status: number; code: string };
}

let running: ControlApp;
let owner: TestUser;
let tokenId: number;
beforeAll(async () => {
  running = await startControlApp();
  owner = await aUser(running);
  tokenId = (await aToken(running, owner.id)).id;
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

const signedOut = { status: 401, code: "auth.required" };
const callers: Caller[] = [
  { name: "nobody", role: undefined, connect: async () => asNobody(running) },
  { name: "another user", role: 1, connect: () => withRole(1) },
  { name: "a user's script", role: 1, connect: async () => asScript(running, await aUser(running)) },
  { name: "an admin", role: 10, connect: () => withRole(10) },
  { name: "an admin's script", role: 10, connect: async () => asScript(running, await anAdmin(running)) },
  { name: "root", role: 100, connect: () => asRoot(running) },
  { name: "an unknown role", role: 50, connect: () => withRole(50) },
  { name: "a disabled root", role: 100, connect: disabledUser, always: signedOut },
  { name: "a deleted admin's script", role: 10, connect: deletedAdmin, always: signedOut },
];

function addressOf(path: string): string {
  return path.replace(":id", String(path.startsWith("/api/token") ? tokenId : 987_654)).replace("*", "gone");
}

/** A body that passes the schema where the row decides, and none where it does not matter. */
function bodyOf(name: string): object | undefined {
  if (name === "PUT /api/token/") return { id: tokenId, name: "x", unlimited_quota: true };
  if (name === "PUT /api/token/:id") return { status: 1 };
  return name.startsWith("GET") || name.startsWith("DELETE") ? undefined : {};
}

it("has an expectation for every endpoint of the contract, and no other", () => {
  const names = allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(names.filter((name) => !(name in expectations))).toEqual([]);
  expect(Object.keys(expectations).filter((name) => !names.includes(name))).toEqual([]);
  for (const { endpoint } of allEndpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    expect([name, endpoint.access]).toEqual([name, expectations[name]?.access]);
  }
});

describe.each(callers)("$name", (caller) => {
  it("gets exactly what the matrix allows", async () => {
    const client = await caller.connect();
    for (const { endpoint } of allEndpoints) {
      const name = `${endpoint.method} ${endpoint.path}`;
      if (endsSession.has(name)) continue;
      const expectation = expectations[name] ?? { access: "root" };
      const answer = await client.call(endpoint.method, addressOf(endpoint.path), bodyOf(name));
      if (caller.always && expectation.access !== "public") {
        expect([name, answer.status, answer.code]).toEqual([name, caller.always.status, caller.always.code]);
        continue;
      }
      if (!hasAccess(caller.role, expectation.access)) {
        const refusal = caller.role === undefined ? [401, "auth.required"] : [403, "auth.forbidden"];
        expect([name, answer.status, answer.code]).toEqual([name, ...refusal]);
      } else if (expectation.owned) {
        expect([name, answer.status, answer.code]).toEqual([name, 404, "token.not_found"]);
      } else {
        expect([name, answer.status, answer.code]).not.toEqual([name, 401, "auth.required"]);
        expect([name, answer.code]).not.toEqual([name, "auth.forbidden"]);
        expect([name, answer.status]).not.toEqual([name, 500]);
      }
    }
  });
});

it("lets the owner reach what the others do not find", async () => {
  const own = await asUser(running, owner);
  expect((await own.get(`/api/token/${tokenId}`)).status).toBe(200);
});
