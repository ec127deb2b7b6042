import { noUsage } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addGeminiParameters } from "../gemini-compatible/add-custom-parameters.ts";
import { buildGeminiRequest } from "../gemini-compatible/chat.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVectors } from "../kit/read-vectors.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { vertexOptions } from "./endpoint.ts";

/** Texts to vectors by `predict`; each vector says how many tokens its text had. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    const body: JsonObject = { instances: call.inputs.map((input) => instanceFor(call, input)) };
    if (call.dimensions !== undefined) body.parameters = { outputDimensionality: call.dimensions };
    addGeminiParameters(body, channel, call.model);
    const about = { model: call.model, action: "predict" };
    const request = buildGeminiRequest(vertexOptions, about, channel, JSON.stringify(body));
    if (call.endUser !== undefined) request.dropped = ["user"];
    return request;
  },
  readResponse(answer, call) {
    const body = needObject(parseJson(answer.body.toString("utf8")), "the answer");
    const predictions = asList(body.predictions).map((entry) => asObject(asObject(entry)?.embeddings) ?? {});
    const values = predictions.map((entry) => entry.values);
    const result: EmbeddingResult = { model: call.model, vectors: readVectors(values, call.inputs.length) };
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
