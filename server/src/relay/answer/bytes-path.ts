import type { UsageCounts } from "@tollgate/contract/cost";
import { type AnswerPath, badAnswer, type PathContext } from "./answer-path.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { DeliveredText } from "../exchange.ts";

/** Audio that is passed on as it comes; the request determines its cost. */
export class BytesPath implements AnswerPath, DeliveredText {
  readonly usage: UsageCounts | undefined = undefined;
  readonly answeredBy: undefined;
  usageFinal = false;
  begun = false;
  /** Part of the response reached the caller. */
  spoke = false;
  #context: PathContext;
  #contentType = "";

  constructor(context: PathContext) {
    this.#context = context;
  }

  readonly retained = 0;

  get delivered(): DeliveredText {
    return this;
  }

  onHead(headers: Record<string, string>): UpstreamProblem | undefined {
    this.#contentType = headers["content-type"] ?? "application/octet-stream";
    if (/json|html/.test(this.#contentType))
      return badAnswer(`the answer is ${this.#contentType}, not sound`);
    return undefined;
  }

  onData(chunk: Buffer): undefined {
    this.begun = true;
    if (!this.#context.exchange.reply.started) {
      this.#context.head({ "content-type": this.#contentType });
    }
    if (!this.#context.callerGone()) this.spoke = true;
    this.#context.write(chunk);
    return undefined;
  }

  onEnd(): UpstreamProblem | undefined {
    if (!this.spoke && !this.#context.callerGone()) return badAnswer("the answer is empty");
    this.usageFinal = true;
    this.#context.end();
    return undefined;
  }

  count(): Promise<number> {
    return Promise.resolve(0);
  }
}
