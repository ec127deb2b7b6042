import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { buildJsonRequest } from "./chat.ts";
import { endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** How a vendor's embeddings differ from OpenAI's. */
export interface EmbeddingQuirks {
  /** Field for the requested vector length; default `dimensions`. */
  dimensionsField?: string;
  /** Field for `base64`; default `encoding_format`. False: the vendor returns numbers only. */
  encodingField?: string | false;
  /** Field for the purpose of the vectors, and the vendor's value for each purpose. */
  purpose?: { field: string; values: Readonly<Record<string, string>> };
  /** The vendor accepts the caller's end-user id. Default true. */
  endUser?: boolean;
}

/** Embeddings in OpenAI's format, with a vendor's differences. */
export function compatibleEmbeddings(
  options: CompatibleOptions = {},
  quirks: EmbeddingQuirks = {},
): CallCapability<EmbeddingCall, EmbeddingResult> {
  return {
    buildRequest(call, channel) {
      const { body, dropped } = writeBody(call, quirks);
      addCustomParameters(body, channel, call.model);
      const url = endpointUrl(options, channel, "/embeddings", call.model);
      const request = buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
      if (dropped.length > 0) request.dropped = dropped;
      return request;
    },
    readResponse: (answer, call) => readEmbeddings(parseJson(answer.body.toString("utf8")), call),
  };
}

function writeBody(call: EmbeddingCall, quirks: EmbeddingQuirks): { body: JsonObject; dropped: string[] } {
  const body: JsonObject = { model: call.model, input: call.inputs };
  const dropped: string[] = [];
  // Numbers are every vendor's default, and some reject the field.
  const { encodingField = "encoding_format" } = quirks;
  if (call.encoding === "base64" && encodingField !== false) body[encodingField] = "base64";
  if (call.dimensions !== undefined) body[quirks.dimensionsField ?? "dimensions"] = call.dimensions;
  if (call.endUser !== undefined) {
    if (quirks.endUser === false) dropped.push("user");
    else body.user = call.endUser;
  }
  if (call.purpose !== undefined) {
    const value = quirks.purpose?.values[call.purpose];
    if (quirks.purpose && value !== undefined) body[quirks.purpose.field] = value;
    else dropped.push("purpose");
  }
  if (call.title !== undefined) dropped.push("title");
  return { body, dropped };
}

/**
 * Vectors in the order of the inputs, by their `index` if present.
 * @throws UnreadableAnswer if a vector is missing or invalid
 */
export function readEmbeddings(body: unknown, call: EmbeddingCall): EmbeddingResult {
  const root = needObject(body, "the answer");
  const vectors: (number[] | string)[] = [];
  asList(root.data).forEach((entry, position) => {
    const object = asObject(entry);
    const index = readCountIfGiven(object?.index) ?? position;
    if (index < 0 || index >= maxVectors) throw new UnreadableAnswer(`there is no input ${index}`);
    vectors[index] = readVector(object?.embedding);
  });
  for (let index = 0; index < Math.max(call.inputs.length, 1); index++)
    if (vectors[index] === undefined) throw new UnreadableAnswer(`the vector of input ${index} is missing`);
  const model = typeof root.model === "string" ? root.model : call.model;
  const usage = readEmbeddingUsage(root);
  // Vectors beyond the inputs are ignored.
  return { model, vectors: vectors.slice(0, call.inputs.length), ...(usage && { usage }) };
}

/** A larger index is invalid. */
const maxVectors = 1_000_000;

/** @throws UnreadableAnswer */
function readVector(value: unknown): number[] | string {
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === "number"))
    return value;
  // Four bytes per number.
  if (typeof value === "string" && value !== "" && Buffer.byteLength(value, "base64") % 4 === 0) return value;
  throw new UnreadableAnswer("an embedding is neither a list of numbers nor base64 of such");
}

/** Prompt tokens; some vendors send only the total. Undefined if the answer contains no usage. */
export function readEmbeddingUsage(body: unknown): UsageCounts | undefined {
  const usage = asObject(asObject(body)?.usage);
  const input =
    readCountIfGiven(usage?.prompt_tokens) ??
    readCountIfGiven(usage?.input_tokens) ??
    readCountIfGiven(usage?.total_tokens);
  return input === undefined ? undefined : { ...noUsage, input };
}
