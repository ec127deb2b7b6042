import type { ChatCall } from "../../canonical/chat.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";
import { configToWire } from "./config-to-wire.ts";
import { contentsToWire } from "./contents-to-wire.ts";
import { readModelTraits } from "./model-traits.ts";
import type { GeminiOptions } from "./options.ts";
import { addTools } from "./tools-to-wire.ts";
import type { WireRequest } from "./wire.ts";

/** Body of a call. `dropped` gets the options that the API does not support, by OpenAI's field names. */
export function chatToWire(
  call: ChatCall,
  channel: ChannelView,
  options: GeminiOptions,
): { body: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const traits = readModelTraits(call.model);
  const jsonSchema = options.supportsJsonSchema?.(channel) ?? true;
  const { contents, system } = contentsToWire(call.messages, traits, dropped);
  const body: WireRequest = { contents };
  // Some models have no system instruction, and no model answers to instructions alone: then they become a user
  // message.
  if (system.length > 0 && traits.system && contents.length > 0) body.systemInstruction = { parts: system };
  else if (contents[0]?.role === "user") contents[0].parts.unshift(...system);
  else if (system.length > 0) contents.unshift({ role: "user", parts: system });
  const { reportsServerTools } = options;
  const added = options.addedTools?.(channel) ?? [];
  addTools(body, call, { traits, jsonSchema, reportsServerTools, added }, dropped);
  const config = configToWire(call, { traits, jsonSchema }, dropped);
  if (config) body.generationConfig = config;
  const tier = call.serviceTier && tiers[call.serviceTier];
  if (tier) body.serviceTier = tier;
  dropUnsupported(call, dropped);
  const fields: JsonObject = { ...body };
  addExtras(fields, call, dropped);
  fields.safetySettings ??= unblocked;
  for (const field of options.unsupportedFields)
    if (fields[field] !== undefined) {
      delete fields[field];
      dropped.add(field);
    }
  return { body: fields, dropped: [...dropped] };
}

const tiers: Record<string, string> = { default: "standard", flex: "flex", priority: "priority" };

/** Disables Google's filters unless the caller sets them: https://ai.google.dev/gemini-api/docs/safety-settings */
const unblocked = [
  "HARASSMENT",
  "HATE_SPEECH",
  "SEXUALLY_EXPLICIT",
  "DANGEROUS_CONTENT",
  "CIVIC_INTEGRITY",
].map((name) => ({ category: `HARM_CATEGORY_${name}`, threshold: "BLOCK_NONE" }));

function dropUnsupported(call: ChatCall, dropped: Set<string>): void {
  if (call.endUser !== undefined) dropped.add("user");
  if (call.metadata && Object.keys(call.metadata).length > 0) dropped.add("metadata");
  if (call.cacheKey !== undefined) dropped.add("prompt_cache_key");
  if (call.verbosity !== undefined) dropped.add("verbosity");
  const tier = call.serviceTier;
  if (tier !== undefined && tier !== "auto" && tiers[tier] === undefined) dropped.add("service_tier");
  for (const message of call.messages) {
    if (message.role !== "system" && message.name !== undefined) dropped.add("messages.name");
    if (message.content.some((block) => "cache" in block && block.cache)) dropped.add("cache_control");
  }
}

/** Restores the caller's fields of this dialect: the keys are paths. */
function addExtras(body: JsonObject, call: ChatCall, dropped: Set<string>): void {
  const { extras } = call;
  if (extras === undefined) return;
  for (const [path, value] of Object.entries(extras.fields))
    if (extras.dialect === "gemini-generate") put(body, path.split("."), value);
    else dropped.add(path);
}

function put(target: JsonObject, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = { ...asObject(target[key]) };
  target[key] = inner;
  put(inner, rest, value);
}
