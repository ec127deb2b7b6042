import { noUsage } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, parseJson } from "../kit/read-json.ts";
import { readVectors } from "../kit/read-vectors.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { post } from "./chat.ts";

/** `/api/embed`. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    if (call.inputs.some((input) => typeof input !== "string"))
      throw new CannotServe("Ollama accepts text input only, not token IDs.", "input");
    const body: JsonObject = { model: call.model, input: call.inputs };
    if (call.dimensions !== undefined) body.dimensions = call.dimensions;
    const request = post(channel, "/api/embed", body);
    const dropped = [
      ...(call.purpose === undefined ? [] : ["input_type"]),
      ...(call.title === undefined ? [] : ["title"]),
      ...(call.endUser === undefined ? [] : ["user"]),
    ];
    return nameDropped(request, dropped);
  },
  readResponse({ body }, call) {
    const root = asObject(parseJson(body.toString("utf8")));
    const input = readCountIfGiven(root?.prompt_eval_count);
    return {
      model: asFilledText(root?.model) ?? call.model,
      vectors: readVectors(root?.embeddings, call.inputs.length),
      ...(input === undefined ? {} : { usage: { ...noUsage, input } }),
    };
  },
};
