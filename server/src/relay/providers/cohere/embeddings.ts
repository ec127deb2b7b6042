import { noUsage } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asObject, type JsonObject, parseJson } from "../kit/read-json.ts";
import { readVectors } from "../kit/read-vectors.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { post } from "./chat.ts";

/** `/v2/embed`, which requires the purpose of the vectors; the default is documents to search. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    const texts = call.inputs.map((input) => {
      if (typeof input !== "string")
        throw new CannotServe("Cohere accepts text input only, not token IDs.", "input");
      return input;
    });
    const body: JsonObject = {
      model: call.model,
      texts,
      input_type: call.purpose ?? "search_document",
      embedding_types: ["float"],
    };
    if (call.dimensions !== undefined) body.output_dimension = call.dimensions;
    const request = post(channel, "/v2/embed", JSON.stringify(body));
    const dropped = [
      ...(call.title === undefined ? [] : ["title"]),
      ...(call.endUser === undefined ? [] : ["user"]),
    ];
    return nameDropped(request, dropped);
  },
  readResponse({ body }, call) {
    const root = asObject(parseJson(body.toString("utf8")));
    const meta = asObject(root?.meta);
    const input =
      readCountIfGiven(asObject(meta?.billed_units)?.input_tokens) ??
      readCountIfGiven(asObject(meta?.tokens)?.input_tokens);
    return {
      model: call.model,
      vectors: readVectors(asObject(root?.embeddings)?.float ?? root?.embeddings, call.inputs.length),
      ...(input === undefined ? {} : { usage: { ...noUsage, input } }),
    };
  },
};
