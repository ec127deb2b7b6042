import { asFilledText, asList, asObject, parseJson } from "../../providers/kit/read-json.ts";
import { InvalidTask, type TaskPlatform } from "../platform.ts";
import { buildQuery, buildSubmission } from "./build-request.ts";
import { notifyPath, roots, route } from "./paths.ts";
import { readAccepted, readProblem, renderAnswer } from "./read-answer.ts";
import { readReport } from "./read-report.ts";
import { readSubmission, retryAs } from "./read-submission.ts";
import { renderAccepted, renderError, renderTask } from "./render.ts";
import { contentOf, filesOf, offers } from "./result.ts";

const idsMost = 100;

/** Midjourney through a proxy of the One API family (midjourney-proxy and its relatives): pictures, and what can be done with them. */
export const platform: TaskPlatform = {
  id: "midjourney",
  channelTypes: [34],
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

  readSubmission,
  retryAs,
  buildSubmission,
  readAccepted,
  readProblem,
  renderAnswer,
  buildQuery,

  /** The list of a query, or one task that the proxy reports. */
  readReports({ body }) {
    const answer = parseJson(body.toString());
    return Array.isArray(answer) ? asList(answer).flatMap(readReport) : readReport(answer);
  },

  offers,
  filesOf,
  contentOf: (result, _upstreamId, variant, channel) => contentOf(result, variant, channel),
  renderAccepted,
  renderTask,
  renderTasks: (tasks) => tasks.map(renderTask),
  renderError,
};
