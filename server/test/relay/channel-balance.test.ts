import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const deepseek = 28;
let running: RunningApp;
let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const aChannel = (type: number) =>
  running.aChannel({ type, base_url: upstream.url, key: "first-key\nsecond-key" });
const update = (id: number) => running.api<{ balance: number }>("GET", `/api/channel/update_balance/${id}`);

it("queries the provider for the balance of the first key and stores the dollars", async () => {
  const { id } = await aChannel(deepseek);
  const balance_infos = [{ currency: "USD", total_balance: "12.50" }];
  upstream.answer(jsonAnswer({ is_available: true, balance_infos }));
  expect((await update(id)).balance).toBe(12.5);
  expect(upstream.seen.at(-1)?.headers.authorization).toBe("Bearer first-key");
  expect(await running.api("GET", `/api/channel/${id}`)).toMatchObject({ balance: 12.5 });
});

it("returns the upstream's error, or that its response has no balance, and leaves the channel enabled", async () => {
  const { id } = await aChannel(deepseek);
  upstream.answer(jsonAnswer({ error: { message: "no access to balances" } }, 401));
  await expect(update(id)).rejects.toThrow(/channel.balance_unavailable.*no access to balances/);
  upstream.answer(jsonAnswer({ unexpected: true }));
  await expect(update(id)).rejects.toThrow(/channel.balance_unavailable/);
  expect(await running.api("GET", `/api/channel/${id}`)).toMatchObject({ status: 1, balance: 0 });
});

it("lists the providers with a balance API", async () => {
  const types = await running.api<{ type: number; canReadBalance: boolean }[]>("GET", "/api/channel/types");
  const canRead = (type: number) => types.find((one) => one.type === type)?.canReadBalance;
  expect([canRead(deepseek), canRead(14)]).toEqual([true, false]);
});
