import type { UsageCounts } from "@tollgate/contract/cost";
import type { StopReason } from "./chat.ts";
import type { UpstreamProblem } from "./problem.ts";

/**
 * A streamed answer, part by part. Order: `start`, content of each choice, `stop` of each choice, `usage` at any time
 * (a later one replaces an earlier one). `block` numbers tool calls of one choice from 0 in order of appearance.
 */
export type ChatStreamPart =
  | { type: "start"; id: string; model: string; created?: number }
  | { type: "text"; choice: number; text: string }
  | { type: "refusal"; choice: number; text: string }
  | { type: "reasoning"; choice: number; text: string }
  | { type: "reasoning-signature"; choice: number; signature: string }
  | { type: "encrypted-reasoning"; choice: number; data: string }
  | { type: "tool-call"; choice: number; block: number; id: string; name: string }
  | { type: "tool-arguments"; choice: number; block: number; text: string }
  | { type: "citation"; choice: number; citation: unknown }
  | { type: "log-probabilities"; choice: number; value: unknown }
  | { type: "stop"; choice: number; reason: StopReason; stopSequence?: string }
  | { type: "usage"; usage: UsageCounts }
  | { type: "service-tier"; tier: string }
  /** The upstream gave up in the middle of a 200 stream. */
  | { type: "problem"; problem: UpstreamProblem }
  /** The upstream said that this is all; a stream that ends without it was cut. */
  | { type: "end" };
