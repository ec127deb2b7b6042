import { asObject } from "../../providers/kit/read-json.ts";
import { descriptor } from "../../providers/kling/descriptor.ts";
import { readProblem } from "../../providers/kling/problems.ts";
import {
  type KlingAction,
  klingActions,
  queryTask,
  readRejection,
  readTaskId,
  readTaskReport,
} from "../../providers/kling/tasks.ts";
import { contentAt, isAddress } from "../address.ts";
import type { TaskPlatform, TaskRoute } from "../platform.ts";
import { buildSubmission } from "./build-submission.ts";
import { readSubmission } from "./read-submission.ts";
import { renderError, renderTask } from "./render-task.ts";

const paths = /^\/kling\/v1\/videos\/(text2video|image2video)(?:\/([A-Za-z0-9_-]+))?$/;

/** Kling's own paths and bodies, for channels of Kling. Tollgate polls every task; reports are not used. */
export const platform: TaskPlatform = {
  id: "kling",
  channelTypes: [descriptor.type],
  mostPerQuery: 1,
  roots: ["/kling"],
  route(method, path): TaskRoute | undefined {
    const [, action, id] = paths.exec(path) ?? [];
    if (action === undefined) return undefined;
    if (id === undefined) return method === "POST" ? { does: "submit", action } : undefined;
    return method === "GET" ? { does: "read", id } : undefined;
  },
  readSubmission,
  buildSubmission,
  readAccepted: (answer) => ({ upstreamId: readTaskId(answer) }),
  readProblem(answer) {
    const { status, headers, body } = answer;
    return status < 300 ? readRejection(answer) : readProblem(status, body.toString("utf8"), headers);
  },
  buildQuery: ([id = ""], channel, action) => queryTask(channel, actionOf(action), id),
  readReports(answer, _channel, [upstreamId = ""]) {
    const { video, ...report } = readTaskReport(answer);
    return [{ upstreamId, ...report, ...(video && { result: video }) }];
  },
  filesOf: (result) => (asObject(result) ? [{ variant: "video", kind: "video" }] : []),
  contentOf(result, _upstreamId, variant = "video", channel) {
    const url = variant === "video" ? asObject(result)?.["url"] : undefined;
    return isAddress(url) ? contentAt(url, channel) : undefined;
  },
  renderAccepted: renderTask,
  renderTask,
  renderError,
};

function actionOf(action: string): KlingAction {
  return klingActions.find((one) => one === action) ?? "text2video";
}
