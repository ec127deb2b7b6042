import { allEndpoints } from "@tollgate/contract/all-endpoints";
import type { SessionEntry } from "@tollgate/contract/sessions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Tables } from "../../src/storage/tables/index.ts";
import { asUser, type Client } from "../support/as-user.ts";
import { aBrowser } from "../support/browser.ts";
import { aLog, anAdmin, anOrder, aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { newTask } from "../support/stored-task.ts";

/**
 * Every endpoint of the contract that names an object, called for another user's: it is not found, nothing of its owner
 * changes, and no list contains it. A new endpoint that names an object fails here until its owner is declared.
 */
let running: ControlApp;
let stranger: Client;
let victim: TestUser;
/** In every row of the victim's, so that any part of them is recognized. */
const mark = "the-victims-own-words";
/** The victim's objects, by the kind that `objects` gives it. */
const ids: Record<string, number | string> = {};

beforeAll(async () => {
  running = await startControlApp();
  stranger = await asUser(running, await aUser(running));
  // A super administrator, so that an administrator is as much a stranger as a user.
  victim = await aUser(running, { role: 100, display_name: mark, email: `${mark}@example.org` });
  const browser = aBrowser(running, { userAgent: mark });
  await browser.signIn(victim);
  const sessions = await browser.call<SessionEntry[]>("GET", "/api/user/sessions");
  ids["session"] = sessions.data[0]?.id ?? "";
  ids["user"] = victim.id;
  ids["token"] = (await aToken(running, victim.id, { name: mark })).id;
  const passkey = await running.database.queries
    .insertInto("passkeys")
    .values({
      user_id: victim.id,
      credential_id: mark,
      public_key: mark,
      counter: 0,
      transports: "[]",
      backed_up: 0,
      alias: mark,
      created_time: 1,
      last_used_time: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ids["passkey"] = passkey.id;
  ids["order"] = "1790000000000123456";
  await anOrder(running, { user_id: victim.id, trade_no: String(ids["order"]), gateway_no: mark });
  await aLog(running, victim.id, { username: mark, token_name: mark, content: mark, model_name: mark });
  ids["task"] = "task_of_the_victim";
  const words = {
    username: mark,
    token_name: mark,
    prompt: mark,
    model_name: mark,
    charge: "released",
  } as const;
  await running.database.queries
    .insertInto("tasks")
    .values({ ...newTask(ids["task"], { ...words, user_id: victim.id }), version: 1 })
    .execute();
  const row = await running.database.queries.selectFrom("logs").select("id").executeTakeFirstOrThrow();
  ids["log"] = row.id;
  await aLog(running, 0, { username: "unknown" });
});
afterAll(() => running.stop());

type Kind = "token" | "order" | "session" | "passkey" | "user" | "log" | "task" | "shared" | "proven";

/**
 * The owner of these endpoints' objects. `shared`: of the installation, for every admitted caller. `proven`: an
 * authenticator's response, bound to browser and user by its challenge (passkeys.test.ts).
 */
const objects: [beginning: RegExp, kind: Kind][] = [
  [/^\/api\/webauthn\/(login|registration)\/finish$/, "proven"],
  [/^\/api\/token\//, "token"],
  [/^\/api\/user\/sessions\//, "session"],
  [/^\/api\/user\/orders\//, "order"],
  [/^\/api\/webauthn\/credentials\//, "passkey"],
  [/^\/api\/user\//, "user"],
  [/^\/api\/log\/self\//, "log"],
  [/^\/api\/task\/self\//, "task"],
  [/^\/api\/task\//, "shared"],
  [
    /^\/api\/(capture|channel|channel_tag|log|model_info|model_ownedby|notice_channel|user_group|option|payment|prices)\//,
    "shared",
  ],
  [/^\/api\/redemption\//, "shared"],
  [/^\/api\/invitation\//, "shared"],
  [/^\/api\/option\/telegram\//, "shared"],
];

/** A body that passes the schema, where the object is named by it or next to it. */
const bodies: Record<string, (id: number) => object> = {
  "PUT /api/token/": (id) => ({ id, name: "mine now", unlimited_quota: true }),
  "PUT /api/token/:id": () => ({ status: 2 }),
  "POST /api/token/:id/rotate": () => ({ grace_minutes: 0 }),
  "POST /api/token/batch": (id) => ({ ids: [id], action: "delete" }),
  "PUT /api/token/admin": (id) => ({ id, status: 2 }),
  "PUT /api/webauthn/credentials/:id": () => ({ alias: "mine now" }),
  "PUT /api/user/": (id) => ({ id, display_name: "mine now" }),
  "POST /api/user/manage": (id) => ({ id, action: "disable" }),
  "POST /api/user/bulk": (id) => ({ ids: [id], action: "delete" }),
  "POST /api/user/quota/:id": () => ({ quota: 5 }),
  "POST /api/user/:id/end_sessions": () => ({}),
  "POST /api/user/:id/reset_second_factor": () => ({}),
};

/** Names of the fields of a body, without its preprocessing. */
function fieldsOf(body: z.ZodType | undefined): string[] {
  if (body instanceof z.ZodPipe) return fieldsOf(body.out as z.ZodType);
  return body instanceof z.ZodObject ? Object.keys(body.shape) : [];
}

const named = allEndpoints.flatMap(({ endpoint }) => {
  const { method, path, access, body } = endpoint;
  const shape = fieldsOf(body);
  const call = `${method} ${path}`;
  if (!/:|\*/.test(path) && !shape.includes("id") && !shape.includes("ids")) return [];
  return [{ call, method, path, access, kind: objects.find(([beginning]) => beginning.test(path))?.[1] }];
});
const owned = named.filter(({ kind }) => kind !== undefined && !["shared", "proven"].includes(kind));

const tablesOfUsers = [
  "tokens",
  "sessions",
  "passkeys",
  "recovery_codes",
  "ledger_entries",
  "logs",
  "orders",
  "tasks",
] as const satisfies readonly (keyof Tables)[];

/** Every row of the victim. */
async function possessions(): Promise<string> {
  const { queries } = running.database;
  const users = await queries.selectFrom("users").selectAll().where("id", "=", victim.id).execute();
  const rows = await Promise.all(
    tablesOfUsers.map((table) =>
      // All of these have the column; with the type of all tables at the same time, this statement takes the compiler over a second.
      queries
        .selectFrom(table as "tokens")
        .selectAll()
        .where("user_id", "=", victim.id)
        .execute(),
    ),
  );
  return JSON.stringify([users, rows]);
}

describe("an endpoint that names an object", () => {
  it("is listed here, with the object's owner", () => {
    expect(named.filter(({ kind }) => kind === undefined)).toEqual([]);
    expect(owned.length).toBeGreaterThan(15);
    expect(named.filter(({ kind, access }) => kind === "shared" && access === "user")).toEqual([]);
  });

  it.each(owned)("$call for another's changes nothing and reveals nothing", async (one) => {
    const caller = one.access === "user" ? stranger : await asUser(running, await anAdmin(running));
    const id = ids[one.kind ?? ""] as number;
    const before = await possessions();
    const wanted = bodies[one.call]?.(id);
    if (["POST", "PUT"].includes(one.method)) expect([one.call, wanted]).not.toEqual([one.call, undefined]);
    const answer = await caller.call(
      one.method,
      one.path.replace(/:id|:trade_no|:task_id/, String(id)),
      wanted,
    );
    expect(answer.text).not.toContain(mark);
    expect(await possessions()).toBe(before);
    if (one.call === "POST /api/token/batch") expect(answer.data).toEqual({ changed: 0 });
    else if (one.call === "POST /api/user/bulk")
      expect(answer.data).toMatchObject({ results: [{ success: false, code: "user.role_too_low" }] });
    else expect([one.call, [403, 404].includes(answer.status)]).toEqual([one.call, true]);
  });
});

describe("a list", () => {
  const lists = allEndpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access, path }) => method === "GET" && access === "user" && !path.includes(":"))
    .filter(({ path }) => path !== "/api/user/token");

  it.each(lists.map(({ path }) => path))("%s contains one's own, with any filter", async (path) => {
    const filters = [
      {},
      { user_id: victim.id, id: victim.id, userId: victim.id },
      { username: mark, owner: mark, user: mark },
      { token_name: mark, token_id: ids["token"] },
      { keyword: mark },
      { model_name: mark },
      { keyword: "%" },
    ];
    for (const filter of filters) {
      const query = new URLSearchParams(
        Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer = await stranger.get(`${path}?${query.toString()}`);
      // Values that only repeat the request reveal nothing.
      expect([path, filter, answer.status === 200 && answer.text.includes(mark)]).toEqual([
        path,
        filter,
        false,
      ]);
    }
  });

  it("of one's own contains one's own, so that the mark would be found", async () => {
    const own = await asUser(running, victim);
    for (const path of ["/api/token/", "/api/log/self", "/api/user/sessions", "/api/webauthn/credentials"])
      expect([path, (await own.get(path)).text.includes(mark)]).toEqual([
        path,
        path !== "/api/user/sessions",
      ]);
    expect((await own.get<SessionEntry[]>("/api/user/sessions")).data).toHaveLength(2);
  });
});
