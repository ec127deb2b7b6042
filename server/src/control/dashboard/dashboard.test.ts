import type { DashboardRow } from "@tollgate/contract/dashboard";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asRoot, asUser } from "../../../test/support/as-user.ts";
import { aChannel, aLog, aPrice, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

it("sums one's own usage by day and model over eight days, in the caller's zone", async () => {
  const user = await aUser(running);
  // 2026-11-03 04:05 UTC is still the 2nd in a zone eight hours west.
  const day = (iso: string) => Math.floor(Date.parse(iso) / 1000);
  await aLog(running, user.id, { created_at: day("2026-11-03T02:00:00Z"), quota: 1 });
  await aLog(running, user.id, { created_at: day("2026-11-03T03:00:00Z"), quota: 2 });
  await aLog(running, user.id, { created_at: day("2026-11-03T03:00:00Z"), quota: 4, model_name: "o3" });
  await aLog(running, user.id, { created_at: day("2026-10-27T00:00:00Z"), quota: 8 });
  await aLog(running, user.id, { created_at: day("2026-10-26T23:59:59Z"), quota: 16 });
  await aLog(running, 1, { created_at: day("2026-11-03T03:00:00Z"), quota: 32 });
  const client = await asUser(running, user);
  const rows = async (offset: number) =>
    (await client.get<DashboardRow[]>(`/api/user/dashboard?offset=${offset}`)).data.map((row) => [
      row.Date,
      row.ModelName,
      row.RequestCount,
      row.Quota,
    ]);
  expect(await rows(0)).toEqual([
    ["2026-10-27", "gpt-4o", 1, 8],
    ["2026-11-03", "gpt-4o", 2, 3],
    ["2026-11-03", "o3", 1, 4],
  ]);
  expect(await rows(-480)).toEqual([
    ["2026-10-26", "gpt-4o", 2, 24],
    ["2026-11-02", "gpt-4o", 2, 3],
    ["2026-11-02", "o3", 1, 4],
  ]);
  expect((await client.get("/api/user/dashboard?offset=900")).status).toBe(400);
});

it("leaves the time of asynchronous tasks out of a model's latency", async () => {
  const user = await aUser(running);
  const task = { metadata: JSON.stringify({ task_platform: "kling" }), request_time: 600_000 };
  await aLog(running, user.id, { channel_id: 3, request_time: 200 });
  await aLog(running, user.id, { channel_id: 3, ...task });
  await aLog(running, user.id, { channel_id: 3, model_name: "kling-v1", ...task });
  const client = await asUser(running, user);
  const { data } = await client.get<DashboardRow[]>("/api/user/dashboard");
  expect(data).toMatchObject([
    { ModelName: "gpt-4o", RequestCount: 2, RequestTime: 200, TimedCount: 1 },
    { ModelName: "kling-v1", RequestCount: 1, RequestTime: 0, TimedCount: 0 },
  ]);
});

interface Checklist {
  has_channel: boolean;
  has_price: boolean;
  has_token: boolean;
  has_request: boolean;
  unpriced_count: number;
  unpriced_models: string[];
}

it("checks off the steps of a new installation, prices once no offered model would be rejected", async () => {
  const root = await asRoot(running);
  const steps = async () => (await root.get<Checklist>("/api/user/dashboard/checklist")).data;
  expect(await steps()).toEqual({
    has_channel: false,
    has_price: false,
    has_token: false,
    has_request: true,
    unpriced_count: 0,
    unpriced_models: [],
  });
  await root.post("/api/channel/", aChannel());
  await root.post("/api/token/", { name: "t" });
  expect(await steps()).toMatchObject({ has_channel: true, has_price: true, has_token: true });

  // Wildcards, mapped names and names billed as another one are resolved as for a call.
  const models = ["one", "two", "three", "four", "own-*", "alias", "kept", "gpt-3.5*"];
  const model_mapping = JSON.stringify({ alias: "gpt-4o", kept: "+gpt-4o" });
  const { data } = await root.post<{ id: number }>("/api/channel/", aChannel({ models, model_mapping }));
  expect(await steps()).toMatchObject({
    has_price: false,
    unpriced_count: 6,
    unpriced_models: ["four", "kept", "one"],
  });
  const price = (model: string) => root.post("/api/prices/single", aPrice({ model }));
  for (const model of ["one", "two", "three", "four", "kept"]) await price(model);
  expect(await steps()).toMatchObject({ has_price: false, unpriced_models: ["own-*"] });
  await price("own-small");
  expect(await steps()).toMatchObject({ has_price: true, unpriced_count: 0 });

  await root.put("/api/prices/multiple/delete", { models: ["one"] });
  expect(await steps()).toMatchObject({ has_price: false, unpriced_models: ["one"] });
  // A disabled channel offers nothing.
  await root.put(`/api/channel/${data.id}`, { status: 2 });
  expect(await steps()).toMatchObject({ has_price: true });
});
