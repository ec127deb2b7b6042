import { asFilledText, asList, asObject, asText, type JsonObject } from "../../providers/kit/read-json.ts";
import { isAddress } from "../address.ts";
import type { TaskReport, TaskStatus } from "../platform.ts";
import { readPercent } from "../read-percent.ts";

/** The proxy's statuses in lower case. `modal`: it waits for the caller's next request. */
const statuses: Readonly<Record<string, TaskStatus>> = {
  "": "submitted",
  not_start: "queued",
  submitted: "submitted",
  in_progress: "in_progress",
  modal: "in_progress",
  success: "success",
  failure: "failure",
  cancel: "failure",
};

/** A button under a picture, as clients draw it. */
export interface Button {
  customId: string;
  emoji: string;
  label: string;
  type: number;
  style: number;
}

/** What is stored of a task's result. */
export interface MidjourneyResult {
  /** Of the picture, at Discord or at the proxy. */
  imageUrl?: string;
  /** The proxy's name of the action. */
  action?: string;
  /** What a `describe` found, or the prompt as it was sent. */
  prompt?: string;
  promptEn?: string;
  botType?: string;
  /** Set while the proxy waits for a `modal`. */
  waits?: true;
  buttons: Button[];
  properties: { finalPrompt?: string; finalZhPrompt?: string };
}

const textMost = 8000;
const buttonsMost = 40;

/** One task of an answer; empty for what is none. */
export function readReport(value: unknown): TaskReport[] {
  const task = asObject(value);
  const id = task?.["id"];
  const upstreamId = typeof id === "number" ? String(id) : asFilledText(id);
  const word = asText(task?.["status"] ?? "")?.toLowerCase();
  if (task === undefined || upstreamId === undefined || word === undefined) return [];
  const status = (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? "in_progress";
  const startedAt = readTime(task["startTime"]);
  const finishedAt = readTime(task["finishTime"]);
  const reason = status === "failure" ? (readText(task["failReason"]) ?? "Midjourney gave no reason.") : "";
  const result = readResult(task, word === "modal");
  return [
    {
      upstreamId,
      status,
      progress: status === "success" ? 100 : readPercent(task["progress"]),
      failReason: reason,
      ...(startedAt !== undefined && { startedAt }),
      ...(finishedAt !== undefined && { finishedAt }),
      ...(result && { result }),
    },
  ];
}

/** Its own ids of tasks, accounts and messages are left out: only what callers read is kept. */
function readResult(task: JsonObject, waits: boolean): MidjourneyResult | undefined {
  const { imageUrl } = task;
  const buttons = asList(task["buttons"]).slice(0, buttonsMost).flatMap(readButtonOf);
  const properties = asObject(task["properties"]);
  const result: MidjourneyResult = {
    ...(isAddress(imageUrl) && { imageUrl }),
    ...texts(task, ["action", "prompt", "promptEn", "botType"]),
    ...(waits && { waits }),
    buttons,
    properties: texts(properties, ["finalPrompt", "finalZhPrompt"]),
  };
  const isEmpty =
    result.imageUrl === undefined && buttons.length === 0 && !waits && !("finalPrompt" in result.properties);
  return isEmpty && result.promptEn === undefined ? undefined : result;
}

function readButtonOf(value: unknown): Button[] {
  const button = asObject(value);
  const customId = asFilledText(button?.["customId"]);
  if (customId === undefined || customId.length > 300) return [];
  const short = (name: string): string => (asText(button?.[name]) ?? "").slice(0, 100);
  const count = (name: string): number => (Number.isSafeInteger(button?.[name]) ? Number(button?.[name]) : 0);
  return [
    { customId, emoji: short("emoji"), label: short("label"), type: count("type"), style: count("style") },
  ];
}

function texts<Name extends string>(
  object: JsonObject | undefined,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = readText(object?.[name]);
    if (text !== undefined) found[name] = text;
  }
  return found;
}

function readText(value: unknown): string | undefined {
  return asFilledText(value)?.slice(0, textMost);
}

/** Epoch milliseconds; undefined for none. */
function readTime(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
