import { nameDropped } from "../../providers/kit/name-dropped.ts";
import { type KlingAction, submitTask } from "../../providers/kling/tasks.ts";
import { needModelName } from "../../providers/kling/model-name.ts";
import { CannotServe, type UpstreamRequest } from "../../providers/provider.ts";
import type { SubmissionContext, TaskRequest } from "../platform.ts";
import { passedFields, readFields, readKlingRequest } from "./read-submission.ts";

const known: ReadonlySet<string> = new Set([...passedFields, ...readFields]);

/** @throws CannotServe if the channel maps the model to one of another length, which would be billed */
export function buildSubmission(
  { action, body }: TaskRequest,
  { channel, upstreamModel }: SubmissionContext,
): UpstreamRequest {
  const { name, mode, seconds } = needModelName(upstreamModel);
  if (seconds !== readKlingRequest(body).seconds)
    throw new CannotServe(`This channel makes videos of ${seconds} seconds instead.`, "duration");
  const sent: Record<string, unknown> = { model_name: name, mode, duration: String(seconds) };
  for (const field of passedFields) if (body[field] != null) sent[field] = bare(body[field]);
  const request = submitTask(channel, { action: action as KlingAction, model: upstreamModel, body: sent });
  return nameDropped(
    request,
    Object.keys(body).filter((field) => !known.has(field)),
  );
}

/** Kling takes pictures in base64 without what makes them a data URL. */
function bare(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/^data:image\/[\w.+-]+;base64,/, "") : value;
}
