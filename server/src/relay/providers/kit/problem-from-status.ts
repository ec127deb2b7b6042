import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { ProblemKind, UpstreamProblem } from "../../canonical/problem.ts";
import { asFilledText, asList, asObject, type JsonObject } from "./read-json.ts";
import { readRetryAfter } from "./retry-after.ts";

/**
 * Parses an error answer: the error objects of OpenAI, Anthropic and Google and the plain ones of frameworks; an HTML
 * page is reduced to its title. Status 200 means an error event inside a stream: then the error's code and type decide
 * the kind. `headers` have lower-case names.
 */
export function problemFromStatus(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const parsed = tryParse(body);
  const found = readError(parsed, status);
  const problem: UpstreamProblem = {
    kind: readKind(status, found, parsed),
    status,
    message: found.message ?? describeBody(status, body, parsed),
  };
  if (found.type !== undefined) problem.type = found.type;
  if (found.code !== undefined) problem.code = found.code;
  if (found.param !== undefined) problem.param = found.param;
  const retryAfter = readRetryAfter(headers, parsed);
  if (retryAfter !== undefined) problem.retryAfter = retryAfter;
  return problem;
}

interface FoundError {
  message?: string;
  type?: string;
  code?: string;
  param?: string;
}

function readError(body: unknown, status: number): FoundError {
  const root = asObject(Array.isArray(body) ? body[0] : body);
  if (root === undefined) return {};
  const nested = asObject(root.error) ?? asObject(root.detail) ?? asObject(root.message);
  if (nested !== undefined && asObject(root.error) !== undefined) return fromObject(nested, status);
  if (typeof root.error === "string") return { ...fromObject(root, status), message: root.error };
  return fromObject({ ...root, ...nested }, status);
}

function fromObject(error: JsonObject, status: number): FoundError {
  const found: FoundError = {};
  const message = asFilledText(error.message) ?? asFilledText(error.msg) ?? readDetail(error.detail);
  if (message !== undefined) found.message = message;
  const type = asFilledText(error.type) ?? asFilledText(error.status);
  if (type !== undefined && type !== "error") found.type = type;
  const code = typeof error.code === "number" && error.code !== status ? String(error.code) : error.code;
  if (typeof code === "string" && code !== "") found.code = code;
  const param = asFilledText(error.param);
  if (param !== undefined) found.param = param;
  return found;
}

/** `detail` of FastAPI: a sentence, or a list of `{ loc, msg }`. */
function readDetail(detail: unknown): string | undefined {
  if (typeof detail === "string") return asFilledText(detail);
  const sentences = asList(detail).flatMap((entry) => {
    const object = asObject(entry);
    const sentence = asFilledText(object?.msg);
    return sentence === undefined ? [] : [`${asList(object?.loc).join(".")}: ${sentence}`];
  });
  return sentences.length > 0 ? sentences.join("; ") : undefined;
}

function readKind(status: number, found: FoundError, body: unknown): ProblemKind {
  const code = `${found.code ?? ""} ${found.type ?? ""}`.toLowerCase();
  if (isFilter(code) || (status === 400 && contentFilterSentence.test(found.message ?? ""))) return "filter";
  if (isBilling(code)) return "billing";
  if (isAuth(code)) return "auth";
  const fromSentence = kindFromSentence(status, found);
  if (fromSentence) return fromSentence;
  if (status >= 200 && status < 400)
    return status === 200 && body !== undefined ? kindFromCode(code) : "bad-answer";
  return kindFromStatus(status);
}

/**
 * Some vendors report an empty balance or a wrong key only in a sentence. Sentences may quote the caller (`Invalid
 * value: '…'`), so only the start counts, and only if the error names no field and a rejection has no code of its own.
 */
function kindFromSentence(
  status: number,
  { message = "", code, param }: FoundError,
): ProblemKind | undefined {
  if (param !== undefined || (status === 400 && code !== undefined)) return undefined;
  if (billingSentence.test(message)) return "billing";
  return status === 400 && keySentence.test(message) ? "auth" : undefined;
}

function kindFromStatus(status: number): ProblemKind {
  switch (status) {
    case 401:
    case 403:
      return "auth";
    case 402:
      return "billing";
    case 408:
    case 504:
    case 524:
      return "timeout";
    case 429:
      return "rate";
    case 503:
    case 529:
      return "overload";
    default:
      return status >= 500 ? "server" : status >= 400 ? "request" : "unreachable";
  }
}

/** Some servers send the intended HTTP status as the code. */
function kindFromCode(code: string): ProblemKind {
  const status = /^([45]\d\d)\b/.exec(code)?.[1];
  if (status !== undefined) return kindFromStatus(Number(status));
  if (/overloaded|unavailable|engine_overloaded/.test(code)) return "overload";
  if (/rate_?limit|capacity_exceeded|resource_exhausted|too_many|\b429\b/.test(code)) return "rate";
  if (/timeout|deadline/.test(code)) return "timeout";
  if (/invalid_request|invalid_argument|not_found|request_too_large|context_length|\b400\b/.test(code))
    return "request";
  return "server";
}

function isFilter(code: string): boolean {
  return /content_filter|content_policy|responsibleaipolicy|content_security|safety_violation|data_inspection/.test(
    code,
  );
}

function isBilling(code: string): boolean {
  return /insufficient_quota|exceeded_current_quota|insufficient_balance|insufficient_user_quota|billing|payment_required|quota_exceeded_billing|arrearage/.test(
    code,
  );
}

function isAuth(code: string): boolean {
  return /invalid_api_key|invalid_authentication|authentication_error|account_deactivated|api_key_invalid|unauthenticated/.test(
    code,
  );
}

const billingSentence =
  /^\s*(?:your credit balance is too low|insufficient (?:account )?balance\s*(?:$|[.,;:!(])|you(?:'ve| have)? exceeded your current quota)/i;
const keySentence = /^\s*(?:api key not valid|invalid api key|api key expired)/i;
const contentFilterSentence = /content management policy|content filter(ing)? policy/i;

/** An error body as JSON; undefined for anything else. */
export function tryParse(body: string): unknown {
  try {
    return parseBounded(body);
  } catch {
    return undefined;
  }
}

/** A message for a body without an error object; pages are reduced to their title. */
function describeBody(status: number, body: string, parsed: unknown): string {
  const text = body.trim();
  if (text === "") return `status ${status} without a body`;
  if (/^(<!doctype|<html|<head|<\?xml)/i.test(text)) {
    const title = /<title[^>]*>([^<]*)</i.exec(text)?.[1]?.replace(/\s+/g, " ").trim();
    return title ? `status ${status} with a web page: ${title}` : `status ${status} with a web page`;
  }
  if (parsed !== undefined || text.length <= 300) return text.slice(0, 300);
  return `${text.slice(0, 300)}…`;
}
