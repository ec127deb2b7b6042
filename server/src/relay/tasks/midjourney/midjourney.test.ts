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
  type: 34,
  baseUrl: "https://proxy.test:8080",
  key: "secret",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
};

const button = (customId: string, label = "") => ({ customId, label, emoji: "", type: 2, style: 2 });
const upscale = "MJ::JOB::upsample::2::8f3c";
const result = {
  imageUrl: "https://cdn.test/a.png",
  action: "IMAGINE",
  buttons: [button(upscale, "U2"), button("MJ::JOB::reroll::0::8f3c::SOLO")],
  properties: { finalPrompt: "a toll gate --v 6" },
};
const picture = "data:image/png;base64,iVBORw0KGgo=";

const submit = (action: string, body: Record<string, unknown>, mode?: string): TaskRequest => ({
  action,
  body,
  ...(mode !== undefined && { mode }),
});

describeTaskPlatform({
  platform,
  channel,
  routes: [
    { method: "POST", path: "/mj/submit/imagine", route: { does: "submit", action: "imagine" } },
    {
      method: "POST",
      path: "/mj-turbo/mj/submit/action",
      route: { does: "submit", action: "action", mode: "turbo" },
    },
    { method: "POST", path: "/mj/insight-face/swap", route: { does: "submit", action: "swap-face" } },
    {
      method: "POST",
      path: "/mj-relax/mj/submit/upload-discord-images",
      route: { does: "call", action: "upload-discord-images", mode: "relax" },
    },
    { method: "GET", path: "/mj/task/task_1/fetch", route: { does: "read", id: "task_1" } },
    {
      method: "GET",
      path: "/mj/task/task_1/image-seed",
      route: { does: "call", action: "image-seed", about: "task_1" },
    },
    { method: "POST", path: "/mj/task/list-by-condition", route: { does: "list" } },
    { method: "GET", path: "/mj-fast/mj/image/task_1", route: { does: "content", id: "task_1" } },
    { method: "POST", path: "/mj/notify", route: { does: "notify" } },
  ],
  submissions: [
    { request: submit("imagine", { prompt: "a toll gate" }), model: "mj_imagine" },
    { request: submit("imagine", { prompt: "a toll gate" }, "turbo"), model: "mj_turbo_imagine" },
    { request: submit("imagine", { prompt: "a gate --relax --ar 2:3" }), model: "mj_relax_imagine" },
    {
      request: submit("change", { taskId: "task_1", action: "VARIATION", index: 1 }),
      model: "mj_variation",
    },
    { request: submit("simple-change", { content: "task_1 U4" }, "relax"), model: "mj_relax_upscale" },
    { request: submit("action", { taskId: "task_1", customId: upscale }), model: "mj_upscale" },
    { request: submit("modal", { taskId: "task_1", prompt: "a bridge" }), model: "mj_modal" },
    { request: submit("describe", { base64: picture }), model: "mj_describe" },
    { request: submit("blend", { base64Array: [picture, picture] }), model: "mj_blend" },
    { request: submit("shorten", { prompt: "a very long prompt" }), model: "mj_shorten" },
    { request: submit("swap-face", { sourceBase64: "a", targetBase64: "b" }), model: "mj_swap_face" },
    { request: submit("upload-discord-images", { base64Array: [picture] }), model: "mj_upload" },
  ],
  incomplete: { request: submit("imagine", { base64Array: [] }), field: "prompt" },
  followUp: {
    request: submit("action", { taskId: "task_earlier", customId: upscale }),
    result,
    uses: upscale,
  },
  accepted: (upstreamId) => answer({ code: 1, description: "Success", result: upstreamId, properties: {} }),
  refused: answer({ code: 24, description: "The prompt holds a banned word.", properties: {} }),
  reports: (tasks) => answer(tasks.map(({ upstreamId, status }) => ({ id: upstreamId, status }))),
  statuses: {
    "": "submitted",
    NOT_START: "queued",
    SUBMITTED: "submitted",
    IN_PROGRESS: "in_progress",
    MODAL: "in_progress",
    SUCCESS: "success",
    FAILURE: "failure",
    CANCEL: "failure",
  },
  made: { result, files: [{ variant: "image", kind: "image" }] },
});

