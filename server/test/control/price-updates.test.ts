import type { AuditEntry } from "@tollgate/contract/audit";
import type { Page } from "@tollgate/contract/list-query";
import type { PriceChange, PriceUpdatePreview, SuggestedPrice } from "@tollgate/contract/price-updates";
import type { Price, PriceSyncResult } from "@tollgate/contract/pricing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asRoot, type Client } from "../support/as-user.ts";
import { aChannel, aPrice } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type StandInReply, type StandInServer, startStandInServer } from "../support/stand-in-server.ts";

const postgres = await postgresOrSkip();
const databases = [
  ["SQLite", undefined],
  ...(postgres === null ? [] : [["PostgreSQL", { kind: "postgres" as const, url: postgres }] as const]),
] as const;

let running: ControlApp;
let root: Client;
let host: StandInServer;
let reply: StandInReply;

const stored = [
  aPrice({ model: "same", input: 1, output: 2 }),
  aPrice({ model: "dearer", input: 1, output: 2, channel_type: 39 }),
  aPrice({ model: "held", input: 1, output: 2, locked: true }),
  aPrice({ model: "lost", input: 1, output: 2 }),
  aPrice({ model: "family-*", input: 1, output: 2 }),
];
const listed = [
  aPrice({ model: "same", input: 1, output: 2 }),
  aPrice({ model: "dearer", input: 3, output: 2, channel_type: 0 }),
  aPrice({ model: "held", input: 9, output: 2 }),
  aPrice({ model: "family-1", input: 1, output: 2 }),
  aPrice({ model: "fresh", input: 5, output: 6, channel_type: 999 }),
];
const file = (prices: readonly object[]) => ({ source: "file", text: JSON.stringify({ data: prices }) });
const preview = async (list: object) => root.post<PriceUpdatePreview>("/api/prices/updates/preview", list);
const apply = async (list: object, form: object) => {
  const { digest } = (await preview(list)).data;
  return root.post<PriceSyncResult>("/api/prices/updates/apply", { list, digest, ...form });
};
const states = (changes: readonly PriceChange[]) =>
  changes.map(({ model, state }) => `${model} ${state}`).sort();
const inputs = async () => {
  const { data } = await root.get<Price[]>("/api/prices");
  return Object.fromEntries(data.map(({ model, input }) => [model, input]));
};

