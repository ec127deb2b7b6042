import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anotherUser } from "../support/another-user.ts";
import { type KlingStandIn, startKlingStandIn } from "../support/kling-stand-in.ts";
import { type OpenAiVideosStandIn, startOpenAiVideosStandIn } from "../support/openai-videos-stand-in.ts";
import { pollTask } from "../support/poll-task.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startVeoStandIn, type VeoStandIn } from "../support/veo-stand-in.ts";

/** `/v1/videos` from OpenAI's SDK to upstreams with their real protocols. */
let running: RunningApp;
let sora: OpenAiVideosStandIn;
let veo: VeoStandIn;
let kling: KlingStandIn;
let client: OpenAI;

const klingModel = "kling-video_kling-v2-1_std_5";
const dollar = 500_000;
const start = 100 * dollar;

beforeAll(async () => {
  [running, sora, veo, kling] = await Promise.all([
    startApp(undefined, { env: { EGRESS_ALLOW: "127.0.0.1" } }),
    startOpenAiVideosStandIn(),
    startVeoStandIn(),
    startKlingStandIn(),
  ]);
  const channels = [
    { type: 1, ...sora, models: ["sora-2", "clips"] },
    { type: 25, ...veo, models: ["veo-3.1-generate-preview"] },
    { type: 53, ...kling, models: [klingModel] },
  ];
  for (const { type, url, key, models } of channels)
    await running.aChannel({ type, name: `type ${type}`, base_url: url, key, models });
  const bySecond = { type: "tokens", input: 0, output: 0, channel_type: 1 } as const;
  await running.aPrice({ ...bySecond, locked: false, model: "clips", extra_ratios: { second: 0.1 } });
  await running.setBalance(start);
  const { key } = await running.aToken();
  client = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
});

afterAll(async () => {
  await Promise.all([running, sora, veo, kling].map((one) => one?.stop()));
});

/** Waits for the end of a video. */
async function finished(id: string): Promise<OpenAI.Video> {
  for (;;) {
    const video = await client.videos.retrieve(id);
    if (video.status === "completed" || video.status === "failed") return video;
    await pollTask(running, id, () => client.videos.retrieve(id));
  }
}

const download = async (id: string, variant: "video" | "thumbnail" = "video") => {
  const answer = await client.videos.downloadContent(id, { variant });
  return [answer.headers.get("content-type"), await answer.text()];
};

