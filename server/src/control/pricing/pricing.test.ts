import type { Price } from "@tollgate/contract/pricing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asNobody, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin, aPrice } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running.stop());

const pathOf = (model: string) => `/api/prices/single/${encodeURIComponent(model)}`;

describe("prices", () => {
  it("are public, seeded, and sorted by provider and model", async () => {
    const { data } = await asNobody(running).get<Price[]>("/api/prices");
    expect(data.length).toBeGreaterThan(55);
    const keys = data.map((price) => `${String(price.channel_type).padStart(3, "0")} ${price.model}`);
    expect(keys).toEqual([...keys].sort());
    expect(data.find((price) => price.model === "gpt-4o")).toEqual({
      model: "gpt-4o",
      type: "tokens",
      channel_type: 1,
      input: 1.25,
      output: 5,
      locked: false,
      extra_ratios: { cached_tokens: 0.5 },
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

  it("are changed and renamed by a path that may hold slashes and a wildcard, raw or encoded", async () => {
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

  it("are refused outside their bounds", async () => {
    for (const values of [{ input: -1 }, { output: 1e7 }, { type: "hour" }, { model: "*x" }, { model: "" }])
      expect((await admin.post("/api/prices/single", { ...aPrice(), ...values })).status).toBe(400);
    const unknownClass = { ...aPrice(), extra_ratios: { made_up: 1 } };
    expect((await admin.post("/api/prices/single", unknownClass)).status).toBe(400);
  });

  it("are missed for channels' models by the name that is billed", async () => {
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
});
