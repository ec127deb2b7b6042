import type { FieldProblem } from "@tollgate/contract/envelope";

/** Client-side codes: no response, or a response without our envelope. */
export type LocalErrorCode = "client.unreachable" | "client.bad_answer";

/** A call that failed. `code` is one of the catalog, or one of `LocalErrorCode`; `message` is the server's English sentence. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Record<string, string | number>;
  readonly fields: FieldProblem[];
  readonly requestId: string;

  constructor(problem: {
    code: string;
    message: string;
    /** 0 when there was no answer at all. */
    status: number;
    params?: Record<string, string | number> | undefined;
    fields?: FieldProblem[] | undefined;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(problem.message, { cause: problem.cause });
    this.name = "ApiError";
    this.code = problem.code;
    this.status = problem.status;
    this.params = problem.params ?? {};
    this.fields = problem.fields ?? [];
    this.requestId = problem.requestId ?? "";
  }
}
