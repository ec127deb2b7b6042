import { describe, expect, it } from "vitest";
import { describeTaskPlatform } from "../../../../test/conformance/task-conformance.ts";
import type { UpstreamAnswer } from "../../providers/provider.ts";
import { InvalidTask, type Task, type TaskChannel, type TaskRequest } from "../platform.ts";
import { platform } from "./index.ts";

const answer = (json: unknown, status = 200): UpstreamAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(json)),
});

const channel: TaskChannel = {
  type: 41,
  baseUrl: "https://proxy.test",
  key: "secret",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
};

const song = (id: string) => ({
  id,
  video_url: "https://cdn.test/a.mp4",
  audio_url: "https://cdn.test/a.mp3",
  image_url: "https://cdn.test/a.jpg",
  image_large_url: "https://cdn.test/a-large.jpg",
  major_model_version: "v3.5",
  model_name: "chirp-v3-5",
  status: "complete",
  title: "Toll gate",
  text: "[Verse] Pay here",
  metadata: { tags: "folk", prompt: "[Verse] Pay here", duration: 121.5 },
});

const music = (body: Record<string, unknown>): TaskRequest => ({ action: "music", body });

describeTaskPlatform({
  platform,
  channel,
  routes: [
    { method: "POST", path: "/suno/submit/music", route: { does: "submit", action: "music" } },
    { method: "POST", path: "/suno/submit/lyrics", route: { does: "submit", action: "lyrics" } },
    { method: "POST", path: "/suno/fetch", route: { does: "list" } },
    { method: "GET", path: "/suno/fetch/task_1", route: { does: "read", id: "task_1" } },
    {
      method: "GET",
      path: "/suno/content/task_1/audio-0",
      route: { does: "content", id: "task_1", variant: "audio-0" },
    },
    { method: "POST", path: "/suno/notify", route: { does: "notify" } },
  ],
  submissions: [
    { request: music({ gpt_description_prompt: "a song about a gate" }), model: "chirp-v3-0" },
    { request: music({ prompt: "[Verse]", mv: "chirp-v3-5", title: "Gate" }), model: "chirp-v3-5" },
    { request: { action: "lyrics", body: { prompt: "a gate" } }, model: "suno_lyrics" },
  ],
  incomplete: { request: music({ mv: "chirp-v3-5" }), field: "prompt" },
  followUp: {
    request: music({
      prompt: "[Chorus]",
      task_id: "task_earlier",
      continue_clip_id: "clip-2",
      continue_at: 60,
    }),
    result: [song("clip-1"), song("clip-2")],
    uses: "clip-2",
  },
  accepted: (upstreamId) => answer({ code: "success", message: "", data: upstreamId }),
  refused: answer({ code: "sensitive_words", message: "The prompt is not allowed.", data: null }),
  reports: (tasks) =>
    answer({
      code: "success",
      message: "",
      data: tasks.map(({ upstreamId, status }) => ({ task_id: upstreamId, action: "MUSIC", status })),
    }),
  statuses: {
    NOT_START: "queued",
    SUBMITTED: "submitted",
    QUEUED: "queued",
    IN_PROGRESS: "in_progress",
    SUCCESS: "success",
    FAILURE: "failure",
  },
  made: {
    result: [song("clip-1")],
    files: [
      { variant: "audio-0", kind: "audio", title: "Toll gate" },
      { variant: "video-0", kind: "video", title: "Toll gate" },
      { variant: "image-0", kind: "image", title: "Toll gate" },
    ],
  },
});

