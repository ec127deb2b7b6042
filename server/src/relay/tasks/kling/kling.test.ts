import { describe, expect, it } from "vitest";
import { describeTaskPlatform } from "../../../../test/conformance/task-conformance.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { CannotServe, type UpstreamAnswer } from "../../providers/provider.ts";
import type { SubmissionContext, TaskRequest } from "../platform.ts";
import { platform } from "./index.ts";

const answer = (status: number, json: unknown): UpstreamAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(json)),
});
const envelope = (data: unknown): UpstreamAnswer =>
  answer(200, { code: 0, message: "SUCCEED", request_id: "r-1", data });

const text2video: TaskRequest = { action: "text2video", body: { prompt: "a toll gate at dawn" } };
const image2video: TaskRequest = {
  action: "image2video",
  body: {
    model_name: "kling-v2-1",
    mode: "pro",
    duration: "10",
    image: "data:image/png;base64,AAAA",
    callback_url: "https://caller.test/done",
  },
};

describeTaskPlatform({
  platform,
  channel: { key: "access|secret" },
  routes: [
    {
      method: "POST",
      path: "/kling/v1/videos/text2video",
      route: { does: "submit", action: "text2video" },
    },
    {
      method: "POST",
      path: "/kling/v1/videos/image2video",
      route: { does: "submit", action: "image2video" },
    },
    { method: "GET", path: "/kling/v1/videos/image2video/t_1", route: { does: "read", id: "t_1" } },
  ],
  submissions: [
    { request: text2video, model: "kling-video_kling-v1_std_5", units: { seconds: 5 } },
    { request: image2video, model: "kling-video_kling-v2-1_pro_10", units: { seconds: 10 } },
  ],
  incomplete: { request: { action: "image2video", body: { prompt: "a gate" } }, field: "image" },
  accepted: (upstreamId) => envelope({ task_id: upstreamId, task_status: "submitted" }),
  refused: answer(200, { code: 1301, message: "The prompt is not allowed.", request_id: "r-1" }),
  reports: ([task]) => envelope({ task_id: task?.upstreamId, task_status: task?.status }),
  statuses: { submitted: "queued", processing: "in_progress", succeed: "success", failed: "failure" },
  made: {
    result: { url: "https://files.test/1.mp4", seconds: 5 },
    files: [{ variant: "video", kind: "video" }],
  },
});

const context: SubmissionContext = {
  upstreamModel: "kling-video_kling-v2-1_pro_10",
  channel: {
    type: 53,
    baseUrl: "https://kling.test",
    key: "access|secret",
    headers: {},
    other: "",
    plugin: {},
    customParameters: {},
  },
};

describe("Kling's own paths", () => {
  it("sends Kling's fields, the picture bare, and no field that has no price here", () => {
    const body = { ...image2video.body, watermark_info: { enabled: false } };
    const request = platform.buildSubmission({ ...image2video, body }, context);
    expect(request.url).toBe("https://kling.test/v1/videos/image2video");
    expect(JSON.parse(String(request.body))).toEqual({
      model_name: "kling-v2-1",
      mode: "pro",
      duration: "10",
      image: "AAAA",
    });
    expect(request.dropped).toEqual(["watermark_info"]);
  });

  it("does not create another length than the requested one", () => {
    const upstreamModel = "kling-video_kling-v2-1_pro_5";
    expect(() => platform.buildSubmission(image2video, { ...context, upstreamModel })).toThrow(CannotServe);
    expect(() => platform.buildSubmission(image2video, { ...context, upstreamModel: "kling-v2-1" })).toThrow(
      expect.objectContaining({ param: "model" }),
    );
  });

  it.each([
    ["model_name", { model_name: "../v1" }],
    ["mode", { mode: "turbo" }],
    ["duration", { duration: "7" }],
    ["duration", { duration: 5.5 }],
    ["sound", { sound: "on" }],
    ["cfg_scale", { cfg_scale: 2 }],
    ["aspect_ratio", { aspect_ratio: "2:1" }],
    ["camera_control", { camera_control: "down" }],
    ["dynamic_masks", { dynamic_masks: {} }],
    ["negative_prompt", { negative_prompt: "x".repeat(2501) }],
    ["callback_url", { callback_url: "file:///etc/passwd" }],
    ["image_tail", { image_tail: 4 }],
  ])("names %s if it is wrong", (field, wrong) => {
    const request = { ...text2video, body: { ...text2video.body, ...wrong } };
    expect(() => platform.readSubmission(request)).toThrow(expect.objectContaining({ field }));
  });

  it("queries the path of the submission", () => {
    const { url } = platform.buildQuery(["84"], context.channel, "image2video");
    expect(url).toBe("https://kling.test/v1/videos/image2video/84");
    const hostile = envelope({ task_id: "../../v1/account", task_status: "submitted" });
    expect(() => platform.readAccepted(hostile, context.channel)).toThrow(UnreadableAnswer);
  });

  it("renders Kling's envelope with our address of the video", () => {
    const rendered = platform.renderTask({
      id: "t_1",
      action: "text2video",
      mode: "",
      model: "kling-video_kling-v1_std_5",
      prompt: "",
      echo: {},
      code: 0,
      status: "success",
      progress: 100,
      failReason: "",
      submittedAt: 1000,
      startedAt: 0,
      finishedAt: 61_000,
      result: { url: "https://files.test/1.mp4", seconds: 5 },
      contentUrl: (variant) => `https://ours.test/${variant}`,
    });
    expect(rendered).toEqual({
      code: 0,
      message: "SUCCEED",
      request_id: "t_1",
      data: {
        task_id: "t_1",
        task_status: "succeed",
        task_status_msg: "",
        created_at: 1000,
        updated_at: 61_000,
        task_result: { videos: [{ id: "t_1", url: "https://ours.test/video", duration: "5" }] },
      },
    });
  });
});
