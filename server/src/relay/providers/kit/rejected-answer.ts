import type { UpstreamProblem } from "../../canonical/problem.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/** An answer with status 2xx whose body is a rejection. Contains the vendor's problem, unlike an unreadable answer. */
export class RejectedAnswer extends UnreadableAnswer {
  override name = "RejectedAnswer";
  readonly problem: UpstreamProblem;

  constructor(problem: UpstreamProblem) {
    super(`the answer is an error: ${problem.message}`);
    this.problem = problem;
  }
}
