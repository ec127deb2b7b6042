import { noUsage } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addCustomParameters, buildGeminiRequest } from "../gemini-compatible/chat.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability, CannotServe, UnreadableAnswer } from "../provider.ts";
import { vertexOptions } from "./endpoint.ts";

/** Texts to vectors by `predict`; each vector says how many tokens its text had. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    const body: JsonObject = { instances: call.inputs.map((input) => instanceFor(call, input)) };
    if (call.dimensions !== undefined) body.parameters = { outputDimensionality: call.dimensions };
    addCustomParameters(body, channel, call.model);
    const about = { model: call.model, action: "predict" };
    const request = buildGeminiRequest(vertexOptions, about, channel, JSON.stringify(body));
    if (call.endUser !== undefined) request.dropped = ["user"];
    return request;
  },
  readResponse(answer, call) {
    const body = needObject(parseJson(answer.body.toString("utf8")), "the answer");
    if (!Array.isArray(body.predictions) || body.predictions.length !== call.inputs.length)
      throw new UnreadableAnswer("the answer lacks predictions");
    const predictions = body.predictions.map((entry) => asObject(asObject(entry)?.embeddings) ?? {});
    const result: EmbeddingResult = { model: call.model, vectors: predictions.map(readVector) };
    const counts = predictions.map((entry) => readCountIfGiven(asObject(entry.statistics)?.token_count));
    const known = counts.filter((count) => count !== undefined);
    // Without all of them the texts are counted.
    if (known.length > 0 && known.length === counts.length)
      result.usage = { ...noUsage, input: known.reduce((sum, count) => sum + count, 0) };
    return result;
  },
};

function instanceFor(call: EmbeddingCall, input: string | number[]): JsonObject {
  if (typeof input !== "string")
    throw new CannotServe(`The model '${call.model}' embeds texts, not token numbers.`, "input");
  const instance: JsonObject = { content: input };
  const task = taskOf(call.purpose);
  if (task !== undefined) instance.task_type = task;
  if (call.title !== undefined) instance.title = call.title;
  return instance;
}

function taskOf(purpose: string | undefined): string | undefined {
  if (purpose === undefined) return undefined;
  if (purpose === "search_document") return "RETRIEVAL_DOCUMENT";
  if (purpose === "search_query") return "RETRIEVAL_QUERY";
  return purpose.toUpperCase();
}

function readVector(entry: JsonObject): number[] {
  const values = asList(entry.values);
  if (values.length === 0 || !values.every((value) => typeof value === "number"))
    throw new UnreadableAnswer("an embedding has no values");
  return values;
}
