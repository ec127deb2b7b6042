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
export interface EmbeddingOddities {
  /** Field that takes the wished length of the vectors; default `dimensions`. */
  dimensionsField?: string;
  /** Field that takes `base64`; default `encoding_format`. False: the vendor knows numbers only. */
  encodingField?: string | false;
  /** Field that takes what the vectors are for, and the vendor's word for each purpose. */
  purpose?: { field: string; words: Readonly<Record<string, string>> };
  /** The vendor takes the caller's own id for its end user. Default true. */
  endUser?: boolean;
}

/** Embeddings in OpenAI's dialect, with a vendor's differences. */
export function compatibleEmbeddings(
  options: CompatibleOptions = {},
  oddities: EmbeddingOddities = {},
): CallCapability<EmbeddingCall, EmbeddingResult> {
  return {
    buildRequest(call, channel) {
      const { body, dropped } = writeBody(call, oddities);
      addCustomParameters(body, channel, call.model);
      const url = endpointUrl(options, channel, "/embeddings", call.model);
      const request = buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
      if (dropped.length > 0) request.dropped = dropped;
      return request;
    },
    readResponse: (answer, call) => readEmbeddings(parseJson(answer.body.toString("utf8")), call),
  };
}

function writeBody(
  call: EmbeddingCall,
  oddities: EmbeddingOddities,
): { body: JsonObject; dropped: string[] } {
  const body: JsonObject = { model: call.model, input: call.inputs };
  const dropped: string[] = [];
  // Numbers are every vendor's default, and some refuse to be asked for them.
  const { encodingField = "encoding_format" } = oddities;
  if (call.encoding === "base64" && encodingField !== false) body[encodingField] = "base64";
  if (call.dimensions !== undefined) body[oddities.dimensionsField ?? "dimensions"] = call.dimensions;
  if (call.endUser !== undefined) {
    if (oddities.endUser === false) dropped.push("user");
    else body.user = call.endUser;
  }
  if (call.purpose !== undefined) {
    const word = oddities.purpose?.words[call.purpose];
    if (oddities.purpose && word !== undefined) body[oddities.purpose.field] = word;
    else dropped.push("purpose");
  }
  if (call.title !== undefined) dropped.push("title");
  return { body, dropped };
}

/**
 * Vectors in the order of the inputs, by their `index` where they have one.
 * @throws UnreadableAnswer if one is missing or no vector
 */
export function readEmbeddings(body: unknown, call: EmbeddingCall): EmbeddingResult {
  const root = needObject(body, "the answer");
  const vectors: (number[] | string)[] = [];
  asList(root.data).forEach((entry, position) => {
    const object = asObject(entry);
    const index = readCountIfGiven(object?.index) ?? position;
    if (index < 0 || index >= mostVectors) throw new UnreadableAnswer(`there is no input ${index}`);
    vectors[index] = readVector(object?.embedding);
  });
  for (let index = 0; index < Math.max(call.inputs.length, 1); index++)
    if (vectors[index] === undefined) throw new UnreadableAnswer(`the vector of input ${index} is missing`);
  const model = typeof root.model === "string" ? root.model : call.model;
  const usage = readEmbeddingUsage(root);
  // What stands beyond the inputs answers nothing.
  return { model, vectors: vectors.slice(0, call.inputs.length), ...(usage && { usage }) };
}

/** An index beyond this is no list. */
const mostVectors = 1_000_000;

/** @throws UnreadableAnswer */
function readVector(value: unknown): number[] | string {
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === "number"))
    return value;
  // Four bytes a number.
  if (typeof value === "string" && value !== "" && Buffer.byteLength(value, "base64") % 4 === 0) return value;
  throw new UnreadableAnswer("an embedding is neither a list of numbers nor base64 of such");
}

/** Prompt tokens; some vendors name the total alone. Undefined where the answer counts nothing. */
export function readEmbeddingUsage(body: unknown): UsageCounts | undefined {
  const usage = asObject(asObject(body)?.usage);
  const input =
    readCountIfGiven(usage?.prompt_tokens) ??
    readCountIfGiven(usage?.input_tokens) ??
    readCountIfGiven(usage?.total_tokens);
  return input === undefined ? undefined : { ...noUsage, input };
}
