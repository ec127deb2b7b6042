import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { needObject, parseJson } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { compatibleEmbeddings, readEmbeddings } from "../openai-compatible/embeddings.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { options } from "./chat.ts";
import { olderUrl } from "./older-protocol.ts";
import { readProblem } from "./problems.ts";
import { atItsAddress, selectsOlder } from "./protocol.ts";

const compatible = compatibleEmbeddings(options);

/** Embeddings by v2, or by the API before it if the channel selects it; both return the same format. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    if (!selectsOlder(channel)) return compatible.buildRequest(call, atItsAddress(channel));
    if (call.inputs.some((input) => typeof input !== "string"))
      throw new CannotServe("This channel accepts text input only, not token IDs.", "input");
    const body: Record<string, unknown> = { input: call.inputs };
    if (call.endUser !== undefined) body.user_id = call.endUser;
    addCustomParameters(body, channel, call.model);
    const lost = { dimensions: call.dimensions, purpose: call.purpose, title: call.title };
    const dropped = Object.entries(lost).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    return {
      method: "POST",
      url: olderUrl("embeddings", call.model, channel),
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      ...(dropped.length > 0 && { dropped }),
    };
  },
  readResponse(answer, call) {
    const text = answer.body.toString("utf8");
    const body = needObject(parseJson(text), "the answer");
    if (body.error_code !== undefined) throw new RejectedAnswer(readProblem(200, text, {}));
    return readEmbeddings(body, call);
  },
};
