import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UpstreamAnswer, UpstreamRequest } from "../../src/relay/providers/provider.ts";
import { platform as kling } from "../../src/relay/tasks/kling/index.ts";
import type { TaskChannel, TaskPlatform, TaskReport, TaskRequest } from "../../src/relay/tasks/platform.ts";
import { platform as video } from "../../src/relay/tasks/video/index.ts";
import { aChannelView } from "../conformance/provider-conformance.ts";
import { startKlingStandIn } from "../support/kling-stand-in.ts";
import { startOpenAiVideosStandIn } from "../support/openai-videos-stand-in.ts";
import type { ScriptedVideos } from "../support/scripted-videos.ts";
import type { StandInServer } from "../support/stand-in-server.ts";
import { startVeoStandIn } from "../support/veo-stand-in.ts";

type StandIn = StandInServer & { key: string; videos: ScriptedVideos };

const create = (model: string): TaskRequest => ({
  action: "create",
  body: { model, prompt: "a toll gate", seconds: model.startsWith("sora") ? "8" : "5" },
});

/** Every surface with an upstream that uses its real protocol, key included. */
const cases: {
  name: string;
  platform: TaskPlatform;
  type: number;
  start: () => Promise<StandIn>;
  request: TaskRequest;
}[] = [
  {
    name: "Kling's own paths",
    platform: kling,
    type: 53,
    start: startKlingStandIn,
    request: { action: "image2video", body: { image: "AAAA" } },
  },
  {
    name: "OpenAI's videos by Kling",
    platform: video,
    type: 53,
    start: startKlingStandIn,
    request: create("kling-video_kling-v2-1_std_5"),
  },
  {
    name: "OpenAI's videos by OpenAI",
    platform: video,
    type: 1,
    start: startOpenAiVideosStandIn,
    request: create("sora-2"),
  },
  {
    name: "OpenAI's videos by Veo",
    platform: video,
    type: 25,
    start: startVeoStandIn,
    request: { action: "create", body: { model: "veo-3.1-generate-preview", prompt: "a gate", seconds: 8 } },
  },
];

async function send(request: UpstreamRequest): Promise<UpstreamAnswer> {
  request.sign?.(request, Date.now());
  const { url, method, headers } = request;
  const answer = await fetch(url, { method, headers, ...(request.body && { body: request.body }) });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
}

describe.each(cases)("$name over the wire", ({ platform, type, start, request }) => {
  let standIn: StandIn;
  let channel: TaskChannel;

  beforeAll(async () => {
    standIn = await start();
    channel = { ...aChannelView({ baseUrl: standIn.url, key: standIn.key }), type };
  });
  afterAll(() => standIn.stop());

  const submit = () => {
    const { model } = platform.readSubmission(request);
    return send(platform.buildSubmission(request, { channel, upstreamModel: model }));
  };
  const sendRequest = async (id: string): Promise<TaskReport | undefined> => {
    const { action } = platform.readSubmission(request);
    const answer = await send(platform.buildQuery([id], channel, action));
    expect(platform.readProblem(answer, channel)).toBeUndefined();
    return platform.readReports(answer, channel, [id])[0];
  };

  it("is queued, created and found", async () => {
    standIn.videos.plan("queued", "unknown word", "running", "queued", "done");
    const answer = await submit();
    expect(platform.readProblem(answer, channel)).toBeUndefined();
    const { upstreamId } = platform.readAccepted(answer, channel);
    const seen: (string | undefined)[] = [];
    for (let count = 0; count < 4; count += 1) seen.push((await sendRequest(upstreamId))?.status);
    expect(seen).not.toContain("success");
    expect(seen).not.toContain("failure");
    const done = await sendRequest(upstreamId);
    expect(done).toMatchObject({ upstreamId, status: "success", progress: 100, failReason: "" });
    const found = platform.contentOf?.(done?.result, upstreamId, "video", channel);
    if (!found) throw new Error("no file");
    const file =
      "url" in found ? await send({ method: "GET", url: found.url, headers: {} }) : await send(found.request);
    expect([file.headers["content-type"], file.body.toString()]).toEqual([
      "video/mp4",
      expect.stringContaining("the bytes of a video"),
    ]);
  });

  it("fails with the platform's sentence", async () => {
    standIn.videos.plan("failed");
    const { upstreamId } = platform.readAccepted(await submit(), channel);
    const report = await sendRequest(upstreamId);
    expect(report?.status).toBe("failure");
    expect(report?.failReason).toMatch(/shows|could not/);
  });

  it("is rejected with the platform's sentence, and with its code for a wrong key", async () => {
    standIn.videos.reject(1);
    expect(platform.readProblem(await submit(), channel)?.message).toMatch(/control|moderation|policy/);
    const { model } = platform.readSubmission(request);
    const wrong = { ...channel, key: "no|key" };
    const answer = await send(platform.buildSubmission(request, { channel: wrong, upstreamModel: model }));
    expect(platform.readProblem(answer, channel)?.kind).toBe("auth");
  });
});
