import { nameDropped } from "../../providers/kit/name-dropped.ts";
import { CannotServe, type UpstreamRequest, type VideoCapability } from "../../providers/provider.ts";
import type { SubmissionContext, TaskRequest } from "../platform.ts";
import { knownFields, readPrompt, readVideoRequest } from "./read-submission.ts";

/** @throws CannotServe naming the field that the channel's upstream does not accept */
export function buildSubmission(
  videos: VideoCapability,
  request: TaskRequest,
  { channel, upstreamModel, continued }: SubmissionContext,
): UpstreamRequest {
  if (request.action === "remix") {
    if (!continued) throw new CannotServe("A remix needs the ID of its source video.", "id");
    const remix = { model: upstreamModel, prompt: readPrompt(request.body), remixOf: continued.upstreamId };
    return videos.buildRequest(remix, channel);
  }
  const requested = readVideoRequest(request);
  const built = videos.buildRequest({ ...requested, model: upstreamModel }, channel);
  return nameDropped(built, [
    ...(built.dropped ?? []),
    ...Object.keys(request.body).filter((name) => !knownFields.has(name)),
  ]);
}
