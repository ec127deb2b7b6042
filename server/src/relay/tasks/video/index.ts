import type { UpstreamProblem } from "../../canonical/problem.ts";
import type { MadeVideo, VideoVariant } from "../../canonical/video.ts";
import { videoVariants } from "../../canonical/video.ts";
import { asObject } from "../../providers/kit/read-json.ts";
import { CannotServe, type UpstreamAnswer, type VideoCapability } from "../../providers/provider.ts";
import { findProvider, providers } from "../../providers/registry.ts";
import { contentAt, isAddress } from "../address.ts";
import type { TaskChannel, TaskContent, TaskPlatform } from "../platform.ts";
import { buildSubmission } from "./build-submission.ts";
import { readList } from "./read-list.ts";
import { readSubmission } from "./read-submission.ts";
import { renderDeleted, renderError, renderVideo, renderVideos } from "./render-video.ts";
import { route } from "./route.ts";

/** OpenAI's videos, for every provider that makes some. A vendor's translation is the capability `videos` of its provider. */
export const platform: TaskPlatform = {
  id: "video",
  channelTypes: providers.flatMap(({ videos, descriptor }) => (videos ? [descriptor.type] : [])),
  mostPerQuery: 1,
  // Vertex AI ends an operation with the video itself, in base64.
  largestAnswer: 64 * 1024 * 1024,
  roots: ["/v1/videos"],
  route,
  readList: (_body, query) => readList(query),
  readSubmission,
  buildSubmission: (request, context) => buildSubmission(videosOf(context.channel), request, context),
  readAccepted: (answer, channel) => ({ upstreamId: videosOf(channel).readAccepted(answer) }),
  readProblem,
  buildQuery: ([id = ""], channel, action) =>
    videosOf(channel).buildQuery(id, channel, action === "image2video"),
  readReports(answer, channel, [upstreamId = ""]) {
    const { video, ...report } = videosOf(channel).readReport(answer);
    return [{ upstreamId, ...report, ...(video && { result: video }) }];
  },
  filesOf: (result) => (asObject(result) ? [{ variant: "video", kind: "video" }] : []),
  contentOf,
  renderAccepted: renderVideo,
  renderTask: renderVideo,
  renderTasks: renderVideos,
  renderDeleted,
  renderError,
};

/** @throws CannotServe for a channel whose provider makes no videos */
function videosOf({ type }: TaskChannel): VideoCapability {
  const videos = findProvider(type)?.videos;
  if (!videos) throw new CannotServe("This channel makes no videos.", "model");
  return videos;
}

function readProblem(answer: UpstreamAnswer, channel: TaskChannel): UpstreamProblem | undefined {
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return videosOf(channel).readRejection?.(answer);
  return findProvider(channel.type)?.readProblem(status, body.toString("utf8"), headers);
}

function contentOf(
  result: unknown,
  id: string,
  variant: string | undefined,
  channel: TaskChannel,
): TaskContent | undefined {
  const video = asObject(result);
  const wanted = variant ?? "video";
  if (!video || !isVariant(wanted)) return undefined;
  const place = videosOf(channel).contentOf(readMade(video), { id, variant: wanted }, channel);
  if (!place || "request" in place) return place;
  return isAddress(place.url) ? contentAt(place.url, channel) : undefined;
}

function isVariant(name: string): name is VideoVariant {
  return (videoVariants as readonly string[]).includes(name);
}

/** A stored result. */
function readMade(video: Record<string, unknown>): MadeVideo {
  const texts = ["url", "thumbnailUrl", "fileId"] as const;
  return Object.fromEntries(
    texts.flatMap((name) => (typeof video[name] === "string" ? [[name, video[name]]] : [])),
  ) as MadeVideo;
}
