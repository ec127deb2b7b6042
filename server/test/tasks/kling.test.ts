import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KlingStandIn, startKlingStandIn } from "../support/kling-stand-in.ts";
import { pollTask } from "../support/poll-task.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Kling's own paths, from its envelope to the ledger. */
let running: RunningApp;
let standIn: KlingStandIn;
let key: string;

const model = "kling-video_kling-v1_std_5";
const cost = 0.14 * 500_000;

interface Envelope {
  code: number;
  message: string;
  request_id: string;
  data: {
    task_id: string;
    task_status: string;
    task_status_msg: string;
    task_result?: { videos: { id: string; url: string; duration: string }[] };
  };
}

beforeAll(async () => {
  [running, standIn] = await Promise.all([
    startApp(undefined, { env: { EGRESS_ALLOW: "127.0.0.1" } }),
    startKlingStandIn(),
  ]);
  await running.aChannel({
    type: 53,
    base_url: standIn.url,
    key: standIn.key,
    models: [model],
    priority: 10,
  });
  await running.setBalance(50_000_000);
  key = (await running.aToken()).key;
});

afterAll(async () => {
  await Promise.all([running?.stop(), standIn?.stop()]);
});

const text2video = "/kling/v1/videos/text2video";
const submit = (body: unknown, path = text2video) => running.call(key, body, { path });
const accept = async (body: unknown, path = text2video) =>
  ((await (await submit(body, path)).json()) as Envelope).data.task_id;

async function read(id: string, path = text2video): Promise<Envelope> {
  const answer = await fetch(`${running.url}${path}/${id}`, { headers: { authorization: `Bearer ${key}` } });
  return (await answer.json()) as Envelope;
}

async function finished(id: string, path = text2video): Promise<Envelope> {
  for (;;) {
    const found = await read(id, path);
    if (found.data.task_status === "succeed" || found.data.task_status === "failed") return found;
    await pollTask(running, id, () => read(id, path));
  }
}

describe("a video by Kling's own paths", () => {
  it("is submitted, polled where it was submitted, and paid at its end", async () => {
    standIn.videos.plan("unknown word", "done");
    const before = await running.books();
    const path = "/kling/v1/videos/image2video";
    const answer = await submit({ image: "data:image/png;base64,AAAA", prompt: "it opens" }, path);
    const accepted = (await answer.json()) as Envelope;
    expect([answer.status, accepted]).toMatchObject([
      200,
      { code: 0, data: { task_status: "submitted", task_status_msg: "" } },
    ]);
    expect(standIn.videos.submitted.at(-1)).toMatchObject({
      path: "/v1/videos/image2video",
      body: { model_name: "kling-v1", mode: "std", duration: "5", image: "AAAA", prompt: "it opens" },
    });
    const done = await finished(accepted.data.task_id, path);
    const [video] = done.data.task_result?.videos ?? [];
    expect(video?.duration).toBe("5");
    expect(JSON.stringify(done)).not.toContain(standIn.videos.submitted.at(-1)?.id);
    const content = await fetch(new URL(video?.url ?? "", running.url));
    expect([content.status, content.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(await content.text()).toBe("the bytes of a video");
    const after = await running.books();
    expect(before.balance - after.balance).toBe(cost);
    expect(after.logs.at(-1)).toMatchObject({ model_name: model, quota: cost });
  });

  it("that fails releases its price, with Kling's sentence", async () => {
    standIn.videos.plan("running", "failed");
    const before = await running.books();
    const failed = await finished(await accept({ prompt: "a gate" }));
    expect(failed.data).toMatchObject({
      task_status: "failed",
      task_status_msg: "The picture shows nothing.",
    });
    expect(failed.data).not.toHaveProperty("task_result");
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("is rejected in Kling's envelope, with the field, before anything is sent", async () => {
    const sent = standIn.videos.submitted.length;
    const before = await running.books();
    for (const [body, field, status] of [
      [{}, "prompt", 400],
      [{ prompt: "p", duration: "7" }, "duration", 400],
      [{ prompt: "p", sound: "on" }, "sound", 400],
    ] as const) {
      const answer = await submit(body);
      const { code, message } = (await answer.json()) as Envelope;
      expect([answer.status, code]).toEqual([status, 1201]);
      expect(message).toContain(field);
    }
    expect(standIn.videos.submitted.length).toBe(sent);
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("that Kling rejects costs nothing", async () => {
    standIn.videos.reject(1);
    const before = await running.books();
    const answer = await submit({ prompt: "p" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(((await answer.json()) as Envelope).message).toContain("risk control");
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("is not created by a test of the channel, which checks the key and costs nothing", async () => {
    const sent = standIn.videos.submitted.length;
    const form = { type: 53, base_url: standIn.url, models: [model], test_model: model };
    const right = await running.aChannel({ ...form, key: standIn.key });
    const wrong = await running.aChannel({ ...form, key: "kling-access|another-secret" });
    const test = (id: number) => running.api("GET", `/api/channel/test/${id}`);
    expect(await test(right.id)).toMatchObject({ success: true, skipped: false });
    expect(await test(wrong.id)).toMatchObject({ success: false, problem: "authentication" });
    expect(standIn.videos.submitted.length).toBe(sent);
  });

  it("is a 404 in Kling's envelope for an unknown id", async () => {
    expect(await read("no-such-task")).toMatchObject({ code: 1203, message: expect.stringMatching(/./) });
  });
});
