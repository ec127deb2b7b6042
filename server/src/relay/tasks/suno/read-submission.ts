import { asFilledText } from "../../providers/kit/read-json.ts";
import { readNotifyUrl } from "../address.ts";
import { InvalidTask, type TaskRequest, type TaskSubmission } from "../platform.ts";

type Body = Readonly<Record<string, unknown>>;

/** A request with what goes upstream of it; `task_id` and the model are added there. */
export interface ReadRequest {
  submission: TaskSubmission;
  sent: Readonly<Record<string, unknown>>;
}

/** The model of a request that names none, which old clients send. */
const defaultModel = "chirp-v3-0";

/** @throws InvalidTask naming the field */
export function readRequest(request: TaskRequest): ReadRequest {
  const { action, body } = request;
  if (action === "lyrics") return readLyrics(body);
  if (action === "music") return readMusic(body);
  throw new InvalidTask("action", `There is no action "${action.slice(0, 40)}".`);
}

function readLyrics(body: Body): ReadRequest {
  const prompt = readText(body, "prompt");
  if (prompt === undefined) throw new InvalidTask("prompt", "Say what the lyrics are about.");
  const notifyUrl = readNotifyUrl(body, "notify_hook");
  const submission = {
    action: "LYRICS",
    model: "suno_lyrics",
    prompt,
    ...(notifyUrl !== undefined && { notifyUrl }),
  };
  return { submission, sent: { prompt } };
}

/** A description (`gpt_description_prompt`), or lyrics (`prompt`) with title and tags. */
function readMusic(body: Body): ReadRequest {
  const description = readText(body, "gpt_description_prompt");
  const prompt = readText(body, "prompt");
  const title = readText(body, "title");
  const tags = readText(body, "tags");
  const negative_tags = readText(body, "negative_tags");
  const make_instrumental = readFlag(body, "make_instrumental");
  if (description === undefined && prompt === undefined && !(make_instrumental && (tags ?? title)))
    throw new InvalidTask("prompt", "Give a prompt, or describe the song in gpt_description_prompt.");
  const continued = readContinued(body);
  const notifyUrl = readNotifyUrl(body, "notify_hook");
  const submission: TaskSubmission = {
    action: "MUSIC",
    model: readModel(body),
    prompt: description ?? prompt ?? tags ?? title ?? "",
    ...(continued.taskId !== undefined && { continues: continued.taskId }),
    ...(continued.clipId !== undefined && { uses: continued.clipId }),
    ...(notifyUrl !== undefined && { notifyUrl }),
  };
  const sent = {
    ...(description !== undefined && { gpt_description_prompt: description }),
    ...(prompt !== undefined && { prompt }),
    ...(title !== undefined && { title }),
    ...(tags !== undefined && { tags }),
    ...(negative_tags !== undefined && { negative_tags }),
    ...(make_instrumental !== undefined && { make_instrumental }),
    ...(continued.clipId !== undefined && { continue_clip_id: continued.clipId }),
    ...(continued.at !== undefined && { continue_at: continued.at }),
  };
  return { submission, sent };
}

/** A clip can be continued only by the account that made it, so its task is named with it. */
function readContinued(body: Body): { taskId?: string; clipId?: string; at?: number } {
  const taskId = readText(body, "task_id");
  const clipId = readText(body, "continue_clip_id");
  const at = readSecond(body, "continue_at");
  if (clipId !== undefined && taskId === undefined)
    throw new InvalidTask("task_id", "Give the id of the task that made the clip.");
  if (at !== undefined && clipId === undefined)
    throw new InvalidTask("continue_clip_id", "Give the id of the clip to continue.");
  return {
    ...(taskId !== undefined && { taskId }),
    ...(clipId !== undefined && { clipId }),
    ...(at !== undefined && { at }),
  };
}

function readModel(body: Body): string {
  const model = readText(body, "mv") ?? defaultModel;
  if (!/^[\w.-]{1,64}$/.test(model)) throw new InvalidTask("mv", "This is not a model name.");
  return model;
}

function readText(body: Body, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new InvalidTask(field, `"${field}" must be text.`);
  return asFilledText(value.trim());
}

function readFlag(body: Body, field: string): boolean | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw new InvalidTask(field, `"${field}" must be true or false.`);
  return value;
}

/** A place in a song. Forms of web pages send it as text. */
function readSecond(body: Body, field: string): number | undefined {
  const value = body[field];
  if (value === undefined || value === null || value === "") return undefined;
  const second = typeof value === "string" ? Number(value) : value;
  if (typeof second !== "number" || !Number.isFinite(second) || second < 0)
    throw new InvalidTask(field, `"${field}" must be a number of seconds.`);
  return second;
}
