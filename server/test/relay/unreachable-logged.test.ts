import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../../src/platform/logger.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** An unreachable upstream is not an error of this server. */
let running: RunningApp;
const lines: string[] = [];
const closed = "http://127.0.0.1:1";

beforeAll(async () => {
  const logger = createLogger({ level: "debug", destination: { write: (line) => void lines.push(line) } });
  running = await startApp(undefined, { logger });
  for (const model of ["test-model", "claude"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 2, output: 3 });
});
afterAll(() => running?.stop());

it("are logged as a warning with a reason and without a stack when a model list or a balance is fetched", async () => {
  const { id } = await running.aChannel({ base_url: closed });
  lines.length = 0;
  const form = { type: 1, base_url: closed, key: "sk-upstream" };
  await expect(running.api("POST", "/api/channel/provider_models_list", form)).rejects.toThrow(
    /models_unavailable/,
  );
  await expect(running.api("GET", `/api/channel/update_balance/${id}`)).rejects.toThrow(/balance_unavail/);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toMatchObject([
    { level: 40, code: "channel.models_unavailable", reason: expect.stringMatching(/refused/i) as string },
    { level: 40, code: "channel.balance_unavailable", reason: expect.stringMatching(/refused/i) as string },
  ]);
  expect(lines.join("")).not.toContain("stack");
});

it("log no error for a call, a count, a test or a realtime session", async () => {
  const { key } = await running.aToken();
  const { id } = await running.aChannel({ base_url: closed });
  await running.aChannel({ type: 14, base_url: closed, models: ["claude"] });
  lines.length = 0;
  const chat = { messages: [{ role: "user", content: "Hi" }] };
  expect((await running.call(key, { model: "test-model", ...chat })).status).toBe(502);
  const path = "/v1/messages/count_tokens";
  expect((await running.call(key, { model: "claude", ...chat }, { path })).status).toBe(200);
  await running.api("GET", `/api/channel/test/${id}?model=test-model`);
  const upgrade = { connection: "Upgrade", upgrade: "websocket", authorization: `Bearer ${key}` };
  await fetch(`${running.url}/v1/realtime?model=test-model`, { headers: upgrade }).catch(() => {});
  expect(lines.filter((line) => line.includes("stack") || line.includes('"level":50'))).toEqual([]);
});
