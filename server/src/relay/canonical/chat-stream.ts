import type { UsageCounts } from "@tollgate/contract/cost";
import type { Citation, MediaSource, OpaqueBlock, Signature, StopReason } from "./chat.ts";
import type { FormatId } from "../format-ids.ts";
import type { UpstreamProblem } from "./problem.ts";

/**
 * A streamed response, part by part. Order: `start`, content of each choice, `stop` of each choice, `usage` at any time
 * (a later one replaces an earlier one).
 * `block` numbers the tool calls of one choice from 0 in order of appearance.
 */
export type ChatStreamPart =
  | { type: "start"; id: string; model: string; created?: number }
  /** An empty text starts a new block: later citations belong to the text after it. */
  | { type: "text"; choice: number; text: string }
  | { type: "refusal"; choice: number; text: string }
  | { type: "reasoning"; choice: number; text: string }
  /** Closes the reasoning before it. */
  | { type: "reasoning-signature"; choice: number; signature: Signature }
  /** Closes the text before it. */
  | { type: "text-signature"; choice: number; signature: Signature }
  /** Starts a new reasoning block; sent only if a response has several or the upstream gives an id. */
  | { type: "reasoning-start"; choice: number; id?: string }
  | {
      type: "encrypted-reasoning";
      choice: number;
      data: string;
      dialect: FormatId;
      account?: string;
      id?: string;
      summary?: string;
    }
  | {
      type: "tool-call";
      choice: number;
      block: number;
      id: string;
      name: string;
      namespace?: string;
      signature?: Signature;
    }
  | { type: "tool-arguments"; choice: number; block: number; text: string }
  | { type: "citation"; choice: number; citation: Citation }
  /** A whole image. */
  | { type: "image"; choice: number; source: MediaSource }
  /** Audio: pieces of sound (base64) and of its transcript. */
  | { type: "spoken"; choice: number; id?: string; data?: string; transcript?: string; expiresAt?: number }
  | { type: "opaque"; choice: number; block: OpaqueBlock }
  | { type: "log-probabilities"; choice: number; value: unknown }
  | { type: "stop"; choice: number; reason: StopReason; stopSequence?: string }
  | { type: "usage"; usage: UsageCounts }
  | { type: "service-tier"; tier: string }
  /** The upstream failed in the middle of a stream with status 200. */
  | { type: "problem"; problem: UpstreamProblem }
  /** The upstream marked the end; a stream that ends without it was cut. */
  | { type: "end" };