describe("a video by OpenAI's SDK", () => {
  it("is created, waited for, downloaded, listed, remixed and deleted", async () => {
    sora.videos.plan("running", "done");
    const before = await running.books();
    const made = await client.videos.create({
      model: "sora-2",
      prompt: "a gate",
      seconds: "8",
      size: "1280x720",
    });
    expect(made).toMatchObject({
      object: "video",
      status: "queued",
      model: "sora-2",
      prompt: "a gate",
      seconds: "8",
      size: "1280x720",
      remixed_from_video_id: null,
      error: null,
    });
    expect(sora.videos.submitted.at(-1)).toMatchObject({
      path: "/v1/videos",
      body: { model: "sora-2", prompt: "a gate", seconds: "8", size: "1280x720" },
    });
    const done = await finished(made.id);
    expect(done).toMatchObject({ id: made.id, status: "completed", progress: 100 });
    expect(done.completed_at).toBeGreaterThan(1_700_000_000);
    expect(JSON.stringify(done)).not.toContain(sora.videos.submitted.at(-1)?.id);
    expect(await download(made.id)).toEqual(["video/mp4", "the bytes of a video: video"]);
    expect(await download(made.id, "thumbnail")).toEqual(["image/webp", "the bytes of a video: thumbnail"]);

    const remix = await client.videos.remix(made.id, { prompt: "the gate at night" });
    expect(remix).toMatchObject({
      remixed_from_video_id: made.id,
      model: "sora-2",
      prompt: "the gate at night",
      seconds: "8",
      size: "1280x720",
    });
    expect(sora.videos.submitted.at(-1)).toMatchObject({
      path: `/v1/videos/${sora.videos.submitted.at(-2)?.id}/remix`,
      body: { prompt: "the gate at night" },
    });
    await finished(remix.id);
    const after = await running.books();
    // Two videos of eight seconds at ten cents a second.
    expect(before.balance - after.balance).toBe(2 * 8 * 0.1 * dollar);

    const listed = await client.videos.list({ limit: 1, order: "desc" });
    expect(listed.data.map(({ id }) => id)).toEqual([remix.id]);
    expect(listed.has_more).toBe(true);
    const next = await client.videos.list({ limit: 1, after: remix.id });
    expect(next.data.map(({ id }) => id)).toEqual([made.id]);

    expect(await client.videos.delete(made.id)).toEqual({
      id: made.id,
      object: "video.deleted",
      deleted: true,
    });
    await expect(client.videos.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
  });

  it("begins with an image that is sent as a file", async () => {
    sora.videos.plan("done");
    const input_reference = await toFile(Buffer.from([1, 2, 3]), "gate.png", { type: "image/png" });
    const { id } = await client.videos.create({ model: "sora-2", prompt: "it opens", input_reference });
    const { body } = sora.videos.submitted.at(-1) ?? {};
    expect(body).toContain('name="input_reference"; filename="gate.png"');
    expect(body).toContain('name="seconds"\r\n\r\n4\r\n');
    expect((await finished(id)).status).toBe("completed");
  });

  it.each([
    ["Veo", () => veo, "veo-3.1-generate-preview", "8", 8 * 0.4],
    ["Kling", () => kling, klingModel, "5", 0.28],
  ] as const)(
    "is created by %s in its own format, and paid once",
    async (_name, standIn, model, seconds, dollars) => {
      standIn().videos.plan("unknown word", "done");
      const before = await running.books();
      const { id } = await client.videos.create({ model, prompt: "a gate", seconds: seconds as "8" });
      expect(await finished(id)).toMatchObject({ status: "completed", seconds });
      expect(await download(id)).toEqual(["video/mp4", "the bytes of a video"]);
      const after = await running.books();
      expect(before.balance - after.balance).toBe(Math.ceil(dollars * dollar));
      expect(after.logs.at(-1)).toMatchObject({ model_name: model, quota: Math.ceil(dollars * dollar) });
    },
  );

  it("that fails costs nothing and returns the reason", async () => {
    veo.videos.plan("failed");
    const before = await running.books();
    const { id } = await client.videos.create({ model: "veo-3.1-generate-preview", prompt: "a gate" });
    const failed = await finished(id);
    expect(failed).toMatchObject({ status: "failed", error: { message: "The video could not be made." } });
    expect((await running.books()).balance).toBe(before.balance);
    await expect(client.videos.downloadContent(id)).rejects.toMatchObject({ status: 404 });
  });

  it("is rejected before anything is sent, with the field that is wrong", async () => {
    const before = await running.books();
    const sent = sora.videos.submitted.length + kling.videos.submitted.length;
    const rejections = [
      [{ model: "sora-2", prompt: "" }, "prompt"],
      [{ model: "sora-2", prompt: "p", seconds: "5" }, "seconds"],
      [{ model: "sora-2", prompt: "p", seconds: "0" }, "seconds"],
      [{ model: "sora-2", prompt: "p", size: "huge" }, "size"],
      [{ model: "sora-2", prompt: "p", size: "1792x1024" }, "size"],
      [{ model: klingModel, prompt: "p", seconds: "10" }, "seconds"],
    ] as const;
    for (const [body, param] of rejections)
      await expect(client.videos.create(body as never), param).rejects.toMatchObject({ status: 400, param });
    // A video of unknown length has no price by second.
    await expect(client.videos.create({ model: "clips", prompt: "p" })).rejects.toMatchObject({
      param: "model",
    });
    expect(sora.videos.submitted.length + kling.videos.submitted.length).toBe(sent);
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("that the upstream rejects costs nothing", async () => {
    sora.videos.reject(1);
    const before = await running.books();
    await expect(client.videos.create({ model: "sora-2", prompt: "p" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("moderation"),
    });
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("is one 404 for an unknown id and for another user's", async () => {
    sora.videos.plan("done");
    const { id } = await client.videos.create({ model: "sora-2", prompt: "mine" });
    const { key } = await anotherUser(running);
    const other = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });
    const calls = [
      (by: OpenAI, one: string) => by.videos.retrieve(one),
      (by: OpenAI, one: string) => by.videos.downloadContent(one),
      (by: OpenAI, one: string) => by.videos.remix(one, { prompt: "p" }),
      (by: OpenAI, one: string) => by.videos.delete(one),
    ];
    const answerTo = async (by: OpenAI, one: string) => {
      const errors = await Promise.all(calls.map((call) => call(by, one).catch((error: unknown) => error)));
      return errors.map((error) => {
        if (!(error instanceof OpenAI.APIError)) throw new Error("no error");
        return [error.status, error.code, error.message.replace(one, "ID").replace(/request id: [^)]*/, "")];
      });
    };
    const unknown = await answerTo(client, "task_unknown");
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 404]);
    expect(await answerTo(other, id)).toEqual(unknown);
    expect((await other.videos.list()).data).toEqual([]);
    await finished(id);
  });
});
