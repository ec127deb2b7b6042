import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../test/conformance/provider-conformance.ts";
import type { UploadedFile } from "../canonical/image.ts";
import type { VideoCall } from "../canonical/video.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import type { ChannelView, VideoCapability } from "./provider.ts";
import { providers } from "./registry.ts";

const picture: UploadedFile = { name: "a.png", mediaType: "image/png", bytes: Buffer.from([1, 2, 3]) };
const channelOf = (id: string): ChannelView =>
  aChannelView(id === "vertex" ? { other: "global|p-1", token: "a-token" } : {});

function videosOf(id: string): VideoCapability {
  const found = providers.find(({ descriptor }) => descriptor.id === id)?.videos;
  if (!found) throw new Error(`${id} makes no videos`);
  return found;
}

function send(id: string, call: Partial<VideoCall> & { model: string }) {
  const request = videosOf(id).buildRequest({ prompt: "a gate", ...call }, channelOf(id));
  const text = String(request.body);
  return { ...request, json: text.startsWith("{") ? (JSON.parse(text) as unknown) : undefined, text };
}

const answer = (json: unknown) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)) });

describe("the request to each upstream", () => {
  it.each<[string, Partial<VideoCall> & { model: string }, string, unknown]>([
    [
      "openai",
      { model: "sora-2", seconds: 8, size: "1280x720" },
      "/v1/videos",
      { model: "sora-2", prompt: "a gate", seconds: "8", size: "1280x720" },
    ],
    ["openai", { model: "sora-2", remixOf: "video_1" }, "/v1/videos/video_1/remix", { prompt: "a gate" }],
    [
      "custom",
      { model: "my-video", seconds: 7, image: { url: "https://a.test/1.png" } },
      "/v1/videos",
      {
        model: "my-video",
        prompt: "a gate",
        seconds: "7",
        input_reference: { image_url: "https://a.test/1.png" },
      },
    ],
    ["azure-v1", { model: "sora-2" }, "/openai/v1/videos", { model: "sora-2", prompt: "a gate" }],
    [
      "gemini",
      { model: "veo-3.1-generate-preview", seconds: 8, size: "1080x1920", image: picture },
      "/v1beta/models/veo-3.1-generate-preview:predictLongRunning",
      {
        instances: [{ prompt: "a gate", image: { bytesBase64Encoded: "AQID", mimeType: "image/png" } }],
        parameters: { sampleCount: 1, durationSeconds: 8, aspectRatio: "9:16", resolution: "1080p" },
      },
    ],
    [
      "vertex",
      { model: "veo-3.1-generate-001", seconds: 4, size: "3840x2160" },
      "/v1/projects/p-1/locations/global/publishers/google/models/veo-3.1-generate-001:predictLongRunning",
      {
        instances: [{ prompt: "a gate" }],
        parameters: { sampleCount: 1, durationSeconds: 4, aspectRatio: "16:9", resolution: "4k" },
      },
    ],
    [
      "minimax",
      { model: "MiniMax-Hailuo-2.3", seconds: 10, size: "1366x768", image: picture },
      "/v1/video_generation",
      {
        model: "MiniMax-Hailuo-2.3",
        prompt: "a gate",
        duration: 10,
        resolution: "768P",
        first_frame_image: "data:image/png;base64,AQID",
      },
    ],
    [
      "zhipu",
      { model: "cogvideox-3", seconds: 10, size: "1920x1080", image: { url: "https://a.test/1.png" } },
      "/api/paas/v4/videos/generations",
      {
        model: "cogvideox-3",
        prompt: "a gate",
        duration: 10,
        size: "1920x1080",
        image_url: "https://a.test/1.png",
      },
    ],
    [
      "ali",
      { model: "wan2.5-t2v-preview", seconds: 5, size: "1280x720" },
      "/api/v1/services/aigc/video-generation/video-synthesis",
      {
        model: "wan2.5-t2v-preview",
        input: { prompt: "a gate" },
        parameters: { duration: 5, size: "1280*720" },
      },
    ],
    [
      "ali",
      { model: "wan2.5-i2v-preview", seconds: 5, size: "1280x720", image: { url: "https://a.test/1.png" } },
      "/api/v1/services/aigc/video-generation/video-synthesis",
      {
        model: "wan2.5-i2v-preview",
        input: { prompt: "a gate", img_url: "https://a.test/1.png" },
        parameters: { duration: 5, resolution: "720P" },
      },
    ],
    [
      "replicate",
      { model: "google/veo-3.1-fast", seconds: 6, size: "720x1280", image: { url: "https://a.test/1.png" } },
      "/v1/models/google/veo-3.1-fast/predictions",
      {
        input: {
          prompt: "a gate",
          duration: 6,
          aspect_ratio: "9:16",
          resolution: "720p",
          image: "https://a.test/1.png",
        },
      },
    ],
  ])("%s: %o", (id, call, path, body) => {
    const request = videosOf(id).buildRequest({ prompt: "a gate", ...call }, channelOf(id));
    expect(request.url).toBe(`https://upstream.test${path}`);
    expect(JSON.parse(String(request.body))).toEqual(body);
  });

  it("sends OpenAI an image as a file of a form", () => {
    const { headers, text } = send("openai", { model: "sora-2", seconds: 4, image: picture });
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(text).toContain('name="seconds"\r\n\r\n4\r\n');
    expect(text).toContain('name="input_reference"; filename="a.png"\r\nContent-Type: image/png');
  });

  it("creates a task at DashScope, and a prediction without waiting at Replicate", () => {
    expect(send("ali", { model: "wan2.6-t2v" }).headers["x-dashscope-async"]).toBe("enable");
    const replicate = send("replicate", { model: "google/veo-3.1" });
    expect([replicate.headers.prefer, replicate.follow]).toEqual([undefined, undefined]);
  });

  it("prevents an operator's parameters from requesting more videos than are paid for", () => {
    const customParameters = { sampleCount: 4, storageUri: "gs://b", negativePrompt: "rain" };
    const channel = aChannelView({ customParameters });
    const request = videosOf("gemini").buildRequest({ prompt: "p", model: "veo-3.1-generate-001" }, channel);
    expect(JSON.parse(String(request.body))).toMatchObject({
      parameters: { sampleCount: 1, negativePrompt: "rain" },
    });
    expect(String(request.body)).not.toContain("gs://");
  });

  it("sends no videos to a custom server if the operator disabled them", () => {
    const off = aChannelView({ plugin: { customize: { videos: "disable" } } });
    const moved = aChannelView({ plugin: { customize: { videos: "/api/videos" } } });
    expect(() => videosOf("custom").buildQuery("v_1", off, false)).toThrow(/is disabled/);
    expect(videosOf("custom").buildQuery("v_1", moved, false).url).toBe(
      "https://upstream.test/api/videos/v_1",
    );
  });
});

