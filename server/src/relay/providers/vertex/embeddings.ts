import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addGeminiParameters } from "../gemini-compatible/add-custom-parameters.ts";
import { buildGeminiRequest } from "../gemini-compatible/chat.ts";
import { readUsage } from "../gemini-compatible/read-usage.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVectors } from "../kit/read-vectors.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { vertexOptions } from "./endpoint.ts";

/**
 * Vectors by `predict`, where each vector contains the token count of its text; newer models by `embedContent`, one
 * text per call.
 */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    const inputs = call.inputs.map((input) => requireText(call, input));
    const embeds = acceptsContent(call.model);
    const body = embeds ? contentFor(call, inputs) : instancesFor(call, inputs);
    addGeminiParameters(body, channel, call.model);
    const about = { model: call.model, action: embeds ? "embedContent" : "predict" };
    const request = buildGeminiRequest(vertexOptions, about, channel, { body: JSON.stringify(body) });
    if (call.endUser !== undefined) request.dropped = ["user"];
    return request;
  },
  readResponse(answer, call) {
    const body = needObject(parseJson(answer.body.toString("utf8")), "the answer");
    const predictions = asList(body.predictions).map((entry) => asObject(asObject(entry)?.embeddings) ?? {});
    const one = asObject(body.embedding);
    const values = (one ? [one] : predictions).map((entry) => entry.values);
    const result: EmbeddingResult = { model: call.model, vectors: readVectors(values, call.inputs.length) };
    const usage = one ? readUsage(body) : addUp(predictions);
    if (usage) result.usage = usage;
    return result;
  },
};

/** Every Gemini embedding model after the first; Google's own SDK checks their names too. */
function acceptsContent(model: string): boolean {
  return model.includes("gemini") && !/^gemini-embedding-001(@|$)/.test(model);
}

/** Undefined unless every count is present. */
function addUp(predictions: readonly JsonObject[]): UsageCounts | undefined {
  const counts = predictions.map((entry) => readCountIfGiven(asObject(entry.statistics)?.token_count));
  const known = counts.filter((count) => count !== undefined);
  if (known.length === 0 || known.length < counts.length) return undefined;
  return { ...noUsage, input: known.reduce((sum, count) => sum + count, 0) };
}

function requireText(call: EmbeddingCall, input: string | number[]): string {
  if (typeof input === "string") return input;
  throw new CannotServe(`The model '${call.model}' accepts text input only, not token IDs.`, "input");
}

function instancesFor(call: EmbeddingCall, inputs: readonly string[]): JsonObject {
  const task = taskOf(call.purpose);
  const options = {
    ...(task !== undefined && { task_type: task }),
    ...(call.title !== undefined && { title: call.title }),
  };
  const body: JsonObject = { instances: inputs.map((content) => ({ content, ...options })) };
  if (call.dimensions !== undefined) body.parameters = { outputDimensionality: call.dimensions };
  return body;
}

function contentFor(call: EmbeddingCall, inputs: readonly string[]): JsonObject {
  const [text = ""] = inputs;
  if (inputs.length > 1)
    throw new CannotServe(`The model '${call.model}' accepts one input per request.`, "input");
  const task = taskOf(call.purpose);
  const config = {
    ...(task !== undefined && { taskType: task }),
    ...(call.title !== undefined && { title: call.title }),
    ...(call.dimensions !== undefined && { outputDimensionality: call.dimensions }),
  };
  const body: JsonObject = { content: { parts: [{ text }] } };
  if (Object.keys(config).length > 0) body.embedContentConfig = config;
  return body;
}

function taskOf(purpose: string | undefined): string | undefined {
  if (purpose === undefined) return undefined;
  if (purpose === "search_document") return "RETRIEVAL_DOCUMENT";
  if (purpose === "search_query") return "RETRIEVAL_QUERY";
  return purpose.toUpperCase();
}
