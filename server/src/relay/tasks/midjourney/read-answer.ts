import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { problemFromStatus, tryParse } from "../../providers/kit/problem-from-status.ts";
import { asFilledText, asList, asObject, needObject, parseJson } from "../../providers/kit/read-json.ts";
import type { UpstreamAnswer } from "../../providers/provider.ts";
import { isAddress } from "../address.ts";
import type { TaskAccepted } from "../platform.ts";

/** Codes of a submission: accepted; exists already, or waits for a window; queued. */
export const acceptedCodes = { accepted: 1, exists: 21, queued: 22 } as const;

/** Codes of a rejection. 3 also stands for an unknown task, which only a follow-up can name. */
const rejections: Readonly<Record<number, ProblemKind>> = {
  3: "overload",
  4: "request",
  23: "rate",
  24: "filter",
  30: "rate",
};

/** @throws UnreadableAnswer if no task was accepted */
export function readAccepted({ body }: UpstreamAnswer): TaskAccepted {
  const { code, result } = needObject(parseJson(body.toString()), "the answer");
  const upstreamId = typeof result === "number" ? String(result) : asFilledText(result);
  if (upstreamId === undefined || !isAccepted(Number(code)))
    throw new UnreadableAnswer("the answer names no task");
  return { upstreamId, code: Number(code) };
}

/** A rejection, which comes with status 200 as well; undefined for other answers. */
export function readProblem({ status, headers, body }: UpstreamAnswer): UpstreamProblem | undefined {
  const text = body.toString();
  const answer = asObject(tryParse(text));
  const code = answer?.["code"] === undefined ? Number.NaN : Number(answer["code"]);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && (Number.isNaN(code) || isAccepted(code))) return undefined;
  const found = problemFromStatus(status, text, headers);
  const message = asFilledText(answer?.["description"]) ?? found.message;
  const kind = rejections[code] ?? (isSuccess ? "server" : found.kind);
  const isAccount = found.kind === "auth" || found.kind === "billing";
  return {
    ...found,
    kind: isAccount ? found.kind : kind,
    message,
    ...(Number.isNaN(code) ? {} : { code: String(code) }),
  };
}

const linksMost = 10;

/** The answer to a call that leaves no task: addresses of uploaded pictures, or a seed. */
export function renderAnswer(answer: UpstreamAnswer): unknown {
  const { result } = needObject(parseJson(answer.body.toString()), "the answer");
  const links = asList(result).filter(isAddress).slice(0, linksMost);
  const text = typeof result === "number" ? String(result) : asFilledText(result);
  if (links.length === 0 && text === undefined) throw new UnreadableAnswer("the answer has no result");
  return { code: acceptedCodes.accepted, description: "Success", result: text?.slice(0, 4000) ?? links };
}

function isAccepted(code: number): boolean {
  return Object.values<number>(acceptedCodes).includes(code);
}
