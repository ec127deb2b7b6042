import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asVisitor, asRoot, asUser } from "../../../test/support/as-user.ts";
import { aChannel, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { listOffers } from "./list-offers.ts";
import type { AvailableModels } from "./present.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
  const root = await asRoot(running);
  await root.post("/api/channel/", aChannel({ models: ["gpt-4o", "unpriced"], groups: ["default", "vip"] }));
  await root.post("/api/channel/", aChannel({ type: 14, models: ["vip-only"], groups: ["vip"] }));
  const mapped = { models: ["my-name"], model_mapping: '{"my-name":"gpt-4o-mini"}' };
  await root.post("/api/channel/", aChannel(mapped));
  const off = await root.post<{ id: number }>("/api/channel/", aChannel({ models: ["off"] }));
  await root.put(`/api/channel/${off.data.id}`, { status: 2 });
});
afterAll(() => running.stop());

describe("available models", () => {
  it("are those of enabled channels in public groups, with the price that counts", async () => {
    const { data } = await asVisitor(running).get<AvailableModels>("/api/available_model");
    expect(Object.keys(data)).toEqual(["gpt-4o", "my-name", "unpriced"]);
    expect(data["gpt-4o"]).toMatchObject({ groups: ["default"], owned_by: "OpenAI", price: { input: 1.25 } });
    expect(data["gpt-4o"]?.owner).toEqual({
      type: 1,
      text: expect.any(String) as string,
      color: expect.any(String) as string,
    });
    expect(data["unpriced"]?.price).toBeNull();
    expect(data["my-name"]?.price).toMatchObject({ model: "gpt-4o-mini" });
  });

  it("belong to the owner that their price names, on any channel", async () => {
    const root = await asRoot(running);
    await root.post("/api/prices/single", {
      model: "claude-through-openai",
      type: "tokens",
      channel_type: 14,
      input: 1,
      output: 1,
    });
    await root.post("/api/channel/", aChannel({ models: ["claude-through-openai"] }));
    const { data } = await asVisitor(running).get<AvailableModels>("/api/available_model");
    expect(data["claude-through-openai"]).toMatchObject({
      owned_by: "Anthropic",
      owner: { type: 14, marks_cache: true },
    });
    await root.put("/api/prices/multiple/delete", { models: ["claude-through-openai"] });
    const unpriced = await asVisitor(running).get<AvailableModels>("/api/available_model");
    expect(unpriced.data["claude-through-openai"]).toMatchObject({ owned_by: "OpenAI", price: null });
  });

  it("have the price book's facts, and the description's instead where there is one", async () => {
    const root = await asRoot(running);
    const known = await asVisitor(running).get<AvailableModels>("/api/available_model");
    const facts = {
      context_length: 128_000,
      input_modalities: ["text", "image"],
      output_modalities: ["text"],
    };
    expect(known.data["gpt-4o"]?.facts).toMatchObject({
      ...facts,
      capabilities: ["tools", "structured output"],
    });
    // A custom name has the facts of the model that answers.
    expect(known.data["my-name"]?.facts).toMatchObject({ context_length: 128_000 });
    expect(known.data["unpriced"]).not.toHaveProperty("facts");
    const info = { model: "gpt-4o", name: "GPT-4o", description: "Sees.", context_length: 64_000 };
    await root.post("/api/model_info/", { ...info, tags: '["fast"]', input_modalities: '["text"]' });
    const listed = await asVisitor(running).get<AvailableModels>("/api/available_model");
    expect(listed.data["gpt-4o"]?.facts).toMatchObject({
      name: "GPT-4o",
      description: "Sees.",
      context_length: 64_000,
      input_modalities: ["text"],
      output_modalities: ["text"],
      tags: ["fast"],
    });
  });

  it("include those of the caller's own group", async () => {
    const vip = await asUser(running, await aUser(running, { group: "vip" }));
    const { data } = await vip.get<AvailableModels>("/api/available_model");
    expect(data["vip-only"]).toMatchObject({ groups: ["vip"], owned_by: "Anthropic" });
    expect(data["gpt-4o"]?.groups).toEqual(["default", "vip"]);
  });
});

it("lists a channel's wildcard as the priced models under it", () => {
  const offer = {
    type: 1,
    enabled: true,
    groups: ["a"],
    models: ["gpt-*", "o3"],
    billedAs: (name: string) => name,
  };
  const found = listOffers(
    [offer, { ...offer, groups: ["b"], models: ["gpt-4"] }],
    ["b", "a"],
    ["gpt-4", "gpt-4-*", "claude"],
  );
  expect([...found]).toEqual([
    ["gpt-4", { groups: ["b", "a"], type: 1, billedAs: "gpt-4" }],
    ["o3", { groups: ["a"], type: 1, billedAs: "o3" }],
  ]);
});