describe("a submission to Suno", () => {
  it("sends the supported fields, with the channel's name of the model", () => {
    const request = music({
      gpt_description_prompt: "a song about a gate",
      tags: "folk",
      negative_tags: "metal",
      make_instrumental: true,
      mv: "chirp-v3-5",
      notify_hook: "https://caller.test/hook",
      user_id: "7",
    });
    const built = platform.buildSubmission(request, {
      channel: { ...channel, customParameters: { generation_type: "TEXT" } },
      upstreamModel: "chirp-v4",
      notifyUrl: "https://ours.test/suno/notify?task=1",
    });
    expect([built.url, built.headers["authorization"]]).toEqual([
      "https://proxy.test/suno/submit/music",
      "Bearer secret",
    ]);
    expect(JSON.parse(String(built.body))).toEqual({
      gpt_description_prompt: "a song about a gate",
      tags: "folk",
      negative_tags: "metal",
      make_instrumental: true,
      mv: "chirp-v4",
      notify_hook: "https://ours.test/suno/notify?task=1",
      generation_type: "TEXT",
    });
    expect(platform.readSubmission(request)).toMatchObject({
      action: "MUSIC",
      prompt: "a song about a gate",
      notifyUrl: "https://caller.test/hook",
    });
  });

  it("sends lyrics without a model", () => {
    const { url, body } = platform.buildSubmission(
      { action: "lyrics", body: { prompt: "a gate", mv: "chirp-v3-5" } },
      { channel, upstreamModel: "suno_lyrics" },
    );
    expect([url, JSON.parse(String(body))]).toEqual([
      "https://proxy.test/suno/submit/lyrics",
      { prompt: "a gate" },
    ]);
  });

  it("names the field that is wrong", () => {
    for (const [body, field] of [
      [{ prompt: "x", continue_clip_id: "clip-1" }, "task_id"],
      [{ prompt: "x", task_id: "task_1", continue_at: 5 }, "continue_clip_id"],
      [{ prompt: "x", task_id: "task_1", continue_clip_id: "c", continue_at: "soon" }, "continue_at"],
      [{ prompt: "x", task_id: "task_1", continue_clip_id: "c", continue_at: -1 }, "continue_at"],
      [{ prompt: "x", mv: "../chirp" }, "mv"],
      [{ prompt: ["x"] }, "prompt"],
      [{ prompt: "x", make_instrumental: "yes" }, "make_instrumental"],
      [{ prompt: "x", notify_hook: "ftp://caller.test" }, "notify_hook"],
      [{ prompt: "   " }, "prompt"],
    ] as const) {
      const read = () => platform.readSubmission(music(body));
      expect(read).toThrow(InvalidTask);
      expect(read).toThrow(expect.objectContaining({ field }));
    }
  });

  it("may only continue clips of its original", () => {
    expect(platform.offers?.([song("clip-1"), song("clip-2"), null])).toEqual(["clip-1", "clip-2"]);
  });

  it.each([
    [{ code: "sensitive_words", message: "No." }, 200, "filter"],
    [{ code: "quota_exhausted", message: "No." }, 200, "billing"],
    [{ code: "invalid_request", message: "No." }, 200, "request"],
    [{ code: "task_error", message: "No." }, 200, "server"],
    [{ code: "unauthorized", message: "No." }, 401, "auth"],
    [{ code: "busy", message: "No." }, 503, "overload"],
  ] as const)("is rejected as its code says: %j with status %i is %s", (body, status, kind) => {
    expect(platform.readProblem(answer(body, status), channel)).toMatchObject({ kind, message: "No." });
  });
});

