import { ScriptedVideos, videoBytes } from "./scripted-videos.ts";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

export interface VeoStandIn extends StandInServer {
  key: string;
  videos: ScriptedVideos;
}

const key = "AIza-veo";

/** Veo in the Gemini API: operations that take minutes, then a file that requires the key. */
export async function startVeoStandIn(): Promise<VeoStandIn> {
  const videos = new ScriptedVideos();
  const server = await startStandInServer((request) => {
    if (request.headers["x-goog-api-key"] !== key)
      return {
        status: 400,
        json: { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } },
      };
    return request.method === "POST" ? submit(videos, request) : read(videos, request);
  });
  return { ...server, key, videos };
}

function submit(videos: ScriptedVideos, request: StandInRequest): StandInReply {
  const model = /^\/v1beta\/(models\/[\w.-]+):predictLongRunning$/.exec(request.path)?.[1];
  if (model === undefined) return { status: 404, json: { error: { code: 404, message: "not found" } } };
  const task = videos.begin(`${model}/operations/op${videos.submitted.length + 1}`, request);
  if (!task)
    return { status: 400, json: { error: { code: 400, message: "The prompt violates the policy." } } };
  return { json: { name: task.id } };
}

function read(videos: ScriptedVideos, { path, query }: StandInRequest): StandInReply {
  if (/^\/v1beta\/files\/\w+:download$/.test(path) && query.get("alt") === "media")
    return { status: 200, text: videoBytes, headers: { "content-type": "video/mp4" } };
  const name = path.replace(/^\/v1beta\//, "");
  const step = videos.query(name);
  switch (step) {
    case "hang":
      return "hang";
    case "broken":
      return { status: 200, text: "" };
    case "lost":
      return {
        status: 404,
        json: { error: { code: 404, message: "Operation not found.", status: "NOT_FOUND" } },
      };
    case "failed":
      return { json: { name, done: true, error: { code: 13, message: "The video could not be made." } } };
    case "done":
      return {
        json: { name, done: true, response: { generateVideoResponse: { generatedSamples: [sample(name)] } } },
      };
    default:
      return { json: { name, metadata: {} } };
  }
}

function sample(name: string): unknown {
  const file = name.replace(/\W/g, "");
  return {
    video: { uri: `https://generativelanguage.googleapis.com/v1beta/files/${file}:download?alt=media` },
  };
}
