import type { FieldProblem } from "@tollgate/contract/envelope";
import { describeError, type ErrorCode } from "@tollgate/contract/error-codes";

/** Optional parts of an error, in addition to its code. */
export interface AppErrorDetails {
  /** Fill the placeholders of the code's sentence. */
  params?: Record<string, string | number>;
  /** Rejected fields, for a form. */
  fields?: FieldProblem[];
  /** The internal cause; for the log, never for a response. */
  cause?: unknown;
}

/**
 * A failure that is returned to a caller of the console API. Status and public sentence belong to the code's entry in
 * the contract's catalog.
 */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly params: Record<string, string | number> | undefined;
  readonly fields: FieldProblem[] | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(describeError(code, details.params), { cause: details.cause });
    this.code = code;
    this.params = details.params;
    this.fields = details.fields;
  }
}

/** One rejected field as an error, in the shape of the contract's own schemas. */
export function rejectField(problem: FieldProblem): AppError {
  return new AppError("request.invalid", { fields: [problem] });
}