const bodyOf = (request: TaskRequest, continued?: { upstreamId: string; result: unknown }): unknown => {
  const upstreamModel = platform.readSubmission(request).model;
  const built = platform.buildSubmission(request, {
    channel,
    upstreamModel,
    ...(continued && { continued }),
  });
  return JSON.parse(String(built.body));
};

describe("the mode of a Midjourney task", () => {
  it("is the last flag of the prompt, and every flag is removed", () => {
    for (const [prompt, sent, mode] of [
      ["a gate --turbo", "a gate", "TURBO"],
      ["--fast a gate --ar 2:3 --relax", "a gate --ar 2:3", "RELAX"],
      ["a gate —TURBO\n--ar 1:1", "a gate --ar 1:1", "TURBO"],
      ["a gate --tu--turborbo", "a gate --tu--turborbo", "FAST"],
      ["a gate --tu--turbo rbo", "a gate --tu rbo", "TURBO"],
      ["a --turbocharged gate", "a --turbocharged gate", "FAST"],
    ] as const)
      expect(bodyOf(submit("imagine", { prompt }))).toEqual({
        prompt: sent,
        accountFilter: { modes: [mode] },
      });
  });

  // A pattern that is quadratic in spaces would not end within the time of a test.
  it("is read from a prompt of a million spaces", () => {
    const prompt = `a${" ".repeat(1_000_000)}gate`;
    expect(bodyOf(submit("imagine", { prompt }))).toMatchObject({ prompt });
  });

  it.each(["a gate --repeat 4", "a gate —R 2", "a {red, green} gate --ar 1:1"])(
    "is one job at one price: %j is rejected",
    (prompt) => {
      expect(() => bodyOf(submit("imagine", { prompt }))).toThrow(
        expect.objectContaining({ field: "prompt" }),
      );
    },
  );

  it("may contain similar braces and words", () => {
    for (const prompt of ["a {red} gate", "--repeated gate", "{".repeat(100_000), "a gate --raw"])
      expect(bodyOf(submit("imagine", { prompt }))).toMatchObject({ prompt });
  });

  it("is the path's before the prompt's, and the prompt's before the account filter's", () => {
    const filtered = { prompt: "a gate", accountFilter: { modes: ["RELAX", "FAST"], channelId: "7" } };
    const flagged = { ...filtered, prompt: "a gate --turbo" };
    expect(platform.readSubmission(submit("imagine", filtered))).toMatchObject({ mode: "relax" });
    expect(platform.readSubmission(submit("imagine", flagged))).toMatchObject({ mode: "turbo" });
    expect(platform.readSubmission(submit("imagine", flagged, "fast"))).toMatchObject({
      mode: "fast",
      model: "mj_imagine",
    });
    expect(bodyOf(submit("imagine", flagged, "fast"))).toEqual({
      prompt: "a gate",
      accountFilter: { modes: ["FAST"] },
    });
  });

  it("of a follow-up is its original's, whatever path and prompt say", () => {
    const continued = { action: "IMAGINE", mode: "turbo", prompt: "a gate", model: "mj_turbo_imagine" };
    const request = submit("modal", { taskId: "task_1", prompt: "a bridge --relax" }, "fast");
    expect(platform.readSubmission({ ...request, continued })).toMatchObject({
      model: "mj_turbo_modal",
      mode: "turbo",
      prompt: "a bridge",
    });
  });

  it("is relax where no account is left for fast, but not for a follow-up", () => {
    const noAccount = platform.readProblem(answer({ code: 3, description: "No account" }), channel)!;
    const again = platform.retryAs?.(submit("imagine", { prompt: "a gate" }), noAccount);
    expect(platform.readSubmission(again!)).toMatchObject({ model: "mj_relax_imagine", mode: "relax" });
    expect(platform.retryAs?.(again!, noAccount)).toBeUndefined();
    expect(platform.retryAs?.(submit("simple-change", { content: "task_1 U1" }), noAccount)).toBeUndefined();
    const queueFull = platform.readProblem(answer({ code: 23, description: "Queue full" }), channel)!;
    expect(platform.retryAs?.(submit("imagine", { prompt: "a gate" }), queueFull)).toBeUndefined();
  });
});