describe("what an upstream does not support", () => {
  it.each<[string, Partial<VideoCall> & { model: string }, string]>([
    ["openai", { model: "sora-2", seconds: 5 }, "seconds"],
    ["openai", { model: "sora-2", size: "1792x1024" }, "size"],
    ["gemini", { model: "veo-3.1-generate-preview", seconds: 10 }, "seconds"],
    ["gemini", { model: "veo-3.1-generate-preview", seconds: 4, size: "1920x1080" }, "seconds"],
    ["gemini", { model: "veo-2.0-generate-001", size: "1920x1080" }, "size"],
    ["gemini", { model: "gemini-2.5-flash" }, "model"],
    ["gemini", { model: "veo-3.1-generate-001", image: { url: "https://a.test/1" } }, "input_reference"],
    ["minimax", { model: "MiniMax-Hailuo-2.3", seconds: 10, size: "1920x1080" }, "seconds"],
    ["minimax", { model: "MiniMax-Hailuo-2.3-Fast" }, "input_reference"],
    ["minimax", { model: "MiniMax-Hailuo-02", seconds: 5 }, "seconds"],
    ["zhipu", { model: "cogvideox-3", seconds: 7 }, "seconds"],
    ["zhipu", { model: "glm-4.7" }, "model"],
    ["ali", { model: "wan2.2-t2v-plus", seconds: 10 }, "seconds"],
    ["ali", { model: "wan2.6-t2v", image: picture }, "input_reference"],
    ["ali", { model: "wan2.6-i2v" }, "input_reference"],
    ["replicate", { model: "google/veo-3.1", seconds: 10 }, "seconds"],
    ["replicate", { model: "someone/something" }, "model"],
    ["replicate", { model: "google/veo-3.1", remixOf: "p1" }, "id"],
  ])("%s names the field: %o", (id, call, param) => {
    expect(() => send(id, call)).toThrow(expect.objectContaining({ name: "CannotServe", param }));
  });

  it("lists the supported values", () => {
    expect(() => send("gemini", { model: "veo-3.1-generate-001", seconds: 5 })).toThrow(
      "The model 'veo-3.1-generate-001' generates videos of 4, 6 or 8 seconds.",
    );
  });
});

