import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { readCount, readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability, CannotServe, type ChannelView, type UpstreamRequest } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { buildJsonRequest } from "./chat.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";
import { fieldsOf, writeForm } from "./write-form.ts";

/** How a vendor's image API differs from OpenAI's. */
export interface ImageQuirks {
  /** Operations that the vendor supports; default all. */
  operations?: readonly ImageCall["operation"][];
}

/** Images in OpenAI's format. */
export function compatibleImages(
  options: CompatibleOptions = {},
  quirks: ImageQuirks = {},
): CallCapability<ImageCall, ImageResult> {
  return {
    buildRequest(call, channel) {
      if (quirks.operations && !quirks.operations.includes(call.operation))
        throw new CannotServe(`This channel does not support ${endpoints[call.operation]}.`, "model");
      const url = endpointUrl(options, channel, endpoints[call.operation], call.model);
      const body = writeFields(call);
      addCustomParameters(body, channel, call.model);
      if (call.operation !== "generate") return buildForm({ options, channel }, url, call, body);
      return buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
    },
    readResponse: (answer) => readImages(parseJson(answer.body.toString("utf8"))),
  };
}

const endpoints = {
  generate: "/images/generations",
  edit: "/images/edits",
  variation: "/images/variations",
} as const;

/** Every field but the images. Canonical fields win over the caller's other fields. */
function writeFields(call: ImageCall): JsonObject {
  const { model, prompt, count: n, size, quality, style, background, endUser: user } = call;
  const body: JsonObject = { ...call.extras, model, n };
  if (prompt !== "") body.prompt = prompt;
  const options = { size, quality, style, background, user };
  for (const [key, value] of Object.entries(options)) if (value !== undefined) body[key] = value;
  if (call.outputFormat !== undefined) body.output_format = call.outputFormat;
  if (call.outputCompression !== undefined) body.output_compression = call.outputCompression;
  // URLs are the default; the GPT image models have no choice and reject the field.
  if (call.answer === "base64" && !/^(?:chat)?gpt-image/.test(model)) body.response_format = "b64_json";
  return body;
}

function buildForm(
  { options, channel }: { options: CompatibleOptions; channel: ChannelView },
  url: string,
  call: ImageCall,
  words: JsonObject,
): UpstreamRequest {
  const fields = fieldsOf(words);
  const name = call.images.length === 1 ? "image" : "image[]";
  for (const image of call.images) fields.push({ name, value: image });
  if (call.mask) fields.push({ name: "mask", value: call.mask });
  const { contentType, body } = writeForm(fields);
  const headers = {
    "content-type": contentType,
    accept: "application/json",
    ...authorizeChannel(options, channel),
  };
  return { method: "POST", url, headers, body };
}

/** Images as URLs or base64, in `data` or, from some vendors, in `images`. @throws UnreadableAnswer if there is none */
export function readImages(body: unknown): ImageResult {
  const root = needObject(body, "the answer");
  const images = asList(root.data ?? root.images).flatMap((entry) => {
    const object = asObject(entry);
    const url = asFilledText(object?.url);
    const base64 = asFilledText(object?.b64_json);
    const revisedPrompt = asFilledText(object?.revised_prompt);
    if (url === undefined && base64 === undefined) return [];
    return [
      {
        ...(url !== undefined && { url }),
        ...(base64 !== undefined && { base64 }),
        ...(revisedPrompt !== undefined && { revisedPrompt }),
      },
    ];
  });
  if (images.length === 0) throw new UnreadableAnswer("the answer contains no image");
  const result: ImageResult = { images };
  const created = readCountIfGiven(root.created);
  if (created !== undefined) result.created = created;
  const size = asFilledText(root.size);
  if (size !== undefined) result.size = size;
  const quality = asFilledText(root.quality);
  if (quality !== undefined) result.quality = quality;
  const usage = readImageUsage(root);
  if (usage) result.usage = usage;
  return result;
}

/**
 * Tokens of the GPT image models, from an answer or the event that completes an image. Output counts as image tokens,
 * except what `output_tokens_details` reports as text. Undefined if there is no usage.
 */
export function readImageUsage(body: unknown): UsageCounts | undefined {
  const usage = asObject(asObject(body)?.usage);
  const input = readCountIfGiven(usage?.input_tokens) ?? readCountIfGiven(usage?.prompt_tokens);
  const output = readCountIfGiven(usage?.output_tokens) ?? readCountIfGiven(usage?.completion_tokens);
  if (input === undefined && output === undefined) return undefined;
  const given = asObject(usage?.input_tokens_details);
  const cached = Math.min(readCount(given?.cached_tokens), input ?? 0);
  const pictures = Math.min(readCount(given?.image_tokens), (input ?? 0) - cached);
  const written = Math.min(readCount(asObject(usage?.output_tokens_details)?.text_tokens), output ?? 0);
  return {
    ...noUsage,
    input: (input ?? 0) - cached - pictures,
    cached,
    input_image: pictures,
    output: written,
    output_image: (output ?? 0) - written,
  };
}
