import { addCustomParameters } from "../../providers/kit/add-custom-parameters.ts";
import { joinUrl } from "../../providers/kit/join-url.ts";
import { asFilledText, asObject, parseJson } from "../../providers/kit/read-json.ts";
import { contentAt } from "../address.ts";
import { InvalidTask, type TaskChannel, type TaskPlatform } from "../platform.ts";
import { notifyPath, roots, route } from "./paths.ts";
import { readAccepted, readProblem } from "./read-answer.ts";
import { readReport } from "./read-report.ts";
import { readRequest } from "./read-submission.ts";
import { renderAccepted, renderError, renderTask, renderTasks } from "./render.ts";
import { contentUrlOf, filesOf, offers } from "./result.ts";

const idsMost = 100;

function post(path: string, body: unknown, channel: TaskChannel) {
  return {
    method: "POST" as const,
    url: joinUrl(channel.baseUrl, `/suno/${path}`),
    headers: { "content-type": "application/json", authorization: `Bearer ${channel.key}` },
    body: JSON.stringify(body),
  };
}

/** Suno through a proxy of the One API family: songs and lyrics. */
export const platform: TaskPlatform = {
  id: "suno",
  channelTypes: [41],
  mostPerQuery: 100,
  roots,
  notifyPath,
  route,

  readList(body) {
    const ids = asObject(body)?.["ids"];
    if (!Array.isArray(ids) || ids.length > idsMost)
      throw new InvalidTask("ids", `"ids" must be a list of at most ${idsMost} task ids.`);
    return { ids: ids.flatMap((id: unknown) => asFilledText(id) ?? []) };
  },

  readSubmission: (request) => readRequest(request).submission,

  buildSubmission(request, { channel, continued, notifyUrl, upstreamModel }) {
    const { sent, submission } = readRequest(request);
    const body: Record<string, unknown> = {
      ...sent,
      ...(submission.action === "MUSIC" && { mv: upstreamModel }),
      ...(continued && { task_id: continued.upstreamId }),
      ...(notifyUrl !== undefined && { notify_hook: notifyUrl }),
    };
    addCustomParameters(body, channel, upstreamModel);
    return post(`submit/${request.action}`, body, channel);
  },

  readAccepted,
  readProblem,
  buildQuery: (ids, channel) => post("fetch", { ids }, channel),

  /** The list of a query, or one task that the proxy reports. */
  readReports({ body }) {
    const answer = parseJson(body.toString());
    const data = asObject(answer)?.["data"];
    if (Array.isArray(data) && asObject(answer)?.["task_id"] === undefined) return data.flatMap(readReport);
    const one = readReport(answer);
    return one.length > 0 ? one : readReport(data);
  },

  offers,
  filesOf,
  contentOf(result, _upstreamId, variant, channel) {
    const url = contentUrlOf(result, variant);
    return url === undefined ? undefined : contentAt(url, channel);
  },
  renderAccepted,
  renderTask,
  renderTasks,
  renderError,
};
