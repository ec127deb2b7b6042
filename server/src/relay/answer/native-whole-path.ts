import type { UsageCounts } from "@tollgate/contract/cost";
import {
  type AnswerPath,
  badAnswer,
  bindAnswer,
  callForReading,
  hasError,
  jsonType,
  type PathContext,
  parseWhole,
  WholeBody,
} from "./answer-path.ts";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { DeliveredText } from "../exchange.ts";
import { DeliveredTokens } from "../metering/delivered-text.ts";
import { readAnsweredBy } from "../providers/kit/read-answered-by.ts";
import { readProblem } from "../upstream/read-problem.ts";

/** A whole chat response in the caller's own format. */
export class NativeWholePath implements AnswerPath, DeliveredText {
  usage: UsageCounts | undefined;
  usageFinal = false;
  answeredBy: AnsweredBy | undefined;
  #context: PathContext;
  #body = new WholeBody();
  /** What the caller received; read only if it must be counted. */
  #answer: object | undefined;
  spoke = false;

  constructor(context: PathContext) {
    this.#context = context;
  }

  get begun(): boolean {
    return this.#body.begun;
  }

  get delivered(): DeliveredText {
    return this;
  }

  onHead(): undefined {
    return undefined;
  }

  get retained(): number {
    return this.#body.length;
  }

  onData(chunk: Buffer): UpstreamProblem | undefined {
    return this.#body.add(chunk);
  }

  onEnd(): UpstreamProblem | undefined {
    const { exchange, route } = this.#context;
    const bytes = this.#body.bytes();
    const parsed = parseWhole(bytes);
    if ("problem" in parsed) return parsed.problem;
    const { body } = parsed;
    if (hasError(body)) return readProblem(route.provider, 200, bytes.toString("utf8"), {});
    if (!exchange.format.isAnswer(body)) return badAnswer("the answer has no content");
    this.usage = route.provider.native?.readUsage(body, undefined, exchange.format.id);
    this.usageFinal = true;
    this.answeredBy = readAnsweredBy(body);
    const { namesOf } = exchange.format;
    if (namesOf) bindAnswer(this.#context, namesOf(body, this.#context.sent.head), this.usage);
    if (!this.#context.callerGone()) this.#answer = body;
    this.#context.head({ "content-type": jsonType, "content-length": String(bytes.length) }, "whole");
    this.#context.end(bytes);
    return undefined;
  }

  count(): Promise<number> {
    const delivered = new DeliveredTokens(this.#context.tokenCounter);
    try {
      const { chat } = this.#context.route.provider;
      if (chat && this.#answer)
        delivered.addResult(chat.readResponse(this.#answer, callForReading(this.#context)));
    } catch {
      // An unreadable response was delivered as it came, but cannot be counted.
    }
    this.spoke = delivered.spoke;
    return delivered.count();
  }
}
