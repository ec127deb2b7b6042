import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tables } from "../../src/storage/tables/index.ts";
import { asRoot, asUser, type Client } from "../support/as-user.ts";
import { aChannel, anAdmin, aPrice, aToken, aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { callPlanted } from "../support/planted.ts";

/**
 * Every column of the database, sent with every endpoint that writes (ASVS 15.3.3): only the endpoint's own fields may
 * change. The caller has all the rights that the endpoint can need, so that only the list of fields protects the row.
 */
let running: ControlApp;
let clients: { user: Client; admin: Client; root: Client };
let ids: { user: number; token: number; channel: number; group: number };
/** Column → a value of its type that nothing would set otherwise. */
const planted: Record<string, string | number> = {};
const plantedNumber = 777_777;
const plantedText = "planted-by-a-stranger";

beforeAll(async () => {
  running = await startControlApp();
  const owner = await aUser(running);
  clients = {
    user: await asUser(running, owner),
    admin: await asUser(running, await anAdmin(running)),
    root: await asRoot(running),
  };
  const channel = await clients.root.post<{ id: number }>("/api/channel/", aChannel());
  const group = await clients.root.post<{ id: number }>("/api/user_group/", { symbol: "mass", name: "Mass" });
  await clients.root.post("/api/prices/single", aPrice());
  ids = {
    user: owner.id,
    token: (await aToken(running, owner.id)).id,
    channel: channel.data.id,
    group: group.data.id,
  };
  for (const table of await running.database.queries.introspection.getTables()) {
    for (const { name, dataType } of table.columns)
      planted[name] = /text|char/i.test(dataType) ? plantedText : plantedNumber;
  }
});
afterAll(() => running.stop());

interface Write {
  call: string;
  by: "user" | "admin" | "root";
  address?: () => string;
  /** A valid body; all its fields win over planted ones. */
  body: () => Record<string, unknown>;
  table: keyof Tables;
  row: () => number;
  /** Columns that the endpoint may change. */
  may: string[];
}

const writes: Write[] = [
  {
    call: "PUT /api/user/self",
    by: "user",
    body: () => ({ username: "myself", display_name: "Me", password: "", current_password: "" }),
    table: "users",
    row: () => ids.user,
    may: ["username", "display_name", "notify_setting"],
  },
  {
    call: "PUT /api/user/",
    by: "root",
    body: () => ({
      id: ids.user,
      username: "renamed",
      display_name: "You",
      password: "",
      email: "you@example.org",
      group: "vip",
      role: 1,
      ...noBudget,
    }),
    table: "users",
    row: () => ids.user,
    may: ["username", "display_name", "email", "email_verified", "group"],
  },
  {
    call: "POST /api/user/manage",
    by: "root",
    body: () => ({ id: ids.user, username: undefined, action: "enable" }),
    table: "users",
    row: () => ids.user,
    may: ["status"],
  },
  {
    call: "POST /api/user/bulk",
    by: "root",
    body: () => ({ ids: [ids.user], action: "set_group", group: "svip" }),
    table: "users",
    row: () => ids.user,
    may: ["group"],
  },
  {
    call: "POST /api/user/quota/:id",
    by: "root",
    address: () => `/api/user/quota/${ids.user}`,
    body: () => ({ quota: 3, remark: "", request_id: undefined }),
    table: "users",
    row: () => ids.user,
    may: ["quota"],
  },
  {
    call: "PUT /api/token/",
    by: "user",
    body: () => ({ id: ids.token, name: "kept", remain_quota: 5, unlimited_quota: false, ...tokenRest }),
    table: "tokens",
    row: () => ids.token,
    may: ["name", "remain_quota", "unlimited_quota", "setting"],
  },
  {
    call: "PUT /api/token/:id",
    by: "user",
    address: () => `/api/token/${ids.token}`,
    body: () => ({ status: 2 }),
    table: "tokens",
    row: () => ids.token,
    may: ["status"],
  },
  {
    call: "PUT /api/token/admin",
    by: "admin",
    body: () => ({ id: ids.token, status: 1 }),
    table: "tokens",
    row: () => ids.token,
    may: ["status"],
  },
  {
    call: "PUT /api/user_group/",
    by: "admin",
    body: () => ({
      id: ids.group,
      name: "Mass",
      ratio: 2,
      api_rate: 60,
      tokens_per_minute: 0,
      concurrency: 0,
      public: true,
      promotion: false,
      min: 0,
      max: 0,
    }),
    table: "user_groups",
    row: () => ids.group,
    may: ["ratio", "api_rate", "public"],
  },
  {
    call: "PUT /api/channel/",
    by: "admin",
    body: () => ({ ...aChannel(), id: ids.channel, name: "changed", status: 1 }),
    table: "channels",
    row: () => ids.channel,
    may: ["name", "key_encrypted", "key_hint", "key_count"],
  },
];

const noBudget = { budget_period: "none", budget_quota: 0 };

const tokenRest = {
  ...noBudget,
  expired_time: -1,
  group: "",
  backup_group: "",
  chat_cache: false,
  requests_per_minute: 0,
  tokens_per_minute: 0,
  concurrency: 0,
  setting: {},
  status: 1,
};

async function read(table: keyof Tables, id: number): Promise<Record<string, unknown>> {
  return running.database.queries
    .selectFrom(table)
    .selectAll()
    .where("id" as never, "=", id as never)
    .executeTakeFirstOrThrow();
}

describe("a stranger's columns", () => {
  it.each([
    [
      "PUT /api/user/",
      "root",
      () => ({ id: ids.user, quota: 5, request_count: 9 }),
      ["quota", "request_count"],
    ],
    ["PUT /api/user/", "root", () => ({ id: ids.user, status: 2 }), ["status"]],
    [
      "POST /api/user/",
      "root",
      () => ({ username: "fixed-fields", password: "a long password", used_quota: 5 }),
      ["used_quota"],
    ],
    ["PUT /api/user/self", "user", () => ({ display_name: "", quota: 5, role: 100 }), ["role", "quota"]],
    [
      "PUT /api/token/",
      "user",
      () => ({ id: ids.token, used_quota: 0, user_id: 1, created_time: 1 }),
      ["user_id", "created_time"],
    ],
    ["PUT /api/token/admin", "admin", () => ({ id: ids.token, status: 1, name: "theirs" }), ["name"]],
    [
      "PUT /api/channel/",
      "admin",
      () => ({ id: ids.channel, balance: 5, compatible_response: true }),
      ["balance", "compatible_response"],
    ],
    ["POST /api/channel/", "admin", () => aChannel({ used_quota: 5 }), ["used_quota"]],
    [
      "PUT /api/user_group/",
      "admin",
      () => ({ id: ids.group, symbol: "other", enable: false }),
      ["symbol", "enable"],
    ],
  ] as const)("that %s has and cannot change are rejected by name", async (call, by, body, names) => {
    const [method, path] = call.split(" ") as ["POST" | "PUT", string];
    const answer = await clients[by].call(method, path, body());
    expect([call, answer.status, answer.body.fields?.map(({ path: field }) => field)]).toEqual([
      call,
      400,
      names,
    ]);
    expect(answer.body.fields?.[0]?.message).toContain(`cannot change ${names[0]}`);
  });

  it.each(writes)("change nothing through $call", async ({ call, by, address, body, table, row, may }) => {
    const [method, path] = call.split(" ") as ["POST", string];
    const before = await read(table, row());
    const wanted = body();
    const { answer, rejected } = await callPlanted(
      clients[by],
      { method, address: address?.() ?? path },
      { planted, wanted },
    );
    expect([call, answer.status, answer.body.fields]).toEqual([call, 200, undefined]);
    expect(rejected.filter((name) => Object.hasOwn(wanted, name))).toEqual([]);
    const after = await read(table, row());
    const changed = Object.keys(after).filter((column) => after[column] !== before[column]);
    expect(changed.filter((column) => !may.includes(column))).toEqual([]);
    for (const column of may) expect([column, after[column]]).not.toEqual([column, planted[column]]);
  });

  const creates: Omit<Write, "row" | "may">[] = [
    {
      call: "POST /api/user/",
      by: "admin",
      body: () => ({
        username: "planted",
        password: "a long password",
        display_name: "",
        email: "",
        group: "default",
        role: 1,
        quota: 3,
      }),
      table: "users",
    },
    {
      call: "POST /api/token/",
      by: "user",
      body: () => ({ name: "planted", remain_quota: 5, unlimited_quota: false, ...tokenRest }),
      table: "tokens",
    },
    {
      call: "POST /api/channel/",
      by: "admin",
      body: () => aChannel({ name: "planted", status: 1 }),
      table: "channels",
    },
    {
      call: "POST /api/user_group/",
      by: "admin",
      body: () => ({
        symbol: "planted",
        name: "P",
        ratio: 1,
        api_rate: 60,
        tokens_per_minute: 0,
        concurrency: 0,
        public: false,
        promotion: false,
        min: 0,
        max: 0,
      }),
      table: "user_groups",
    },
  ];
  it.each(creates)("reach no new row through $call", async ({ call, by, body, table }) => {
    const [method, path] = call.split(" ") as ["POST", string];
    const { answer } = await callPlanted<{ id: number }>(
      clients[by],
      { method, address: path },
      { planted, wanted: body() },
    );
    expect([call, answer.status, answer.body.fields]).toEqual([call, 200, undefined]);
    const stored = await read(table, answer.data.id);
    const reached = Object.keys(stored).filter((column) =>
      [plantedNumber, plantedText].includes(stored[column] as string),
    );
    expect(reached).toEqual([]);
  });

  it("covers every write of users, tokens, groups and channels", () => {
    const named = new Set([...writes, ...creates].map(({ call }) => call));
    const uncovered = allEndpoints
      .filter(({ topic }) => ["users", "tokens", "adminTokens", "groups", "channels"].includes(topic))
      .filter(({ endpoint }) => endpoint.body !== undefined)
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      .filter((call) => !named.has(call));
    // These take a list of ids and an action, a status, ratios, or a time: no columns of a row.
    expect(uncovered.sort()).toEqual([
      "POST /api/channel/batch",
      "POST /api/channel/provider_models_list",
      "POST /api/token/:id/rotate",
      "POST /api/token/batch",
      "PUT /api/channel/:id",
      "PUT /api/user_group/ratios",
    ]);
  });
});
