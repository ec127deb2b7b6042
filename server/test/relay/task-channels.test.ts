import type { ChannelTestResult } from "@tollgate/contract/channels";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMidjourneyStandIn } from "../support/midjourney-stand-in.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startSunoStandIn } from "../support/suno-stand-in.ts";

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(async () => {
  await running?.stop();
});

const test = (id: number) => running.api<ChannelTestResult>("GET", `/api/channel/test/${id}`);

describe.each([
  {
    name: "Midjourney",
    type: 34,
    model: "mj_imagine",
    start: async () => {
      const proxy = await startMidjourneyStandIn();
      return { proxy, key: proxy.secret, path: "task/list-by-condition" };
    },
  },
  {
    name: "Suno",
    type: 41,
    model: "chirp-v3-5",
    start: async () => {
      const proxy = await startSunoStandIn();
      return { proxy, key: proxy.key, path: "fetch" };
    },
  },
])("a $name channel", ({ name, type, model, start }) => {
  let opened: Awaited<ReturnType<typeof start>>;
  let id: number;
  const aChannel = (key: string) =>
    running.aChannel({ type, key, base_url: opened.proxy.url, models: [model], test_model: model });

  beforeAll(async () => {
    opened = await start();
    ({ id } = await aChannel(opened.key));
  });
  afterAll(() => opened?.proxy.stop());

  it("is tested with a call that creates nothing and costs nothing", async () => {
    expect(await test(id)).toMatchObject({ success: true, skipped: false, model });
    expect(opened.proxy.calls.map(({ path }) => path)).toEqual([opened.path]);
    expect(opened.proxy.tasks.size).toBe(0);
  });

  it("fails its test with a wrong key, or if another server answers", async () => {
    const wrong = await aChannel("a-wrong-key-0123456789");
    expect(await test(wrong.id)).toMatchObject({ success: false, problem: "authentication" });
    opened.proxy.faults.push({ status: 200, text: "<html>Welcome</html>" }, { json: { hello: "you" } });
    for (const _fault of [1, 2])
      expect(await test(id)).toMatchObject({ success: false, problem: "bad_answer" });
  });

  it("needs a URL, because the vendor has no API of its own", async () => {
    const saved = running.aChannel({ type, key: opened.key, base_url: "", models: [model] });
    await expect(saved).rejects.toThrow("base_url");
  });

  it.runIf(name === "Midjourney")("rejects a chat with a message that names what it lacks", async () => {
    const { key } = await running.aToken();
    const answer = await running.call(key, { model, messages: [{ role: "user", content: "Hi" }] });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain(
      `No channel of the model ${model} offers this endpoint.`,
    );
  });
});
