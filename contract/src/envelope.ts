import type * as z from "zod";
import { type ErrorCode, describeError } from "./error-codes.ts";

/** One field that was rejected: `path` as in the body or query, joined by dots. */
export interface FieldProblem {
  path: string;
  message: string;
  /** zod's issue code or a business code, for a translated sentence. */
  code: string;
  /** Numbers and names for the translated sentence (minimum, maximum, expected …). */
  params?: Record<string, string | number>;
}

export interface SuccessEnvelope<T> {
  success: true;
  message: string;
  data: T;
}

export interface FailureEnvelope {
  success: false;
  message: string;
  code: ErrorCode;
  params?: Record<string, string | number>;
  fields?: FieldProblem[];
  request_id?: string;
}

/** Every answer under `/api` has one of these two shapes. */
export type Envelope<T> = SuccessEnvelope<T> | FailureEnvelope;

export function success<T>(data: T, message = ""): SuccessEnvelope<T> {
  return { success: true, message, data };
}

export function failure(
  code: ErrorCode,
  params?: Record<string, string | number>,
  fields?: FieldProblem[],
): FailureEnvelope {
  return {
    success: false,
    message: [describeError(code, params), ...namedProblems(fields)].join(" "),
    code,
    ...(params && { params }),
    ...(fields && { fields }),
  };
}

/** Fields that the message names; `fields` has all of them. */
const namedFields = 3;

/** For clients that read the message alone. */
function namedProblems(fields: FieldProblem[] = []): string[] {
  return fields
    .slice(0, namedFields)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
}

/** Shape check for the browser: an envelope, its data and details unread; undefined for anything else. */
export function readEnvelope(
  answer: unknown,
): SuccessEnvelope<unknown> | (Partial<FailureEnvelope> & { success: false }) | undefined {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
  const { success, message = "", code } = answer as { success?: unknown; message?: unknown; code?: unknown };
  const fits =
    typeof success === "boolean" &&
    typeof message === "string" &&
    (code === undefined || typeof code === "string");
  return fits ? (answer as SuccessEnvelope<unknown> | FailureEnvelope) : undefined;
}

/** Turns zod's issues into field problems; the root path is written as an empty string. */
export function fieldProblems(error: z.ZodError, prefix = ""): FieldProblem[] {
  return error.issues.map((issue) => {
    const path = [...(prefix ? [prefix] : []), ...issue.path.map(String)].join(".");
    const params: Record<string, string | number> = {};
    if ("minimum" in issue && issue.minimum !== undefined) params["minimum"] = Number(issue.minimum);
    if ("maximum" in issue && issue.maximum !== undefined) params["maximum"] = Number(issue.maximum);
    if ("expected" in issue && typeof issue.expected === "string") params["expected"] = issue.expected;
    if ("origin" in issue && typeof issue.origin === "string") params["origin"] = issue.origin;
    const { code: custom = "", ...measured } = (issue.code === "custom" && issue.params) || {};
    for (const [name, value] of Object.entries(measured))
      if (typeof value === "number" || typeof value === "string") params[name] = value;
    return {
      path,
      message: issue.message,
      code: String(custom) || issue.code || "custom",
      ...(Object.keys(params).length > 0 && { params }),
    };
  });
}
