import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelInfo, ModelOwner } from "@tollgate/contract/model-catalog";
import { asVisitor, asRoot, type Client } from "../../../test/support/as-user.ts";
import { aChannel } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import type { DatabaseLocation } from "../../storage/database.ts";

const url = await postgresOrSkip();
const databases: [name: string, location: DatabaseLocation | undefined][] = [
  ["SQLite", undefined],
  ...(url === null ? [] : [["PostgreSQL", { kind: "postgres", url }] as [string, DatabaseLocation]]),
];

describe.each(databases)("the catalog of models on %s", (_name, location) => {
  let running: ControlApp;
  let root: Client;
  let visitor: Client;
  beforeAll(async () => {
    running = await startControlApp(location && { location });
    root = await asRoot(running);
    visitor = asVisitor(running);
  });
  afterAll(() => running?.stop());

  it("contains every provider as an owner, and added ones above 1000", async () => {
    expect((await visitor.get<ModelOwner[]>("/api/model_ownedby/")).data).toContainEqual({
      id: 1,
      name: "OpenAI",
      icon: "",
    });
    const house = { id: 1001, name: "House", icon: "https://cdn.example/house.png" };
    expect((await root.post("/api/model_ownedby/", house)).data).toEqual(house);
    expect((await root.post("/api/model_ownedby/", house)).code).toBe("model_owner.exists");
    expect((await root.post("/api/model_ownedby/", { id: 999, name: "X" })).body.fields).toMatchObject([
      { path: "id" },
    ]);
    const script = { ...house, id: 1002, icon: "javascript:alert(1)" };
    expect((await root.post("/api/model_ownedby/", script)).body.fields?.[0]?.path).toBe("icon");
    expect((await visitor.get<Record<string, ModelOwner>>("/api/ownedby")).data["1001"]).toEqual(house);
    expect((await root.get("/api/model_ownedby/1001")).data).toEqual(house);
    expect((await root.put("/api/model_ownedby/", { id: 1001, name: "Home" })).data).toEqual({
      ...house,
      name: "Home",
    });
    expect((await root.delete("/api/model_ownedby/1001")).status).toBe(200);
    expect((await root.get("/api/model_ownedby/1001")).code).toBe("model_owner.not_found");
  });

  it("lets a provider's owner be renamed, in all lists of models, and not deleted", async () => {
    await root.post("/api/channel/", aChannel({ models: ["gpt-4o"] }));
    await root.put("/api/model_ownedby/", { id: 1, name: "Open house" });
    const { data } = await visitor.get<Record<string, { owned_by: string }>>("/api/available_model");
    expect(data["gpt-4o"]?.owned_by).toBe("Open house");
    expect((await root.delete("/api/model_ownedby/1")).code).toBe("model_owner.reserved");
  });

  it("describes each model once, lists as JSON text, newest first", async () => {
    const info = {
      model: "gpt-4o",
      name: "GPT-4o",
      description: "Sees and hears.",
      context_length: 128_000,
      max_tokens: 4096,
      input_modalities: '["text","image"]',
      output_modalities: '["text"]',
      tags: "[]",
    };
    const created = await root.post<ModelInfo>("/api/model_info/", info);
    expect(created.data).toMatchObject({ ...info, support_url: "[]", created_at: running.clock.now() });
    expect((await root.post("/api/model_info/", info)).code).toBe("model_info.exists");
    const other = await root.post<ModelInfo>("/api/model_info/", { ...info, model: "o3" });
    const { data } = await visitor.get<ModelInfo[]>("/api/model_info/");
    expect(data.map(({ model }) => model)).toEqual(["o3", "gpt-4o"]);
    for (const tags of ["no list", "{}", "[1]"])
      expect((await root.put("/api/model_info/", { id: other.data.id, tags })).body.fields).toMatchObject([
        { path: "tags", code: "model_info.not_list" },
      ]);
    const edited = await root.put<ModelInfo>("/api/model_info/", { ...other.data, is_edit: true, name: "O" });
    expect(edited.data).toMatchObject({ model: "o3", name: "O", tags: "[]", description: "Sees and hears." });
    const renamed = await root.put("/api/model_info/", { id: other.data.id, model: "gpt-4o" });
    expect(renamed.code).toBe("model_info.exists");
    expect((await root.delete(`/api/model_info/${other.data.id}`)).status).toBe(200);
    expect((await root.get(`/api/model_info/${other.data.id}`)).code).toBe("model_info.not_found");
  });
});
