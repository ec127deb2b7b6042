import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Parses an error answer, a failed response (with status 200), or a stream event `error` or `response.failed`.
 * `headers` have lower-case names.
 */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const failed = readFailed(body);
  const problem = problemFromStatus(status, failed ? JSON.stringify({ error: failed }) : body, headers);
  if (problem.kind !== "server" || status !== 200) return problem;
  const code = problem.code ?? "";
  if (refusals.has(code)) problem.kind = "filter";
  else if (code.startsWith("invalid_") || callersFaults.has(code)) problem.kind = "request";
  return problem;
}

/** Codes of `ResponseError` that mean a content refusal only. */
const refusals = new Set(["invalid_prompt", "bio_policy", "misalignment_policy_violation"]);

/** Codes of `ResponseError` for invalid input. */
const callersFaults = new Set([
  "image_too_large",
  "image_too_small",
  "image_parse_error",
  "image_file_too_large",
  "unsupported_image_media_type",
  "empty_image_file",
  "failed_to_download_image",
  "image_file_not_found",
]);

/** The error inside a failed response. */
function readFailed(body: string): JsonObject | undefined {
  let root: JsonObject | undefined;
  try {
    root = asObject(parseBounded(body));
  } catch {
    return undefined;
  }
  const response = asObject(root?.response) ?? root;
  if (response?.status !== "failed" && root?.type !== "response.failed") return undefined;
  return asObject(response?.error) ?? { message: "the answer failed without a reason", code: "server_error" };
}