describe("the address of a finished video", () => {
  const about = { id: "v_1", variant: "video" } as const;

  it("is OpenAI's for every variant", () => {
    const found = videosOf("openai").contentOf({}, { ...about, variant: "thumbnail" }, channelOf("openai"));
    expect(found).toMatchObject({
      request: { url: "https://upstream.test/v1/videos/v_1/content?variant=thumbnail" },
    });
  });

  it("is a file of Google's at the channel's own address, for any host in the answer", () => {
    const uri = "https://evil.test/v1beta/files/a-1:download?alt=media";
    const generateVideoResponse = { generatedSamples: [{ video: { uri } }] };
    const { video = {} } = videosOf("gemini").readReport(
      answer({ name: "models/veo/operations/1", done: true, response: { generateVideoResponse } }),
    );
    const found = videosOf("gemini").contentOf(video, about, channelOf("gemini"));
    expect(found).toMatchObject({
      request: { url: "https://upstream.test/v1beta/files/a-1:download?alt=media" },
    });
  });

  it("is in the operation itself at Vertex AI, whose bytes are never part of a result", () => {
    const response = { videos: [{ bytesBase64Encoded: "AQID", mimeType: "video/mp4" }] };
    const done = answer({ name: "projects/p/models/veo-3/operations/1", done: true, response });
    expect(videosOf("vertex").readReport(done).video).toEqual({});
    const id = "projects/p/models/veo-3/operations/1";
    const found = videosOf("vertex").contentOf({}, { id, variant: "video" }, channelOf("vertex"));
    if (!found || !("request" in found)) throw new Error("no request");
    expect(JSON.parse(String(found.request.body))).toEqual({ operationName: id });
    expect(found.open?.(done)).toEqual({ mediaType: "video/mp4", bytes: Buffer.from([1, 2, 3]) });
    expect(() => found.open?.(answer({ done: true }))).toThrow(UnreadableAnswer);
  });

  it("is the URL that MiniMax returns for the file", () => {
    const found = videosOf("minimax").contentOf({ fileId: "205" }, about, channelOf("minimax"));
    if (!found || !("request" in found)) throw new Error("no request");
    expect(found.request.url).toBe("https://upstream.test/v1/files/retrieve?file_id=205");
    const url = "https://files.test/205.mp4";
    expect(found.open?.(answer({ file: { download_url: url } }))).toEqual({ url });
    expect(() => found.open?.(answer({ file: {} }))).toThrow(UnreadableAnswer);
  });

  it("is an image at Zhipu, too", () => {
    const video = { url: "https://files.test/1.mp4", thumbnailUrl: "https://files.test/1.png" };
    const find = (variant: "video" | "thumbnail" | "spritesheet") =>
      videosOf("zhipu").contentOf(video, { id: "1", variant }, channelOf("zhipu"));
    expect([find("video"), find("thumbnail"), find("spritesheet")]).toEqual([
      { url: video.url },
      { url: video.thumbnailUrl },
      undefined,
    ]);
  });
});

describe("the report of an upstream", () => {
  it("is a failure with Google's reasons if its filter removed the video", () => {
    const generateVideoResponse = { raiMediaFilteredReasons: ["It shows a child.", 4] };
    const report = videosOf("gemini").readReport(
      answer({ name: "models/veo/operations/1", done: true, response: { generateVideoResponse } }),
    );
    expect(report).toMatchObject({ status: "failure", failReason: "It shows a child." });
  });

  it("is a failure with the error of Google's operation", () => {
    const error = { code: 13, message: "Internal error." };
    const report = videosOf("vertex").readReport(answer({ name: "a/b", done: true, error }));
    expect(report).toMatchObject({ status: "failure", failReason: "Internal error." });
  });

  it("is a failure of the task, not of the query, if the answer has a code", () => {
    const failed = answer({
      status: "Fail",
      base_resp: { status_code: 1027, status_msg: "output sensitive" },
    });
    expect(videosOf("minimax").readRejection?.(failed)).toBeUndefined();
    expect(videosOf("minimax").readReport(failed).failReason).toBe("output sensitive");
    const rejected = answer({ base_resp: { status_code: 1008, status_msg: "insufficient balance" } });
    expect(videosOf("minimax").readRejection?.(rejected)?.kind).toBe("billing");
    const error = { code: "1301", message: "unsafe" };
    expect(videosOf("zhipu").readRejection?.(answer({ task_status: "FAIL", error }))).toBeUndefined();
    expect(videosOf("zhipu").readReport(answer({ task_status: "FAIL", error })).failReason).toBe("unsafe");
    expect(videosOf("zhipu").readRejection?.(answer({ error }))?.kind).toBe("filter");
  });

  it("contains DashScope's times, which are Beijing's", () => {
    const output = {
      task_id: "1",
      task_status: "SUCCEEDED",
      scheduled_time: "2026-06-03 14:39:28.123",
      end_time: "2026-06-03 14:41:00.000",
      video_url: "https://files.test/1.mp4",
    };
    expect(videosOf("ali").readReport(answer({ output, usage: { video_duration: 5 } }))).toEqual({
      status: "success",
      progress: 100,
      failReason: "",
      startedAt: Date.UTC(2026, 5, 3, 6, 39, 28, 123),
      finishedAt: Date.UTC(2026, 5, 3, 6, 41),
      video: { url: "https://files.test/1.mp4", seconds: 5 },
    });
  });
});
