import { createHmac } from "node:crypto";
import { ScriptedVideos, type VideoStep, videoBytes } from "./scripted-videos.ts";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

export interface KlingStandIn extends StandInServer {
  /** The key of its channels. */
  key: string;
  videos: ScriptedVideos;
}

const accessKey = "kling-access";
const secretKey = "kling-secret";

/** Kling as documented: signed tokens, codes in the body, a path for each action. */
export async function startKlingStandIn(): Promise<KlingStandIn> {
  const videos = new ScriptedVideos();
  let address = "";
  const server = await startStandInServer((request) => {
    if (request.path.startsWith("/files/"))
      return { status: 200, text: videoBytes, headers: { "content-type": "video/mp4" } };
    const wrong = wrongToken(request.headers.authorization ?? "");
    if (wrong) return { status: 401, json: { code: 1002, message: wrong, request_id: "r" } };
    if (request.path === "/v1/videos/text2video" && request.method === "GET") return { json: envelope([]) };
    return request.method === "POST" ? submit(videos, request) : query(videos, request, address);
  });
  address = server.url;
  return { ...server, key: `${accessKey}|${secretKey}`, videos };
}

function submit(videos: ScriptedVideos, request: StandInRequest): StandInReply {
  const action = /^\/v1\/videos\/(text2video|image2video)$/.exec(request.path)?.[1];
  if (action === undefined) return { status: 404, json: { code: 1203, message: "no such resource" } };
  const task = videos.begin(`${videos.submitted.length + 7_000_000}`, request);
  if (!task) return { status: 400, json: { code: 1301, message: "Failure to pass the risk control system" } };
  return { json: envelope({ task_id: task.id, task_status: "submitted", created_at: 1, updated_at: 1 }) };
}

const words: Partial<Record<VideoStep, string>> = {
  queued: "submitted",
  running: "Processing",
  done: "SUCCEED",
  failed: "failed",
  "unknown word": "resting",
};

function query(videos: ScriptedVideos, { path }: StandInRequest, address: string): StandInReply {
  const [, action = "", id = ""] = /^\/v1\/videos\/(text2video|image2video)\/(\w+)$/.exec(path) ?? [];
  // A task exists only under the path of its action.
  const own = videos.submitted.find((one) => one.id === id)?.path.endsWith(action);
  const step = own ? videos.query(id) : "lost";
  if (step === "hang") return "hang";
  if (step === "broken") return { status: 200, text: "<html>" };
  if (step === "lost") return { status: 404, json: { code: 1203, message: "the task does not exist" } };
  const done = step === "done" && {
    task_result: { videos: [{ id: "v", url: `${address}/files/${id}.mp4`, duration: "5.1" }] },
  };
  const status = { task_id: id, task_status: words[step], created_at: 1, updated_at: 2 };
  const why = step === "failed" ? "The picture shows nothing." : "";
  return { json: envelope({ ...status, task_status_msg: why, ...done }) };
}

function envelope(data: unknown): unknown {
  return { code: 0, message: "SUCCEED", request_id: "r", data };
}

/** Problem with a token by Kling's rules; undefined if there is none. */
function wrongToken(header: string): string | undefined {
  const [signed, signature] = splitLast(header.replace(/^Bearer /, ""));
  const right = createHmac("sha256", secretKey).update(signed).digest("base64url");
  if (signature !== right) return "Authorization is invalid";
  const payload = JSON.parse(Buffer.from(signed.split(".")[1] ?? "", "base64url").toString()) as {
    iss: string;
    exp: number;
    nbf: number;
  };
  const now = Date.now() / 1000;
  if (payload.iss !== accessKey) return "access key not found";
  if (payload.exp < now) return "Authorization has expired";
  return payload.nbf > now ? "Authorization is not yet valid" : undefined;
}

function splitLast(token: string): [string, string] {
  const at = token.lastIndexOf(".");
  return [token.slice(0, Math.max(at, 0)), token.slice(at + 1)];
}
