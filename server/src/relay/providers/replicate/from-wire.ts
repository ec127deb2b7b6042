import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { ChatCall, ChatResult } from "../../canonical/chat.ts";
import { readCount } from "../kit/read-count.ts";
import { asFilledText, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { isRunning } from "./predictions.ts";

/**
 * Parses a finished prediction of a language model, which has no stop reason.
 * @throws UnreadableAnswer if the prediction failed or did not finish
 */
export function readChat(body: unknown, call: ChatCall): ChatResult {
  const prediction = needOutput(body);
  const text = joinOutput(prediction.output);
  const result: ChatResult = {
    id: asText(prediction.id) ?? "",
    model: asFilledText(prediction.model) ?? call.model,
    choices: [{ index: 0, content: text === "" ? [] : [{ type: "text", text }], stopReason: "stop" }],
  };
  const created = Date.parse(asText(prediction.created_at) ?? "");
  if (Number.isFinite(created)) result.created = Math.floor(created / 1000);
  const usage = readUsage(prediction);
  if (usage) result.usage = usage;
  return result;
}

/** A successful prediction. @throws UnreadableAnswer for any other */
export function needOutput(body: unknown): JsonObject {
  const prediction = needObject(body, "the prediction");
  if (isRunning(prediction)) throw new UnreadableAnswer("the prediction did not finish in time");
  if (prediction.status !== undefined && prediction.status !== "succeeded") {
    const reason = asFilledText(prediction.error) ?? "without a reason";
    const status = asText(prediction.status) ?? "ended oddly";
    throw new UnreadableAnswer(`the prediction ${status}: ${reason.slice(0, 300)}`);
  }
  if (prediction.output === undefined) throw new UnreadableAnswer("the prediction has no output");
  return prediction;
}

/** Language models return their output as one text or in pieces. */
export function joinOutput(output: unknown): string {
  if (typeof output === "string") return output;
  return Array.isArray(output) ? output.map((piece) => asText(piece) ?? "").join("") : "";
}

/** Undefined unless both counts are present: most models' metrics have none. */
export function readUsage(prediction: JsonObject): UsageCounts | undefined {
  const metrics = asObject(prediction.metrics);
  if (metrics?.input_token_count == null || metrics.output_token_count == null) return undefined;
  return {
    ...noUsage,
    input: readCount(metrics.input_token_count),
    output: readCount(metrics.output_token_count),
  };
}