describe.each(databases)("a price list on %s", (_, location) => {
  beforeAll(async () => {
    running = await startControlApp({ ...(location && { location }), egressAllow: ["127.0.0.1"] });
    root = await asRoot(running);
    host = await startStandInServer(() => reply);
    await root.post("/api/channel/", aChannel({ models: ["fresh", "family-1"] }));
  });
  afterAll(async () => {
    await running?.stop();
    await host?.stop();
  });
  beforeEach(async () => {
    await running.database.queries.deleteFrom("prices").execute();
    for (const price of stored) await root.post("/api/prices/single", price);
  });

  it("is compared field by field: new, changed, gone, locked, and covered by a wildcard", async () => {
    const { data } = await preview(file(listed));
    expect(data).toMatchObject({ format: "one-api", listed: 5, unchanged: 2, skipped: [], skipped_count: 0 });
    expect(states(data.changes)).toEqual(["dearer changed", "fresh new", "held locked", "lost gone"]);
    const dearer = data.changes.find(({ model }) => model === "dearer");
    // A list that names no provider leaves the stored one.
    expect(dearer).toMatchObject({
      before: { input: 1 },
      after: { input: 3, channel_type: 39 },
      served: false,
    });
    // Other gateways number providers of their own.
    expect(data.changes.find(({ model }) => model === "fresh")).toMatchObject({
      before: null,
      after: { channel_type: 0 },
      served: true,
    });
    expect(await inputs()).toMatchObject({ dearer: 1, held: 1, lost: 1 });
  });

  it.each([
    ["add", [], { added: 1, updated: 0, deleted: 0 }, { dearer: 1, held: 1, lost: 1, fresh: 5 }],
    ["update", [], { added: 0, updated: 1, deleted: 0 }, { dearer: 3, held: 1, lost: 1 }],
    ["overwrite", [], { added: 1, updated: 1, deleted: 1 }, { dearer: 3, held: 1, fresh: 5 }],
    ["chosen", ["lost", "fresh"], { added: 1, updated: 0, deleted: 1 }, { dearer: 1, held: 1, fresh: 5 }],
  ])("is imported: %s", async (mode, models, result, left) => {
    expect((await apply(file(listed), { mode, models })).data).toEqual(result);
    expect(await inputs()).toEqual({ same: 1, "family-*": 1, ...left });
  });

  it("is imported with an entry for each price and one for the list, once it is announced", async () => {
    running.announced.length = 0;
    await apply(file(listed), { mode: "overwrite" });
    expect(running.announced).toEqual(["prices"]);
    const { data } = await root.get<Page<AuditEntry>>("/api/audit/?order=-id&size=4");
    expect(data.data.map(({ action, target_id }) => `${action} ${target_id}`)).toEqual([
      "price.take_over file",
      "price.update dearer",
      "price.create fresh",
      "price.delete lost",
    ]);
    expect(data.data[0]?.detail).toEqual({ format: "one-api", added: 1, updated: 1, deleted: 1 });
  });

  it("changes nothing if the prices or the list are not what was previewed", async () => {
    reply = { json: listed };
    const list = { source: "address", address: `${host.url}/prices.json?key=secret` };
    const { digest } = (await preview(list)).data;
    const form = { list, digest, mode: "overwrite" };
    reply = { json: [...listed, aPrice({ model: "late" })] };
    expect((await root.post("/api/prices/updates/apply", form)).code).toBe("price_list.changed_meanwhile");
    reply = { json: listed };
    await root.put("/api/prices/single/lost", aPrice({ model: "lost", input: 7 }));
    expect((await root.post("/api/prices/updates/apply", form)).code).toBe("price_list.changed_meanwhile");
    expect(await inputs()).toEqual({ same: 1, dearer: 1, held: 1, lost: 7, "family-*": 1 });
    await apply(list, { mode: "add" });
    const { data } = await root.get<Page<AuditEntry>>("/api/audit/?order=-id&size=1");
    expect(data.data[0]?.target_id).toBe(`${host.url}/prices.json`);
  });

  it("yields to other requests while many prices are written", async () => {
    const many = Array.from({ length: 4000 }, (_one, index) =>
      aPrice({ model: `m-${index}`, input: 1 + index }),
    );
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const { digest } = (await preview(file(many))).data;
    setImmediate(count);
    const form = { list: file(many), digest, mode: "add" };
    const { data } = await root.post<PriceSyncResult>("/api/prices/updates/apply", form);
    isOver = true;
    expect(data).toEqual({ added: 4000, updated: 0, deleted: 0 });
    expect(turns).toBeGreaterThan(many.length / 250);
    const entries = await root.get<Page<AuditEntry>>("/api/audit/?order=-id&size=1&target_id=m-3999");
    expect(entries.data.data[0]).toMatchObject({ action: "price.create", target_id: "m-3999" });
  });

  it.runIf(location)("sees a price that is edited while it begins", async () => {
    const { digest } = (await preview(file(listed))).data;
    const form = { list: file(listed), digest, mode: "overwrite" };
    let applying: ReturnType<typeof root.post> | undefined;
    await running.database.transaction(async (queries) => {
      await queries.updateTable("prices").set({ input: 7 }).where("model", "=", "lost").execute();
      applying = root.post("/api/prices/updates/apply", form);
      const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await expect
        .poll(async () => (await waiting.execute(running.database.reads)).rows[0]?.count)
        .toBeGreaterThan(0);
    });
    expect((await applying)?.code).toBe("price_list.changed_meanwhile");
    expect(await inputs()).toMatchObject({ lost: 7 });
  });

  it("names a chosen model that it does not change", async () => {
    const { body } = await apply(file(listed), { mode: "chosen", models: ["fresh", "held", "unknown"] });
    expect(body.fields?.map(({ path }) => path)).toEqual(["models.1", "models.2"]);
    expect(await inputs()).not.toHaveProperty("fresh");
  });

  it.each<[string, StandInReply, string]>([
    ["a page", { status: 200, text: "<html>" }, "price_list.unavailable"],
    [
      "a page that calls itself JSON",
      { status: 200, text: "<html>", headers: { "content-type": "text/json" } },
      "price_list.not_json",
    ],
    ["an error", { status: 500, json: listed }, "price_list.unavailable"],
    ["a way into the inner network", { redirect: "http://10.0.0.1/prices.json" }, "price_list.unavailable"],
    ["half an answer", "cut", "price_list.unavailable"],
    ["something else", { json: { status: "ok" } }, "price_list.unknown_format"],
    ["more than is read", { json: { data: ["x".repeat(6 * 1024 * 1024)] } }, "price_list.unavailable"],
    [
      "rows that are all hostile",
      {
        json: [
          { model: "__proto__", input: 1 },
          { model: "m", input: -1 },
        ],
      },
      "price_list.no_prices",
    ],
  ])("that turns out to be %s is rejected with a reason, and nothing changes", async (_, said, code) => {
    reply = said;
    const before = await inputs();
    const rejected = await preview({ source: "address", address: `${host.url}/list` });
    expect(rejected.code).toBe(code);
    expect(rejected.body.message).not.toBe("");
    expect(await inputs()).toEqual(before);
  });

  it("is never fetched from a private address", async () => {
    for (const address of [
      "http://10.0.0.1/p",
      "http://169.254.169.254/latest",
      "http://[::1]/p",
      "http://localhost/p",
    ])
      expect((await preview({ source: "address", address })).code).toBe("price_list.unavailable");
    for (const address of ["file:///etc/passwd", "prices.json", ""])
      expect((await preview({ source: "address", address })).status).toBe(400);
  });

  it("names rows that it cannot use, up to a hundred, and imports the others", async () => {
    const bad = Array.from({ length: 150 }, (__, index) => ({ model: `bad-${index}`, input: -1, output: 1 }));
    const { data } = await preview(file([...bad, ...listed]));
    expect(data).toMatchObject({ listed: 5, skipped_count: 150 });
    expect(data.skipped).toHaveLength(100);
    expect(data.skipped[0]).toEqual({ row: "bad-0", problem: "bad_number" });
  });

  it("of this version is the bundled book: complete for a new installation, with pages and days", async () => {
    const { data } = await preview({ source: "book" });
    const gpt = data.changes.find(({ model }) => model === "gpt-4o");
    expect(gpt).toMatchObject({ state: "new", source: expect.stringContaining("https://") as string });
    expect((await apply({ source: "book" }, { mode: "overwrite" })).status).toBe(200);
    const again = (await preview({ source: "book" })).data;
    expect(again.changes.map(({ model, state }) => `${model} ${state}`)).toEqual(["held locked"]);
  });
});