describe("a follow-up of a Midjourney task", () => {
  it.each([
    ["MJ::JOB::upsample::2::u", "UPSCALE", "mj_upscale"],
    ["MJ::JOB::upsample_v6_2x_subtle::1::u::SOLO", "UPSCALE", "mj_upscale"],
    ["MJ::JOB::variation::1::u", "VARIATION", "mj_variation"],
    ["MJ::JOB::low_variation::1::u::SOLO", "LOW_VARIATION", "mj_low_variation"],
    ["MJ::JOB::high_variation::1::u::SOLO", "HIGH_VARIATION", "mj_high_variation"],
    ["MJ::JOB::pan_left::1::u::SOLO", "PAN", "mj_pan"],
    ["MJ::JOB::reroll::0::u::SOLO", "REROLL", "mj_reroll"],
    ["MJ::Outpaint::50::1::u::SOLO", "ZOOM", "mj_zoom"],
    ["MJ::CustomZoom::u", "CUSTOM_ZOOM", "mj_custom_zoom"],
    ["MJ::Inpaint::1::u::SOLO", "INPAINT", "mj_inpaint"],
    ["MJ::Job::PicReader::1", "IMAGINE", "mj_imagine"],
    ["MJ::Picread::Retry", "DESCRIBE", "mj_describe"],
  ])("does by the button %s: %s", (customId, action, model) => {
    const submission = platform.readSubmission(submit("action", { taskId: "task_1", customId }));
    expect(submission).toMatchObject({ action, model, continues: "task_1", uses: customId });
  });

  it("names the field of a button or content that starts no task", () => {
    for (const [action, body, field] of [
      ["action", { taskId: "task_1", customId: "MJ::BOOKMARK::u" }, "customId"],
      ["action", { taskId: "task_1", customId: "MJ::constructor" }, "customId"],
      ["action", { customId: upscale }, "taskId"],
      ["simple-change", { content: "task_1 U5" }, "content"],
      ["simple-change", { content: "task_1" }, "content"],
      ["change", { taskId: "task_1", action: "UPSCALE", index: 0 }, "index"],
      ["change", { taskId: "task_1", action: "PAN" }, "action"],
      ["change", { taskId: "task_1", action: "__proto__" }, "action"],
      ["blend", { base64Array: [picture] }, "base64Array"],
      ["blend", { base64Array: [picture, picture], dimensions: "ROUND" }, "dimensions"],
      ["imagine", { prompt: "a gate", botType: "OTHER" }, "botType"],
      ["imagine", { prompt: "a gate", notifyHook: "file:///etc/passwd" }, "notifyHook"],
      ["imagine", { prompt: "--turbo" }, "prompt"],
    ] as const) {
      const read = () => platform.readSubmission(submit(action, body));
      expect(read).toThrow(InvalidTask);
      expect(read).toThrow(expect.objectContaining({ field }));
    }
  });

  it("may use the buttons of its original, and the short names of a grid's", () => {
    expect(platform.offers?.(result)).toEqual([upscale, "MJ::JOB::reroll::0::8f3c::SOLO", "U2", "R"]);
    const { buttons: _none, ...plain } = result;
    expect(platform.offers?.(plain)).toContain("V4");
    expect(platform.offers?.({ ...plain, action: "UPSCALE" })).toEqual([]);
    expect(platform.offers?.({ ...plain, imageUrl: "" })).toEqual([]);
  });

  it("goes upstream as the change that its content means, with the proxy's id", () => {
    const continued = { upstreamId: "170", result };
    expect(bodyOf(submit("simple-change", { content: "task_1 v3" }), continued)).toEqual({
      action: "VARIATION",
      index: 3,
      taskId: "170",
      accountFilter: { modes: ["FAST"] },
    });
    expect(bodyOf(submit("simple-change", { content: "task_1 R" }), continued)).toMatchObject({
      action: "REROLL",
    });
  });

  it("reads the seed of its original at the proxy", () => {
    const { method, url } = platform.buildSubmission(submit("image-seed", {}), {
      channel,
      upstreamModel: "",
      continued: { upstreamId: "170/../x", result },
    });
    expect([method, url]).toEqual(["GET", "https://proxy.test:8080/mj/task/170%2F..%2Fx/image-seed"]);
    expect(platform.renderAnswer?.(answer({ code: 1, result: "3820" }), channel)).toEqual({
      code: 1,
      description: "Success",
      result: "3820",
    });
  });
});

