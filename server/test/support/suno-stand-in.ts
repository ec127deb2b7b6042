import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

type Json = Record<string, unknown>;

/** A task as the proxy reports it. Times in seconds. */
export interface SunoProxyTask extends Json {
  task_id: string;
  action: string;
  status: string;
  progress: string;
  fail_reason: string;
  data: unknown;
}

export interface SunoStandIn extends StandInServer {
  key: string;
  /** Every call with the right key, oldest first. */
  calls: { method: string; path: string; body: Json }[];
  tasks: Map<string, SunoProxyTask>;
  /** The next responses, whatever the call: a hanging call, a page of HTML. Each is used once. */
  faults: StandInReply[];
  /** Order of task lists: every task twice, the last one first. */
  listing: "plain" | "duplicated" | "reversed";
  latest(): SunoProxyTask;
  /** Finishes a task with two songs, or with lyrics. */
  finish(id: string, fields?: Json): void;
  fail(id: string, reason: string): void;
  /** Sends a task to its notify URL; returns the status of the response. */
  notify(id: string, fields?: Json): Promise<number>;
}

/**
 * A Suno proxy as clients of the One API family expect it: `/suno/…` with a bearer key; tests decide when tasks end.
 */
export async function startSunoStandIn(): Promise<SunoStandIn> {
  let ids = 0;
  const hooks = new Map<string, string>();
  const server = await startStandInServer((request) => answer(request));

  const standIn: SunoStandIn = {
    ...server,
    key: "suno-key-0123456789",
    calls: [],
    tasks: new Map(),
    faults: [],
    listing: "plain",
    latest: () => [...standIn.tasks.values()].at(-1) ?? need("latest"),
    finish(id, fields = {}) {
      const task = need(id);
      const data = task.action === "LYRICS" ? lyricsOf(id) : [1, 2].map((one) => songOf(server.url, id, one));
      const end = { status: "SUCCESS", progress: "100%", finish_time: seconds(), data };
      Object.assign(task, end, fields);
    },
    fail(id, fail_reason) {
      Object.assign(need(id), { status: "FAILURE", progress: "100%", fail_reason, finish_time: seconds() });
    },
    async notify(id, fields = {}) {
      const answered = await fetch(hooks.get(id) ?? "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code: "success", message: "", data: { ...need(id), ...fields } }),
      });
      return answered.status;
    },
  };

  function need(id: string): SunoProxyTask {
    const task = standIn.tasks.get(id);
    if (!task) throw new Error(`the proxy has no task ${id}`);
    return task;
  }

  function answer(request: StandInRequest): StandInReply {
    if (request.path.startsWith("/files/"))
      return { status: 200, text: "ID3 a song", headers: { "content-type": "audio/mpeg" } };
    if (request.headers.authorization !== `Bearer ${standIn.key}`)
      return { status: 401, json: said("unauthorized", null, "The key is wrong.") };
    const fault = standIn.faults.shift();
    const body = (request.body === "" ? {} : JSON.parse(request.body)) as Json;
    const path = request.path.replace(/^\/suno\//, "");
    standIn.calls.push({ method: request.method, path, body });
    if (fault) return fault;
    if (path === "fetch") return { json: said("success", list(body["ids"] as string[])) };
    return { json: submit(path, body) };
  }

  function list(ids: readonly string[]): SunoProxyTask[] {
    const found = ids.flatMap((id) => standIn.tasks.get(id) ?? []);
    if (standIn.listing === "duplicated") return [...found, ...found];
    return standIn.listing === "reversed" ? found.reverse() : found;
  }

  function submit(path: string, body: Json): Json {
    const action = path === "submit/lyrics" ? "LYRICS" : "MUSIC";
    if (/\bbanned\b/.test(JSON.stringify(body))) return said("sensitive_words", null, "A word is banned.");
    const clip = body["continue_clip_id"] as string | undefined;
    const original = standIn.tasks.get(String(body["task_id"]));
    if (clip !== undefined && !JSON.stringify(original?.data ?? null).includes(clip))
      return said("invalid_request", null, "The task has no such clip.");
    const task_id = `suno-task-${++ids}`;
    const times = { submit_time: seconds(), start_time: 0, finish_time: 0 };
    const state = { status: "SUBMITTED", progress: "0%", fail_reason: "", data: null };
    standIn.tasks.set(task_id, { task_id, action, ...times, ...state });
    if (typeof body["notify_hook"] === "string") hooks.set(task_id, body["notify_hook"]);
    return said("success", task_id);
  }

  return standIn;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

function said(code: string, data: unknown, message = ""): Json {
  return { code, message, data };
}

function lyricsOf(id: string): Json {
  return { id: `lyrics-${id}`, status: "complete", title: "Toll gate", text: "[Verse]\nPay here" };
}

function songOf(base: string, id: string, number: number): Json {
  const file = `${base}/files/${id}-${number}`;
  return {
    id: `clip-${id}-${number}`,
    user_id: "user-of-the-proxy",
    display_name: "Account of the proxy",
    video_url: `${file}.mp4`,
    audio_url: `${file}.mp3`,
    image_url: `${file}.jpeg`,
    image_large_url: `${file}-large.jpeg`,
    major_model_version: "v3.5",
    model_name: "chirp-v3-5",
    status: "complete",
    title: "Toll gate",
    text: "[Verse]\nPay here",
    metadata: { tags: "folk", prompt: "[Verse]\nPay here", duration: 121.5, user_id: "user-of-the-proxy" },
  };
}