describe("the book's price of a model", () => {
  beforeAll(async () => {
    running = await startControlApp();
    root = await asRoot(running);
  });
  afterAll(() => running?.stop());

  it("is found under its name, and under the name without the additions of resellers and versions", async () => {
    const models = [
      "gpt-4o",
      "reseller/gpt-4o",
      "gpt-4o-2027-01-01",
      "claude-sonnet-4-5@20250929",
      "apac.anthropic.claude-opus-5-20260101-v1:0",
      "reseller/claude-opus-5-latest",
      "not-in-the-book",
    ];
    const { data } = await root.post<Record<string, SuggestedPrice>>("/api/prices/suggestions", { models });
    expect(Object.entries(data).map(([model, { from }]) => [model, from])).toEqual([
      ["gpt-4o", "gpt-4o"],
      ["reseller/gpt-4o", "gpt-4o"],
      ["gpt-4o-2027-01-01", "gpt-4o-20*"],
      ["claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
      ["apac.anthropic.claude-opus-5-20260101-v1:0", "claude-opus-5-20*"],
      ["reseller/claude-opus-5-latest", "claude-opus-5"],
    ]);
    expect(data["reseller/gpt-4o"]?.price).toMatchObject({
      model: "reseller/gpt-4o",
      input: 1.25,
      output: 5,
    });
  });
});
