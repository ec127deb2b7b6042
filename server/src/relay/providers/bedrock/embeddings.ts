import { noUsage } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { readVectors } from "../kit/read-vectors.ts";
import { encodeStrictly } from "../kit/sign-aws-v4.ts";
import { type CallCapability, CannotServe, type UpstreamRequest } from "../provider.ts";
import { authorize, runtimeUrl } from "./access.ts";

/** Embeddings by `InvokeModel` in the vendors' own formats: Titan accepts one text per call, Cohere many. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    const texts = call.inputs.map((input) => {
      if (typeof input !== "string")
        throw new CannotServe("This model accepts text input only, not token IDs.", "input");
      return input;
    });
    const dropped = new Set<string>();
    if (call.title !== undefined) dropped.add("title");
    if (call.endUser !== undefined) dropped.add("user");
    const body = isCohere(call.model) ? cohereBody(call, texts, dropped) : titanBody(call, texts, dropped);
    const request: UpstreamRequest = {
      method: "POST",
      url: runtimeUrl(channel, `/model/${encodeStrictly(call.model)}/invoke`),
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    };
    return authorize(nameDropped(request, dropped), channel);
  },
  readResponse(answer, call) {
    const root = needObject(parseJson(answer.body.toString("utf8")), "the answer");
    const { embeddings: many } = root;
    const vectors = Array.isArray(root.embedding) ? [root.embedding] : (asObject(many)?.float ?? many);
    // Cohere's answers contain no usage; the header does.
    const input = readCountIfGiven(
      root.inputTextTokenCount ?? answer.headers["x-amzn-bedrock-input-token-count"],
    );
    return {
      model: call.model,
      vectors: readVectors(vectors, call.inputs.length),
      ...(input === undefined ? {} : { usage: { ...noUsage, input } }),
    };
  },
};

function isCohere(model: string): boolean {
  return model.includes("cohere.embed");
}

function cohereBody(call: EmbeddingCall, texts: string[], dropped: Set<string>): JsonObject {
  const body: JsonObject = {
    texts,
    input_type: call.purpose ?? "search_document",
    embedding_types: ["float"],
  };
  if (call.dimensions !== undefined) {
    if (call.model.includes("embed-v4")) body.output_dimension = call.dimensions;
    else dropped.add("dimensions");
  }
  return body;
}

function titanBody(call: EmbeddingCall, texts: string[], dropped: Set<string>): JsonObject {
  if (!call.model.includes("titan-embed"))
    throw new CannotServe(`The model '${call.model}' does not support embeddings.`, "model");
  const [inputText = ""] = texts;
  if (texts.length > 1)
    throw new CannotServe(`The model '${call.model}' accepts one input per request.`, "input");
  if (call.purpose !== undefined) dropped.add("input_type");
  const body: JsonObject = { inputText };
  if (call.dimensions !== undefined) {
    if (call.model.includes("titan-embed-text-v2")) body.dimensions = call.dimensions;
    else dropped.add("dimensions");
  }
  return body;
}
