import type { PriceSimulation } from "@tollgate/contract/price-simulation";
import type { ListedPrice, Price } from "@tollgate/contract/pricing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asVisitor, asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin, aPrice, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running.stop());

const pathOf = (model: string) => `/api/prices/single/${encodeURIComponent(model)}`;

async function inputsOf(...models: string[]): Promise<(number | undefined)[]> {
  const { data } = await admin.get<Price[]>("/api/prices");
  return models.map((model) => data.find((price) => price.model === model)?.input);
}

describe("prices", () => {
  it("are public, seeded, and sorted by provider and model", async () => {
    const { data } = await asVisitor(running).get<Price[]>("/api/prices");
    expect(data.length).toBeGreaterThan(55);
    const keys = data.map((price) => `${String(price.channel_type).padStart(4, "0")} ${price.model}`);
    expect(keys).toEqual([...keys].sort());
    expect(data.find((price) => price.model === "gpt-4o")).toEqual({
      model: "gpt-4o",
      type: "tokens",
      channel_type: 1,
      input: 1.25,
      output: 5,
      locked: false,
      extra_ratios: { cached_tokens: 0.5 },
      rules: [],
    });
  });

  it("are created once", async () => {
    const price = aPrice({ model: "vendor/new-model", extra_ratios: { cached_tokens: 0.1 } });
    expect((await admin.post<Price>("/api/prices/single", price)).data).toMatchObject(price);
    const again = await admin.post("/api/prices/single", price);
    expect(again).toMatchObject({ status: 409, code: "price.exists" });
    expect(again.body.message).toContain("vendor/new-model");
    expect(running.announced).toContain("prices");
  });

  it("are listed with those first that enabled channels are billed by", async () => {
    for (const model of ["zz-mapped", "zz-family-*", "zz-disabled"])
      await admin.post("/api/prices/single", aPrice({ model, channel_type: 39 }));
    const models = ["zz-alias", "zz-family-1"];
    await admin.post("/api/channel/", aChannel({ models, model_mapping: '{"zz-alias":"zz-mapped"}' }));
    await admin.post("/api/channel/", aChannel({ models: ["zz-disabled"], status: 2 }));
    const names = (await admin.get<Price[]>("/api/prices")).data.map(({ model }) => model);
    expect(names.indexOf("zz-family-*")).toBeLessThan(20);
    expect(names.indexOf("zz-mapped")).toBeLessThan(20);
    expect(names.indexOf("zz-disabled")).toBeGreaterThan(names.indexOf("zz-mapped"));
  });

  it("keep their rules where a family client, which has no rules, changes them", async () => {
    const rules = [{ when: { prompt_above: 200_000 }, input: 2.5 }];
    const { rules: _none, ...plain } = aPrice({ model: "kept-rules", input: 4 });
    await admin.post("/api/prices/single", { ...plain, input: 3, rules });
    const stored = async () =>
      (await admin.get<Price[]>("/api/prices")).data.find(({ model }) => model === "kept-rules");
    await admin.put(pathOf("kept-rules"), plain);
    expect(await stored()).toMatchObject({ input: 4, rules });
    await admin.post("/api/prices/sync?updateMode=update", [{ ...plain, input: 5 }]);
    expect(await stored()).toMatchObject({ input: 5, rules });
    const { model, ...terms } = plain;
    const many = { original_models: [model], models: [model], price: { ...terms, input: 6 } };
    expect((await admin.post("/api/prices/multiple", many)).status).toBe(200);
    expect(await stored()).toMatchObject({ input: 6, rules });
    await admin.put(pathOf("kept-rules"), { ...plain, rules: [] });
    expect(await stored()).toMatchObject({ input: 4, rules: [] });
  });

  it("keep their rules, and lose those that a change leaves out", async () => {
    const rules = [
      { when: { prompt_above: 200_000 }, input: 2.5, extra_ratios: { cached_read_tokens: 0.2 } },
      { when: { service_tier: "flex" }, ratio: 0.5 },
    ];
    const price = aPrice({ model: "ruled", rules });
    expect((await admin.post<Price>("/api/prices/single", price)).data.rules).toEqual(rules);
    const stored = async () =>
      (await admin.get<Price[]>("/api/prices")).data.find(({ model }) => model === "ruled")?.rules;
    expect(await stored()).toEqual(rules);
    await admin.put(pathOf("ruled"), { ...price, rules: rules.slice(1) });
    expect(await stored()).toEqual(rules.slice(1));
    const root = await asRoot(running);
    const entries = await root.get<{ data: { detail: object }[] }>(
      "/api/audit/?target_type=price&target_id=ruled&order=-id",
    );
    expect(entries.data.data[0]?.detail).toEqual({
      rules: { added: [], removed: [JSON.stringify(rules[0])] },
    });
    const rejected = await admin.put(pathOf("ruled"), { ...price, rules: [{ when: {}, input: 1 }] });
    expect(rejected.body.fields).toMatchObject([
      { path: "rules.0.when", code: "price.rule_without_condition" },
    ]);
  });

  it("are changed and renamed by a path that may contain slashes and a wildcard, raw or encoded", async () => {
    await admin.post("/api/prices/single", aPrice({ model: "org/team/model*" }));
    const changed = await admin.put<Price>(
      pathOf("org/team/model*"),
      aPrice({ model: "org/team/model*", input: 9 }),
    );
    expect(changed.data.input).toBe(9);
    const renamed = await admin.put<Price>("/api/prices/single/org/team/model*", aPrice({ model: "org/b" }));
    expect(renamed.data.model).toBe("org/b");
    expect((await admin.put(pathOf("org/b"), aPrice({ model: "gpt-4o" }))).code).toBe("price.exists");
    expect((await admin.put(pathOf("org/gone"), aPrice())).code).toBe("price.not_found");
    expect((await admin.delete(pathOf("org/b"))).status).toBe(200);
    expect((await admin.delete(pathOf("org/b"))).code).toBe("price.not_found");
  });

  it("are deleted by the list", async () => {
    await admin.post("/api/prices/single", aPrice({ model: "bulk-1" }));
    const answer = await admin.put("/api/prices/multiple/delete", { models: ["bulk-1", "bulk-2"] });
    expect(answer.data).toEqual({ changed: 1 });
  });

  it("contain the description of their model, with lists as arrays", async () => {
    await admin.post("/api/prices/single", aPrice({ model: "described" }));
    const tags = JSON.stringify(["fast", "cheap"]);
    const info = { model: "described", name: "Described", context_length: 128_000, tags };
    expect((await admin.post("/api/model_info/", info)).status).toBe(200);
    const listed = await asVisitor(running).get<ListedPrice[]>("/api/prices");
    const found = listed.data.find((price) => price.model === "described");
    expect(found?.model_info).toMatchObject({
      model: "described",
      name: "Described",
      context_length: 128_000,
      tags: ["fast", "cheap"],
      input_modalities: [],
    });
    expect(found?.model_info).not.toHaveProperty("id");
    // A client that sends back what it read only changes the price.
    const changed = await admin.put<Price>(pathOf("described"), { ...found, input: 7 });
    expect(changed.data).toMatchObject({ model: "described", input: 7 });
    expect(listed.data.find((price) => price.model === "gpt-4o")).not.toHaveProperty("model_info");
  });

  it("are changed together: named models get the price, models that are no longer named lose it", async () => {
    const base = aPrice({ channel_type: 8 });
    for (const model of ["family-1", "family-2", "elsewhere"])
      await admin.post("/api/prices/single", { ...base, model });
    const { model: _, ...price } = { ...base, input: 5 };
    const body = { original_models: ["family-1", "family-2"], models: ["family-2", "family-3"], price };
    const { data } = await admin.post("/api/prices/multiple", { ...body, price: { ...price, model: "" } });
    expect(data).toEqual({ changed: 3 });
    expect(await inputsOf("family-1", "family-2", "family-3")).toEqual([undefined, 5, 5]);
    const again = await admin.post("/api/prices/multiple", { ...body, original_models: body.models });
    expect(again.data).toEqual({ changed: 0 });
    const taken = { original_models: ["family-2"], models: ["family-2", "elsewhere"], price };
    const rejected = await admin.post("/api/prices/multiple", taken);
    expect(rejected.body.fields).toMatchObject([{ path: "models.1", code: "price.exists" }]);
    const empty = await admin.post("/api/prices/multiple", { models: [], price: { type: "tokens" } });
    expect(empty.body.fields?.map(({ path }) => path)).toEqual([
      "models",
      "price.channel_type",
      "price.input",
      "price.output",
    ]);
  });

  it("are counted and audited once where a model is named twice", async () => {
    for (const model of ["twice-1", "twice-2"]) await admin.post("/api/prices/single", aPrice({ model }));
    const { model: _, ...price } = aPrice();
    const original_models = ["twice-1", "twice-1", "twice-2"];
    const body = { original_models, models: ["twice-2", "twice-2"], price };
    expect((await admin.post("/api/prices/multiple", body)).data).toEqual({ changed: 1 });
  });

  it("are simulated for a user's group, whose call is neither made nor charged", async () => {
    const { id } = await aUser(running);
    await admin.post("/api/prices/single", aPrice({ model: "simulated", input: 2, output: 4 }));
    await admin.post("/api/channel/", aChannel({ models: ["simulated"] }));
    const call = { model: "simulated", user_id: id, usage: { input: 100, output: 10 } };
    const { data } = await admin.post<PriceSimulation>("/api/prices/simulate", call);
    expect(data).toMatchObject({ problem: "none", user: { id }, group: { symbol: "default" }, cost: 240 });
    const simulate = async (more: object) =>
      (await admin.post("/api/prices/simulate", { ...call, ...more })).code;
    expect(await simulate({ user_id: 99_999 })).toBe("user.not_found");
    expect(await simulate({ channel_id: 99_999 })).toBe("channel.not_found");
    expect(await simulate({ usage: { input: -1 } })).toBe("request.invalid");
    expect(await simulate({ usage: { made_up: 1 } })).toBe("request.invalid");
    const rejected = await admin.post<PriceSimulation>("/api/prices/simulate", { ...call, group: "nowhere" });
    expect(rejected.data.problem).toBe("no_group");
  });

  it("are rejected outside their bounds", async () => {
    for (const values of [{ input: -1 }, { output: 1e7 }, { type: "hour" }, { model: "*x" }, { model: "" }])
      expect((await admin.post("/api/prices/single", { ...aPrice(), ...values })).status).toBe(400);
    const unknown = { ...aPrice({ model: "of-no-provider" }), channel_type: 999 };
    const refused = [{ code: "channel.unknown_type", params: { type: 999 } }];
    expect((await admin.post("/api/prices/single", unknown)).body.fields).toMatchObject(refused);
    const several = { models: ["of-no-provider"], price: unknown };
    expect((await admin.post("/api/prices/multiple", several)).body.fields).toMatchObject(refused);
    const listed = await admin.post("/api/prices/sync?updateMode=add", [aPrice(), unknown]);
    expect(listed.body.fields).toMatchObject([{ ...refused[0], path: "1.channel_type" }]);
    const known = aPrice({ model: "of-no-provider", channel_type: 0 });
    expect((await admin.post("/api/prices/single", known)).status).toBe(200);
    expect((await admin.put("/api/prices/single/of-no-provider", unknown)).body.fields).toMatchObject(
      refused,
    );
    const unknownClass = { ...aPrice(), extra_ratios: { made_up: 1 } };
    expect((await admin.post("/api/prices/single", unknownClass)).status).toBe(400);
  });

  it("are reported missing for channels' models by the billed name", async () => {
    await admin.post(
      "/api/channel/",
      aChannel({
        models: ["gpt-4o", "alias", "kept-alias", "unknown-model", "gpt-3.5*", "nothing-like*"],
        model_mapping: JSON.stringify({ alias: "gpt-4o", "kept-alias": "+gpt-4o", "map-only": "gpt-4o" }),
      }),
    );
    const unpriced = await admin.get<string[]>("/api/prices/unpriced");
    expect(unpriced.data).toEqual(["kept-alias", "nothing-like*", "unknown-model"]);
    const { data } = await admin.get<string[]>("/api/prices/model_list");
    expect(data).toEqual(expect.arrayContaining(["gpt-4o", "alias", "map-only", "unknown-model"]));
  });

  it("are imported from a list: added, replaced or overwritten, never where they are locked", async () => {
    for (const [model, locked] of [
      ["sync-open", false],
      ["sync-locked", true],
    ] as const)
      await admin.post("/api/prices/single", aPrice({ model, locked, input: 1 }));
    const list = ["sync-open", "sync-locked", "sync-new"].map((model) => aPrice({ model, input: 4 }));
    const sync = async (mode: string, prices: unknown = list) =>
      admin.post<object>(`/api/prices/sync?updateMode=${mode}`, prices);
    expect((await sync("update")).data).toEqual({ added: 0, updated: 1, deleted: 0 });
    expect(await inputsOf("sync-open", "sync-locked", "sync-new")).toEqual([4, 1, undefined]);
    expect((await sync("add", [{ ...list[0], input: 9 }, list[2]])).data).toMatchObject({ added: 1 });
    expect(await inputsOf("sync-open", "sync-locked", "sync-new")).toEqual([4, 1, 4]);
    expect((await sync("system")).data).toEqual({ added: 0, updated: 0, deleted: 0 });
    const twice = await sync("add", [list[0], { ...list[0], extra_ratios: null }]);
    expect(twice.body.fields).toMatchObject([{ path: "1.model", code: "price.listed_twice" }]);
    expect((await sync("replace")).body.fields).toMatchObject([{ path: "updateMode" }]);
    expect((await sync("add", [{ model: "half" }])).body.fields?.map(({ path }) => path)).toContain(
      "0.input",
    );
    const before = (await admin.get<Price[]>("/api/prices")).data.length;
    const { data } = await sync("overwrite", [{ ...list[2], input: 8 }]);
    // All but the one that is locked and the one that is listed.
    expect(data).toEqual({ added: 0, updated: 1, deleted: before - 2 });
    const { data: left } = await admin.get<Price[]>("/api/prices");
    expect(left.map(({ model, input }) => [model, input])).toEqual([
      ["sync-locked", 1],
      ["sync-new", 8],
    ]);
    const root = await asRoot(running);
    const entries = await root.get<{ data: { action: string }[] }>(
      "/api/audit/?target_type=price&target_id=sync-new&order=-id",
    );
    expect(entries.data.data).toMatchObject([{ action: "price.update" }, { action: "price.create" }]);
  });
});
