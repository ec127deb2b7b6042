import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asFilledText, asList, asObject } from "../kit/read-json.ts";
import type { WireError } from "./wire.ts";

/**
 * An error contains its kind in `name` and its reasons in `errors`. A rejected prompt has status 403, which must not
 * count as a rejected key.
 */
export function readProblem(status: number, body: string, headers: Record<string, string>): UpstreamProblem {
  const problem = problemFromStatus(status, body, headers);
  const error = readError(body);
  const name = asFilledText(error?.name);
  const sentences = asList(error?.errors).flatMap((entry) => asFilledText(entry) ?? []);
  if (sentences.length > 0) problem.message = sentences.join("; ");
  if (name !== undefined) problem.code = name;
  if (name === "content_moderation") problem.kind = "filter";
  return problem;
}

function readError(body: string): WireError | undefined {
  try {
    return asObject(parseBounded(body));
  } catch {
    return undefined;
  }
}
