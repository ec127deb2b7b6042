import type { UpstreamProblem } from "../../canonical/problem.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/** An answer with status 2xx that says within that the call was refused. Carries the vendor's reason, which an unreadable one has not. */
export class RefusedAnswer extends UnreadableAnswer {
  override name = "RefusedAnswer";
  readonly problem: UpstreamProblem;

  constructor(problem: UpstreamProblem) {
    super(`the answer is an error: ${problem.message}`);
    this.problem = problem;
  }
}
