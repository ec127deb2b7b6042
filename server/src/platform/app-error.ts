import type { FieldProblem } from "@tollgate/contract/envelope";
import { describeError, type ErrorCode } from "@tollgate/contract/error-codes";

/** What an error may carry besides its code. */
export interface AppErrorDetails {
  /** Fill the placeholders of the code's sentence. */
  params?: Record<string, string | number>;
  /** Fields that were refused, for a form (D11). */
  fields?: FieldProblem[];
  /** What happened inside; for the log, never for an answer. */
  cause?: unknown;
}

/**
 * A failure that a caller of the console API is told of. Status and public sentence belong to the code's entry in the
 * contract's catalogue (D5).
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

/** One refused field as an error: the shape that the contract's own schemas give. */
export function refuseField(problem: FieldProblem): AppError {
  return new AppError("request.invalid", { fields: [problem] });
}
