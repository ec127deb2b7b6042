import type { ChatCall } from "../../canonical/chat.ts";
import { chooseThinking } from "./choose-thinking.ts";
import { addExtras, ownFields } from "./extras-to-wire.ts";
import { defaultVersion } from "./headers.ts";
import { messagesToWire } from "./messages-to-wire.ts";
import { type ModelTraits, readModelTraits } from "./model-traits.ts";
import type { MessagesOptions } from "./options.ts";
import { strictSchema } from "./strict-schema.ts";
import { addTools } from "./tools-to-wire.ts";
import type { WireRequest } from "./wire.ts";

export interface TranslatedCall {
  body: WireRequest;
  /** Options that the API does not support, by OpenAI's field names. */
  dropped: string[];
  /** Betas that the body requires. */
  betas: string[];
}

/** Renders a call for the Messages API, in the version that the channel selects. */
export function chatToWire(
  call: ChatCall,
  options: MessagesOptions = {},
  version: string = defaultVersion,
): TranslatedCall {
  const dropped = new Set<string>();
  const betas = new Set<string>();
  const losses = {
    drop: (field: string) => dropped.add(field),
    acceptsFiles: options.files !== false,
    useFiles: () => betas.add(filesBeta),
  };
  const traits = readModelTraits(call.model);
  const { system, messages } = messagesToWire(call.messages, losses, traits.systemTurns);
  const choice = chooseThinking(call, traits, messages);
  for (const field of choice.dropped) dropped.add(field);

  const body: WireRequest = { model: call.model, max_tokens: choice.maxTokens, messages };
  if (system !== undefined) body.system = system;
  if (call.stream) body.stream = true;
  if (choice.thinking) body.thinking = choice.thinking;
  if (choice.effort !== undefined) body.output_config = { effort: choice.effort };
  addTools(body, call, { traits, options }, dropped);
  addFormat(body, call, traits, dropped);
  addExtras(body, call, betas, dropped);
  addSampling(body, call, { traits, version }, dropped);
  addOtherFields(body, call, dropped);
  dropUnsupported(call, dropped);
  return { body, dropped: [...dropped], betas: [...betas] };
}

const filesBeta = "files-api-2025-04-14";

function addFormat(body: WireRequest, call: ChatCall, traits: ModelTraits, dropped: Set<string>): void {
  const format = call.responseFormat;
  if (format === undefined || format.type === "text") return;
  if (format.type === "json" || !traits.jsonSchema) {
    dropped.add("response_format");
    return;
  }
  const schema = ownFields(call) ? { ...format.schema } : strictSchema(format.schema);
  if (format.description && schema.description === undefined) schema.description = format.description;
  body.output_config = { ...body.output_config, format: { type: "json_schema", schema } };
}

function addSampling(
  body: WireRequest,
  call: ChatCall,
  { traits, version }: { traits: ModelTraits; version: string },
  dropped: Set<string>,
): void {
  // The API rejects them together with thinking, and always for the newest models and versions.
  const thinks = body.thinking !== undefined && body.thinking.type !== "disabled";
  const fixed = thinks || traits.thinking === "adaptive" || version > defaultVersion;
  if (call.temperature !== undefined) {
    if (fixed) dropped.add("temperature");
    else {
      // OpenAI's scale ends at 2, Anthropic's at 1.
      if (call.temperature > 1) dropped.add("temperature");
      body.temperature = Math.min(Math.max(call.temperature, 0), 1);
    }
  }
  if (call.topP !== undefined) {
    if (fixed || (body.temperature !== undefined && !traits.bothSamplings)) dropped.add("top_p");
    else body.top_p = call.topP;
  }
  if (call.topK !== undefined) {
    if (fixed) dropped.add("top_k");
    else body.top_k = call.topK;
  }
}

function addOtherFields(body: WireRequest, call: ChatCall, dropped: Set<string>): void {
  const stops = (call.stop ?? []).filter((stop) => stop.trim() !== "");
  if (stops.length < (call.stop?.length ?? 0)) dropped.add("stop");
  if (stops.length > 0) body.stop_sequences = stops;
  const { user_id: userId, ...others } = call.metadata ?? {};
  const endUser = call.endUser ?? userId;
  if (endUser !== undefined) body.metadata = { user_id: endUser };
  if (Object.keys(others).length > 0) dropped.add("metadata");
  if (call.serviceTier === "auto" || call.serviceTier === "priority") body.service_tier = "auto";
  else if (call.serviceTier === "default" || call.serviceTier === "standard_only")
    body.service_tier = "standard_only";
  else if (call.serviceTier !== undefined) dropped.add("service_tier");
}

function dropUnsupported(call: ChatCall, dropped: Set<string>): void {
  if (call.frequencyPenalty) dropped.add("frequency_penalty");
  if (call.presencePenalty) dropped.add("presence_penalty");
  if (call.seed !== undefined) dropped.add("seed");
  if ((call.choices ?? 1) > 1) dropped.add("n");
  if (call.logProbabilities) dropped.add("logprobs");
  if (call.cacheKey !== undefined) dropped.add("prompt_cache_key");
  if (call.verbosity !== undefined) dropped.add("verbosity");
  if (call.modalities?.some((modality) => modality !== "text")) dropped.add("modalities");
  if (call.audio) dropped.add("audio");
  if (call.messages.some((message) => message.role !== "system" && message.name !== undefined))
    dropped.add("messages.name");
}