describe("what goes to the Midjourney proxy", () => {
  it("contains only supported fields and our own address for reports", () => {
    const request = submit("imagine", {
      prompt: "a gate",
      base64Array: [picture],
      botType: "NIJI_JOURNEY",
      state: "mine",
      notifyHook: "https://caller.test/hook",
      instanceId: "7",
      chooseSameChannel: false,
    });
    expect(bodyOf(request)).toEqual({
      prompt: "a gate",
      base64Array: [picture],
      botType: "NIJI_JOURNEY",
      accountFilter: { modes: ["FAST"] },
    });
    expect(platform.readSubmission(request)).toMatchObject({
      echo: { state: "mine", botType: "NIJI_JOURNEY" },
      notifyUrl: "https://caller.test/hook",
    });
    const { body } = platform.buildSubmission(request, {
      channel: { ...channel, customParameters: { accountFilter: { channelId: "9" } } },
      upstreamModel: "mj_imagine",
      notifyUrl: "https://ours.test/mj/notify?task=1",
    });
    expect(JSON.parse(String(body))).toMatchObject({
      notifyHook: "https://ours.test/mj/notify?task=1",
      accountFilter: { modes: ["FAST"], channelId: "9" },
    });
  });
});

describe("answers of the Midjourney proxy", () => {
  it.each([
    [{ code: 3, description: "No account" }, 200, "overload"],
    [{ code: 4, description: "No prompt" }, 200, "request"],
    [{ code: 9, description: "Broken" }, 200, "server"],
    [{ code: 23, description: "Queue full" }, 200, "rate"],
    [{ code: 24, description: "Banned" }, 400, "filter"],
    [{ code: 4, description: "Wrong secret" }, 401, "auth"],
    [{ description: "Broken" }, 500, "server"],
  ] as const)("mean what their code says: %j with status %i is %s", (body, status, kind) => {
    const problem = platform.readProblem(answer(body, status), channel);
    expect(problem).toMatchObject({ kind, message: body.description });
  });

  it("are accepted with the codes 1, 21 and 22", () => {
    for (const code of [1, 21, 22, "1"])
      expect(platform.readAccepted(answer({ code, result: 17_300 }), channel)).toEqual({
        upstreamId: "17300",
        code: Number(code),
      });
  });

  it("keep only the fields that callers read, bounded", () => {
    const hostile = {
      id: "170",
      status: "SUCCESS",
      progress: "100%",
      imageUrl: "javascript:alert(1)",
      promptEn: "<img src=x onerror=alert(1)>".repeat(1000),
      description: "/up 1712204995849323 U1",
      startTime: 1_790_000_000_000,
      finishTime: "soon",
      buttons: [null, { customId: 5 }, { customId: "x".repeat(301) }, ...Array(60).fill(button(upscale))],
      properties: { finalPrompt: "a gate", discordInstanceId: "1118138338562560102", nonce: "1" },
    };
    const [report] = platform.readReports(answer([hostile, hostile.id]), channel, ["170"]);
    expect(report).toMatchObject({ status: "success", progress: 100, startedAt: 1_790_000_000_000 });
    expect(report?.finishedAt).toBeUndefined();
    const kept = report?.result as { buttons: unknown[]; promptEn: string };
    expect(Object.keys(kept).sort()).toEqual(["buttons", "promptEn", "properties"]);
    expect([kept.buttons.length, kept.promptEn.length]).toEqual([37, 8000]);
    expect(JSON.stringify(kept)).not.toMatch(/1712204995849323|1118138338562560102/);
    expect(platform.filesOf?.(kept)).toEqual([]);
  });

  it("may be reports that the proxy sends", () => {
    const report = answer({ id: "170", status: "IN_PROGRESS", progress: "45%", imageUrl: "" });
    expect(platform.readReports(report, channel, [])).toEqual([
      { upstreamId: "170", status: "in_progress", progress: 45, failReason: "" },
    ]);
  });

  it("have pictures at the channel's own host, and elsewhere without its key", () => {
    const own = { ...result, imageUrl: "https://proxy.test:8080/mj/image/170" };
    expect(platform.contentOf?.(own, "170", undefined, channel)).toEqual({
      request: { method: "GET", url: own.imageUrl, headers: {} },
    });
    expect(platform.contentOf?.(result, "170", "image", channel)).toEqual({ url: result.imageUrl });
  });
});

