import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings, readEmbeddings } from "../openai-compatible/embeddings.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { options } from "./chat.ts";
import { bareAddress, selectsDashScope } from "./protocol.ts";

const compatible = compatibleEmbeddings(options, { endUser: false });
const path = "/api/v1/services/embeddings/text-embedding/text-embedding";

/** Embeddings by the compatible API, or by DashScope's own if the channel selects it. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  buildRequest(call, channel) {
    if (!selectsDashScope(channel)) return compatible.buildRequest(call, channel);
    const parameters: JsonObject = {};
    if (call.dimensions !== undefined) parameters.dimension = call.dimensions;
    const kind = call.purpose === undefined ? undefined : kinds[call.purpose];
    if (kind !== undefined) parameters.text_type = kind;
    addCustomParameters(parameters, channel, call.model);
    const texts = call.inputs.map((input) => {
      if (typeof input === "string") return input;
      throw new CannotServe("This channel accepts text input only, not token IDs.", "input");
    });
    const body = JSON.stringify({ model: call.model, input: { texts }, parameters });
    const request = buildJsonRequest(options, channel, {
      url: `${bareAddress(channel)}${path}`,
      stream: false,
      body,
    });
    const dropped: string[] = [];
    if (call.purpose !== undefined && kind === undefined) dropped.push("purpose");
    if (call.title !== undefined) dropped.push("title");
    if (call.endUser !== undefined) dropped.push("user");
    return nameDropped(request, dropped);
  },
  readResponse(answer, call) {
    const body = needObject(parseJson(answer.body.toString("utf8")), "the answer");
    const output = asObject(body.output);
    if (output === undefined) return compatible.readResponse(answer, call);
    const data = asList(output.embeddings).map((entry) => {
      const vector = asObject(entry);
      return { index: vector?.text_index, embedding: vector?.embedding };
    });
    return readEmbeddings({ data, usage: body.usage }, call);
  },
};

/** DashScope's values for the purpose of vectors. */
const kinds: Partial<Record<string, string>> = { search_document: "document", search_query: "query" };