describe("results of Suno", () => {
  const report = (task: Record<string, unknown>) =>
    platform.readReports(answer({ code: "success", data: [{ task_id: "up-1", ...task }] }), channel, [
      "up-1",
    ])[0];

  it("are songs with the family's fields, without users and hostile addresses", () => {
    const hostile = {
      ...song("clip-1"),
      user_id: "user-7",
      display_name: "Jo",
      handle: "jo",
      audio_url: "javascript:alert(1)",
      metadata: { tags: "folk", user_id: "user-7", history: [{ id: "x" }], duration: Number.NaN },
    };
    const { result } = report({ status: "SUCCESS", data: [hostile, null, { title: "no id" }] })!;
    expect(result).toEqual([{ ...song("clip-1"), audio_url: "", metadata: { tags: "folk" } }]);
    expect(platform.filesOf?.(result).map(({ variant }) => variant)).toEqual(["video-0", "image-0"]);
    expect(platform.contentOf?.(result, "up-1", "audio-0", channel)).toBeUndefined();
    expect(platform.contentOf?.(result, "up-1", "image-0", channel)).toEqual({
      url: "https://cdn.test/a-large.jpg",
    });
    expect(platform.contentOf?.(result, "up-1", "image-1", channel)).toBeUndefined();
    const own = [{ ...song("clip-1"), audio_url: "https://proxy.test/files/a.mp3" }];
    expect(platform.contentOf?.(own, "up-1", "audio-0", channel)).toEqual({
      request: { method: "GET", url: "https://proxy.test/files/a.mp3", headers: {} },
    });
  });

  it("are bounded", () => {
    const long = { ...song("clip-1"), text: "x".repeat(20_000) };
    const { result } = report({ status: "SUCCESS", data: Array(40).fill(long) })!;
    expect(JSON.stringify(result).length).toBeLessThan(20 * 17_000);
  });

  it("are lyrics after a lyrics submission", () => {
    const lyrics = { id: "l-1", status: "complete", title: "Gate", text: "[Verse]", user_id: "user-7" };
    const { user_id: _user, ...kept } = lyrics;
    expect(report({ status: "SUCCESS", data: lyrics })?.result).toEqual(kept);
    expect(report({ status: "IN_PROGRESS", data: {} })?.result).toBeUndefined();
    expect(platform.filesOf?.(kept)).toEqual([]);
  });

  it("have times in milliseconds, which the proxy sends in seconds", () => {
    const times = { status: "SUCCESS", start_time: 1_790_000_000, finish_time: 1_790_000_060_000 };
    expect(report(times)).toMatchObject({
      startedAt: 1_790_000_000_000,
      finishedAt: 1_790_000_060_000,
    });
    expect(report({ status: "SUBMITTED", start_time: 0, progress: "12%" })).toEqual({
      upstreamId: "up-1",
      status: "submitted",
      progress: 12,
      failReason: "",
    });
  });

  it("may be reported by the proxy, alone or in an answer", () => {
    const task = { task_id: "up-1", status: "FAILURE", fail_reason: "No credits.", data: [] };
    for (const body of [task, { code: "success", data: task }])
      expect(platform.readReports(answer(body), channel, [])).toMatchObject([
        { upstreamId: "up-1", status: "failure", failReason: "No credits." },
      ]);
  });
});

describe("what callers read of a Suno task", () => {
  const task: Task = {
    id: "task_1",
    action: "MUSIC",
    mode: "",
    model: "chirp-v3-0",
    prompt: "a gate",
    echo: {},
    code: 0,
    status: "success",
    progress: 100,
    failReason: "",
    submittedAt: 1_790_000_000_900,
    startedAt: 0,
    finishedAt: 1_790_000_060_000,
    result: [song("clip-1")],
    contentUrl: () => "",
  };

  it("has the fields of the family, times in seconds", () => {
    const rendered = {
      task_id: "task_1",
      action: "MUSIC",
      status: "SUCCESS",
      fail_reason: "",
      submit_time: 1_790_000_000,
      start_time: 0,
      finish_time: 1_790_000_060,
      progress: "100%",
      data: [song("clip-1")],
    };
    expect(platform.renderTask(task)).toEqual({ code: "success", message: "", data: rendered });
    expect(platform.renderTasks?.([task, task], false)).toEqual({
      code: "success",
      message: "",
      data: [rendered, rendered],
    });
    expect(platform.renderAccepted(task)).toEqual({ code: "success", message: "", data: "task_1" });
  });

  it("is a failure where it did not finish in time", () => {
    expect(platform.renderTask({ ...task, status: "expired", result: undefined })).toMatchObject({
      data: { status: "FAILURE", data: null },
    });
  });

  it("is an error with code and message", () => {
    expect(
      platform.renderError({ status: 402, code: "insufficient_quota", message: "No.", requestId: "r1" }),
    ).toEqual({
      status: 402,
      body: { code: "insufficient_quota", message: "No. (request id: r1)", data: null },
    });
  });
});