describe("what callers read of a Midjourney task", () => {
  const task: Task = {
    id: "task_1",
    action: "IMAGINE",
    mode: "fast",
    model: "mj_imagine",
    prompt: "a toll gate",
    echo: { state: "mine" },
    code: 22,
    status: "success",
    progress: 100,
    failReason: "",
    submittedAt: 1_790_000_000_000,
    startedAt: 1_790_000_001_000,
    finishedAt: 1_790_000_060_000,
    result,
    contentUrl: () => "https://ours.test/mj/image/task_1?expires=1&signature=2",
  };

  it("has the fields of the family, with a signed address of ours", () => {
    expect(platform.renderTask(task)).toEqual({
      id: "task_1",
      action: "IMAGINE",
      customId: "",
      botType: "",
      prompt: "a toll gate",
      promptEn: "",
      description: "/imagine a toll gate",
      state: "mine",
      submitTime: 1_790_000_000_000,
      startTime: 1_790_000_001_000,
      finishTime: 1_790_000_060_000,
      imageUrl: "https://ours.test/mj/image/task_1?expires=1&signature=2",
      status: "SUCCESS",
      progress: "100%",
      failReason: "",
      buttons: result.buttons,
      maskBase64: "",
      properties: { finalPrompt: "a toll gate --v 6", finalZhPrompt: "" },
    });
  });

  it("is code 1 for what was queued or exists, and 21 only for a window that waits for a modal", () => {
    const codeOf = (one: Partial<Task>) => platform.renderAccepted({ ...task, ...one });
    expect(codeOf({ code: 22 })).toMatchObject({ code: 1, result: "task_1" });
    expect(codeOf({ code: 21 })).toMatchObject({ code: 1, result: "task_1" });
    expect(codeOf({ code: 21, action: "INPAINT" })).toMatchObject({ code: 21, result: "task_1" });
  });

  it("shows a waiting window, and a late task as failed", () => {
    const statusOf = (one: Partial<Task>) => platform.renderTask({ ...task, ...one });
    const waits = { status: "in_progress", result: { ...result, waits: true } } as const;
    expect(statusOf(waits)).toMatchObject({ status: "MODAL" });
    expect(statusOf({ ...waits, status: "success" })).toMatchObject({ status: "SUCCESS" });
    const submitted = { status: "submitted", code: 21, action: "CUSTOM_ZOOM", result: undefined } as const;
    expect(statusOf(submitted)).toMatchObject({ status: "MODAL", imageUrl: "", buttons: [] });
    expect(statusOf({ status: "expired", failReason: "Too late." })).toMatchObject({
      status: "FAILURE",
      failReason: "Too late.",
    });
  });

  it("is an error with the family's number, the proxy's own where it has one", () => {
    const rejected = (upstreamCode: string) => {
      const error = { status: 400, code: "invalid_request", message: "No.", requestId: "r1", upstreamCode };
      return platform.renderError(error).body;
    };
    expect(rejected("24")).toMatchObject({ code: 24 });
    expect(rejected("1")).toMatchObject({ code: 4 });
    const numberOf = (status: number, code: string) =>
      platform.renderError({ status, code, message: "No.", requestId: "r1" });
    expect(numberOf(503, "no_channel_available")).toEqual({
      status: 503,
      body: { code: 3, description: "No. (request id: r1)", type: "no_channel_available" },
    });
    expect(numberOf(429, "rate_limit_exceeded").body).toMatchObject({ code: 30 });
    expect(numberOf(402, "insufficient_user_quota").body).toMatchObject({ code: 4 });
    expect(numberOf(500, "internal_error").body).toMatchObject({ code: 5 });
  });
});
