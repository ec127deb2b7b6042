import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addGeminiParameters } from "../gemini-compatible/add-custom-parameters.ts";
import { buildGeminiRequest } from "../gemini-compatible/chat.ts";
import { readUsage } from "../gemini-compatible/read-usage.ts";
import { asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVectors } from "../kit/read-vectors.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { geminiOptions, modelPath } from "./endpoint.ts";

/** Vectors of texts: `embedContent` for one, `batchEmbedContents` for several. Older models report no usage. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    const requests = call.inputs.map((input) => requestFor(call, input));
    const [only] = requests;
    const batch = requests.length !== 1 || only === undefined;
    const body: JsonObject = batch ? { requests } : only;
    addGeminiParameters(body, channel, call.model);
    const about = { model: call.model, action: batch ? "batchEmbedContents" : "embedContent" };
    const request = buildGeminiRequest(geminiOptions, about, channel, { body: JSON.stringify(body) });
    if (call.endUser !== undefined) request.dropped = ["user"];
    return request;
  },
  readResponse(answer, call) {
    const body = needObject(parseJson(answer.body.toString("utf8")), "the answer");
    const list = Array.isArray(body.embeddings) ? body.embeddings : [body.embedding];
    const values = list.map((entry) => asObject(entry)?.values);
    const result: EmbeddingResult = { model: call.model, vectors: readVectors(values, call.inputs.length) };
    const usage = readUsage(body);
    if (usage) result.usage = usage;
    return result;
  },
};

function requestFor(call: EmbeddingCall, input: string | number[]): JsonObject {
  if (typeof input !== "string")
    throw new CannotServe(`The model '${call.model}' accepts text input only, not token IDs.`, "input");
  const request: JsonObject = { model: modelPath(call.model), content: { parts: [{ text: input }] } };
  const task = taskOf(call.purpose);
  if (task !== undefined) request.taskType = task;
  if (call.title !== undefined) request.title = call.title;
  if (call.dimensions !== undefined) request.outputDimensionality = call.dimensions;
  return request;
}

/** Google's values for the purpose of vectors. */
function taskOf(purpose: string | undefined): string | undefined {
  if (purpose === undefined) return undefined;
  if (purpose === "search_document") return "RETRIEVAL_DOCUMENT";
  if (purpose === "search_query") return "RETRIEVAL_QUERY";
  return purpose.toUpperCase();
}
