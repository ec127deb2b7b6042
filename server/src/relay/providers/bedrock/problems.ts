import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import { readProblem as readMessagesProblem } from "../anthropic-compatible/problems.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";

/**
 * Parses an AWS error: its name is in the header `x-amzn-errortype` (with a URL after a colon), or in the body's
 * `__type` (with a namespace before a `#`), its text in `message` or `Message`.
 */
export function readProblem(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  // Claude's streams send some errors in Anthropic's format.
  const problem = readMessagesProblem(status, body, headers);
  const error = readBody(body);
  const name = shortName(headers["x-amzn-errortype"] ?? asFilledText(error?.__type) ?? "");
  problem.message = asFilledText(error?.message) ?? asFilledText(error?.Message) ?? problem.message;
  if (name === "") return problem;
  problem.type = name;
  const kind = kinds[name.toLowerCase().replace(/exception$/, "")];
  // Names win over the text, except for an empty balance and a content refusal.
  if (kind !== undefined && problem.kind !== "billing" && problem.kind !== "filter") problem.kind = kind;
  if (modelOnly.test(problem.message)) problem.kind = "server";
  return problem;
}

const kinds: Record<string, ProblemKind> = {
  throttling: "rate",
  toomanyrequests: "rate",
  servicequotaexceeded: "rate",
  modelnotready: "overload",
  serviceunavailable: "overload",
  modeltimeout: "timeout",
  modelerror: "server",
  modelstreamerror: "server",
  internalserver: "server",
  internalfailure: "server",
  dependencyfailed: "server",
  badgateway: "server",
  validation: "request",
  conflict: "request",
  resourcenotfound: "request",
  accessdenied: "auth",
  unrecognizedclient: "auth",
  incompletesignature: "auth",
  invalidsignature: "auth",
  signaturedoesnotmatch: "auth",
  invalidclienttokenid: "auth",
  missingauthenticationtoken: "auth",
  expiredtoken: "auth",
  notauthorized: "auth",
};

/**
 * The account has no access to this one model. Another channel may, and this key still serves other models, so neither
 * the caller nor the key is at fault.
 */
const modelOnly = /^(operation not allowed|you don.t have access to the model|model access is denied)/i;

function shortName(text: string): string {
  return (text.split(":")[0] ?? "").split("#").at(-1)?.trim() ?? "";
}

function readBody(body: string): Record<string, unknown> | undefined {
  try {
    return asObject(parseBounded(body));
  } catch {
    return undefined;
  }
}
