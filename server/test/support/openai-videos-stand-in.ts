import { ScriptedVideos, type SubmittedVideo, type VideoStep, videoBytes } from "./scripted-videos.ts";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

export interface OpenAiVideosStandIn extends StandInServer {
  key: string;
  videos: ScriptedVideos;
}

const key = "sk-openai-videos";
const error = (status: number, message: string, code: string): StandInReply => ({
  status,
  json: { error: { message, type: "invalid_request_error", param: null, code } },
});

/** OpenAI's `/v1/videos`: create in both forms, retrieve, content, remix. */
export async function startOpenAiVideosStandIn(): Promise<OpenAiVideosStandIn> {
  const videos = new ScriptedVideos();
  const server = await startStandInServer((request) => {
    if (request.headers.authorization !== `Bearer ${key}`)
      return error(401, "Incorrect API key provided.", "invalid_api_key");
    return request.method === "POST" ? submit(videos, request) : read(videos, request);
  });
  return { ...server, key, videos };
}

function submit(videos: ScriptedVideos, request: StandInRequest): StandInReply {
  const task = videos.begin(`video_${videos.submitted.length + 1}a`, request);
  if (!task) return error(400, "Your request was blocked by our moderation system.", "moderation_blocked");
  return { json: videoOf(task, "queued") };
}

function read(videos: ScriptedVideos, { path, query }: StandInRequest): StandInReply {
  const [, id = "", content] = /^\/v1\/videos\/(\w+)(\/content)?$/.exec(path) ?? [];
  const task = videos.submitted.find((one) => one.id === id);
  if (!task) return error(404, "No video with that id.", "not_found");
  if (content !== undefined) {
    const variant = query.get("variant") ?? "video";
    const type = variant === "video" ? "video/mp4" : variant === "thumbnail" ? "image/webp" : "image/jpeg";
    return { status: 200, text: `${videoBytes}: ${variant}`, headers: { "content-type": type } };
  }
  const step = videos.query(id);
  if (step === "hang") return "hang";
  if (step === "broken") return { status: 502, text: "<html>" };
  return step === "lost" ? error(404, "No video with that id.", "not_found") : { json: videoOf(task, step) };
}

const words: Partial<Record<VideoStep, string>> = {
  queued: "queued",
  running: "in_progress",
  done: "completed",
  failed: "failed",
  "unknown word": "upscaling",
};

function videoOf(task: SubmittedVideo, step: VideoStep): unknown {
  return {
    id: task.id,
    object: "video",
    model: "sora-2",
    status: words[step],
    progress: step === "done" ? 100 : task.queries * 10,
    created_at: 1_790_000_000,
    completed_at: step === "done" ? 1_790_000_060 : null,
    error:
      step === "failed" ? { code: "video_generation_failed", message: "The prompt shows a person." } : null,
  };
}
