import type { UpstreamProblem } from "../../canonical/problem.ts";
import { asFilledText, asText } from "../../providers/kit/read-json.ts";
import { readNotifyUrl } from "../address.ts";
import { InvalidTask, type TaskRequest, type TaskSubmission } from "../platform.ts";
import { type Action, requestsSeveral, type Mode, modelOf, readButton, takeModeFlags } from "./actions.ts";
import {
  asMode,
  type Body,
  needText,
  readAccountFilter,
  readBotType,
  readDimensions,
  readPictures,
  readPrompt,
  readTaskId,
} from "./read-fields.ts";

/** A request with what its path and its fields mean. Everything in `body` may go upstream; ids of tasks are ours. */
export interface ReadRequest {
  action: Action;
  mode: Mode;
  prompt: string;
  /** Last segments of the upstream's path. */
  path: string;
  body: Readonly<Record<string, unknown>>;
  continues?: string;
  uses?: string;
}

/**
 * What a request to submit means: path of the upstream, body and action.
 * @throws InvalidTask naming the field
 */
export function readRequest(request: TaskRequest): ReadRequest {
  const reader = Object.hasOwn(readers, request.action) ? readers[request.action] : undefined;
  if (!reader) throw new InvalidTask("action", `There is no action "${request.action.slice(0, 40)}".`);
  const { prompt, mode: flagged } = takeModeFlags(readPrompt(request.body));
  if (requestsSeveral(prompt))
    throw new InvalidTask(
      "prompt",
      "A prompt creates one job. Remove --repeat and lists in braces, and submit each job separately.",
    );
  const read = reader({ ...request.body, prompt }, prompt);
  const { body } = read;
  // A follow-up has its original's mode: only the account of the original can run it.
  const mode =
    asMode(request.continued?.mode) ??
    asMode(request.mode) ??
    flagged ??
    readAccountFilter(request.body) ??
    "fast";
  const botType = readBotType(request.body);
  return { ...read, mode, prompt, body: botType === undefined ? body : { ...body, botType } };
}

/** @throws InvalidTask naming the field */
export function readSubmission(request: TaskRequest): TaskSubmission {
  const { action, mode, prompt, body, continues, uses } = readRequest(request);
  const notifyUrl = readNotifyUrl(request.body, "notifyHook");
  return {
    action,
    model: modelOf(action, mode),
    mode,
    prompt: prompt || (request.continued?.prompt ?? ""),
    echo: readEcho(request.body, body),
    ...(continues !== undefined && { continues }),
    ...(uses !== undefined && { uses }),
    ...(notifyUrl !== undefined && { notifyUrl }),
  };
}

/**
 * The same submission in relax mode, for proxies without a fast account. Not for follow-ups: only the original's account has the
 * image.
 */
export function retryAs(request: TaskRequest, problem: UpstreamProblem): TaskRequest | undefined {
  const { mode, continues } = readRequest(request);
  const hasOther = problem.code === "3" && mode === "fast" && continues === undefined;
  return hasOther ? { ...request, mode: "relax" } : undefined;
}

type Read = Omit<ReadRequest, "mode" | "prompt">;

/** By the last segment of our path. */
const readers: Readonly<Record<string, (body: Body, prompt: string) => Read>> = {
  imagine(body, prompt) {
    if (prompt === "") throw new InvalidTask("prompt", "Give a prompt.");
    const base64Array = readPictures(body, 0);
    return {
      action: "IMAGINE",
      path: "submit/imagine",
      body: { prompt, ...(base64Array.length > 0 && { base64Array }) },
    };
  },
  change: readChange,
  "simple-change": readSimpleChange,
  action(body) {
    const customId = needText(body, "customId");
    const action = readButton(customId);
    if (!action) throw new InvalidTask("customId", "This button does not start a task.");
    return {
      action,
      path: "submit/action",
      body: { customId },
      continues: readTaskId(body),
      uses: customId,
    };
  },
  modal(body, prompt) {
    const maskBase64 = asFilledText(body["maskBase64"]);
    return {
      action: "MODAL",
      path: "submit/modal",
      body: { ...(prompt !== "" && { prompt }), ...(maskBase64 !== undefined && { maskBase64 }) },
      continues: readTaskId(body),
    };
  },
  describe(body) {
    const base64 = asFilledText(body["base64"]) ?? readPictures(body, 0)[0];
    if (base64 === undefined) throw new InvalidTask("base64", "Give an image as a data URL.");
    return { action: "DESCRIBE", path: "submit/describe", body: { base64 } };
  },
  blend(body) {
    const dimensions = readDimensions(body);
    const base64Array = readPictures(body, 2, 5);
    return {
      action: "BLEND",
      path: "submit/blend",
      body: { base64Array, ...(dimensions !== undefined && { dimensions }) },
    };
  },
  shorten(_body, prompt) {
    if (prompt === "") throw new InvalidTask("prompt", "Give a prompt.");
    return { action: "SHORTEN", path: "submit/shorten", body: { prompt } };
  },
  "swap-face": (body) => ({
    action: "SWAP_FACE",
    path: "insight-face/swap",
    body: { sourceBase64: needText(body, "sourceBase64"), targetBase64: needText(body, "targetBase64") },
  }),
  "upload-discord-images": (body) => ({
    action: "UPLOAD",
    path: "submit/upload-discord-images",
    body: { base64Array: readPictures(body, 1) },
  }),
};

/** Changes of a grid, each with the letter of its buttons. */
const changes: Readonly<Record<string, { action: Action; letter: string }>> = {
  UPSCALE: { action: "UPSCALE", letter: "U" },
  VARIATION: { action: "VARIATION", letter: "V" },
  REROLL: { action: "REROLL", letter: "R" },
};

function readChange(body: Body): Read {
  const word = asText(body["action"])?.toUpperCase() ?? "";
  const change = Object.hasOwn(changes, word) ? changes[word] : undefined;
  if (!change) throw new InvalidTask("action", "The action must be UPSCALE, VARIATION or REROLL.");
  const { action, letter } = change;
  const read = { action, path: "submit/change", continues: readTaskId(body) };
  if (action === "REROLL") return { ...read, body: { action }, uses: letter };
  const index = Number(body["index"]);
  if (![1, 2, 3, 4].includes(index))
    throw new InvalidTask("index", "The index must be a number from 1 to 4.");
  return { ...read, body: { action, index }, uses: `${letter}${index}` };
}

const simpleContent = /^([A-Za-z0-9_-]{1,64})\s+(?:([UV])\s?([1-4])|R)$/i;

/** `<task id> U2`: sent as the change that it means. */
function readSimpleChange(body: Body): Read {
  const [found, taskId, letter, index] = simpleContent.exec(needText(body, "content").trim()) ?? [];
  if (found === undefined)
    throw new InvalidTask("content", "The content must be a task id, a space, and U1 to U4, V1 to V4 or R.");
  if (letter === undefined) return readChange({ action: "REROLL", taskId });
  const action = letter.toUpperCase() === "U" ? "UPSCALE" : "VARIATION";
  return readChange({ action, index: Number(index), taskId });
}

/** Fields that are returned with the task. */
function readEcho(body: Body, sent: Body): Record<string, string> {
  const state = asFilledText(body["state"]);
  const customId = asFilledText(sent["customId"]);
  const botType = asFilledText(sent["botType"]);
  return {
    ...(state !== undefined && { state }),
    ...(customId !== undefined && { customId }),
    ...(botType !== undefined && { botType }),
  };
}
