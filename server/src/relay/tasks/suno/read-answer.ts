import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { problemFromStatus, tryParse } from "../../providers/kit/problem-from-status.ts";
import { asFilledText, asObject, asText, needObject, parseJson } from "../../providers/kit/read-json.ts";
import type { UpstreamAnswer } from "../../providers/provider.ts";
import type { TaskAccepted } from "../platform.ts";

const accepted = "success";

/** @throws UnreadableAnswer if no task was accepted */
export function readAccepted({ body }: UpstreamAnswer): TaskAccepted {
  const { code, data } = needObject(parseJson(body.toString()), "the answer");
  const upstreamId = asFilledText(data) ?? asFilledText(asObject(data)?.["task_id"]);
  if (code !== accepted || upstreamId === undefined) throw new UnreadableAnswer("the answer names no task");
  return { upstreamId };
}

/** Kind of a rejection with status 200, by a part of its code. */
const kinds: readonly (readonly [part: RegExp, kind: ProblemKind])[] = [
  [/sensitive|moderat|banned|prohibit/i, "filter"],
  [/quota|balance|credit/i, "billing"],
  [/rate|too_many|limit/i, "rate"],
  [/invalid|param|missing|not_found/i, "request"],
];

/** A rejection, which comes with status 200 as well; undefined for other answers. */
export function readProblem({ status, headers, body }: UpstreamAnswer): UpstreamProblem | undefined {
  const text = body.toString();
  const code = asObject(tryParse(text))?.["code"];
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && (code === undefined || code === accepted)) return undefined;
  const found = problemFromStatus(status, text, headers);
  if (!isSuccess) return found;
  const kind = kinds.find(([part]) => part.test(asText(code) ?? ""))?.[1] ?? "server";
  return { ...found, kind };
}
