import { describeTaskPlatform, type TaskCase } from "../../../../test/conformance/task-conformance.ts";
import type { UpstreamAnswer } from "../../providers/provider.ts";
import { platform } from "./index.ts";

const answer = (status: number, json: unknown): UpstreamAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(json)),
});
const rejected = answer(400, { error: { message: "The prompt is not allowed." } });

const routes: TaskCase["routes"] = [
  { method: "POST", path: "/v1/videos", route: { does: "submit", action: "create" } },
  { method: "GET", path: "/v1/videos", route: { does: "list" } },
  { method: "GET", path: "/v1/videos/v_1", route: { does: "read", id: "v_1" } },
  { method: "DELETE", path: "/v1/videos/v_1", route: { does: "delete", id: "v_1" } },
  { method: "GET", path: "/v1/videos/v_1/content", route: { does: "content", id: "v_1" } },
  {
    method: "POST",
    path: "/v1/videos/v_1/remix",
    route: { does: "submit", action: "remix", continues: "v_1" },
  },
];

/** Statuses of each upstream. */
interface Backend {
  type: number;
  channel?: TaskCase["channel"];
  model: string;
  seconds: number;
  upstreamId?: TaskCase["upstreamId"];
  accepted: TaskCase["accepted"];
  refused?: UpstreamAnswer;
  report(status: string, id: string): unknown;
  statuses: TaskCase["statuses"];
  result: Record<string, unknown>;
  followUp?: TaskCase["followUp"];
}

const operation = (name: string): UpstreamAnswer => answer(200, { name });
/** Operations have no status, only an end with or without a video. */
const veoWords = { done: "success", "done without a video": "failure" } as const;
const veoReport = (response: unknown, none: unknown) => (status: string, name: string) => {
  const word = status.toLowerCase();
  if (!Object.hasOwn(veoWords, word)) return { name };
  return { name, done: true, response: word === "done" ? response : none };
};

const backends: readonly Backend[] = [
  {
    type: 1,
    model: "sora-2",
    seconds: 4,
    accepted: (id) => answer(200, { id, object: "video", status: "queued" }),
    report: (status, id) => ({ id, status, progress: 33.4 }),
    statuses: { queued: "queued", in_progress: "in_progress", completed: "success", failed: "failure" },
    result: { seconds: 4, size: "720x1280" },
    followUp: {
      request: { action: "remix", continues: "task_earlier", body: { prompt: "at night" } },
      result: {},
    },
  },
  {
    type: 25,
    upstreamId: (id) => `models/veo-3.1-generate-preview/operations/${id}`,
    model: "veo-3.1-generate-preview",
    seconds: 8,
    accepted: operation,
    report: veoReport(
      {
        generateVideoResponse: {
          generatedSamples: [
            {
              video: { uri: "https://generativelanguage.googleapis.com/v1beta/files/a1:download?alt=media" },
            },
          ],
        },
      },
      { generateVideoResponse: { raiMediaFilteredReasons: ["It shows a celebrity."] } },
    ),
    statuses: veoWords,
    result: { fileId: "a1" },
  },
  {
    type: 42,
    channel: { key: "a key of the channel", token: "a token of the channel", other: "global|p-1" },
    upstreamId: (id) =>
      `projects/p-1/locations/global/publishers/google/models/veo-3.0-generate-001/operations/${id}`,
    model: "veo-3.0-generate-001",
    seconds: 8,
    accepted: operation,
    report: veoReport({ videos: [{ bytesBase64Encoded: "AAAA", mimeType: "video/mp4" }] }, {}),
    statuses: veoWords,
    result: {},
  },
  {
    type: 27,
    model: "MiniMax-Hailuo-2.3",
    seconds: 6,
    accepted: (id) => answer(200, { task_id: id, base_resp: { status_code: 0, status_msg: "success" } }),
    refused: answer(200, { base_resp: { status_code: 1026, status_msg: "The prompt is not allowed." } }),
    report: (status, id) => ({ task_id: id, status, file_id: "205", base_resp: { status_code: 0 } }),
    statuses: {
      Preparing: "queued",
      Queueing: "queued",
      Processing: "in_progress",
      Success: "success",
      Fail: "failure",
    },
    result: { fileId: "205" },
  },
  {
    type: 16,
    model: "cogvideox-3",
    seconds: 5,
    accepted: (id) => answer(200, { id, model: "cogvideox-3", task_status: "PROCESSING" }),
    report: (status) => ({ task_status: status, video_result: [{ url: "https://files.test/1.mp4" }] }),
    statuses: { PROCESSING: "in_progress", SUCCESS: "success", FAIL: "failure" },
    result: { url: "https://files.test/1.mp4" },
  },
  {
    type: 17,
    model: "wan2.5-t2v-preview",
    seconds: 5,
    accepted: (id) => answer(200, { output: { task_status: "PENDING", task_id: id }, request_id: "r-1" }),
    report: (status, id) => ({
      output: { task_id: id, task_status: status, video_url: "https://files.test/1.mp4" },
      usage: { video_duration: 5 },
    }),
    statuses: {
      PENDING: "queued",
      RUNNING: "in_progress",
      SUCCEEDED: "success",
      FAILED: "failure",
      CANCELED: "failure",
      UNKNOWN: "failure",
    },
    result: { url: "https://files.test/1.mp4", seconds: 5 },
  },
  {
    type: 52,
    model: "google/veo-3.1",
    seconds: 8,
    accepted: (id) => answer(201, { id, status: "starting" }),
    report: (status, id) => ({ id, status, output: "https://files.test/1.mp4", error: null }),
    statuses: {
      starting: "queued",
      processing: "in_progress",
      succeeded: "success",
      failed: "failure",
      canceled: "failure",
    },
    result: { url: "https://files.test/1.mp4" },
  },
  {
    type: 53,
    channel: { key: "access|secret" },
    model: "kling-video_kling-v2-1_std_5",
    seconds: 5,
    accepted: (id) => answer(200, { code: 0, data: { task_id: id, task_status: "submitted" } }),
    refused: answer(200, { code: 1301, message: "The prompt is not allowed." }),
    report: (status, id) => ({ code: 0, data: { task_id: id, task_status: status } }),
    statuses: { submitted: "queued", processing: "in_progress", succeed: "success", failed: "failure" },
    result: { url: "https://files.test/1.mp4", seconds: 5 },
  },
];

for (const { type, channel, model, seconds, followUp, ...words } of backends)
  describeTaskPlatform({
    platform,
    channel: { type, ...channel },
    routes,
    submissions: [
      {
        request: { action: "create", body: { model, prompt: "a toll gate", seconds: `${seconds}` } },
        model,
        units: { seconds },
      },
    ],
    incomplete: { request: { action: "create", body: { model } }, field: "prompt" },
    ...(followUp && { followUp }),
    ...(words.upstreamId && { upstreamId: words.upstreamId }),
    accepted: words.accepted,
    refused: words.refused ?? rejected,
    reports: ([task]) => answer(200, words.report(task?.status ?? "", task?.upstreamId ?? "")),
    statuses: words.statuses,
    made: { result: words.result, files: [{ variant: "video", kind: "video" }] },
  });
