import type { ChatCall } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { chooseThinking } from "./choose-thinking.ts";
import { cleanSchema } from "./clean-schema.ts";
import type { ModelTraits } from "./model-traits.ts";
import { subsetSchema } from "./subset-schema.ts";

/** `generationConfig` of a call; undefined if it is empty. */
export function configToWire(
  call: ChatCall,
  { traits, jsonSchema }: { traits: ModelTraits; jsonSchema: boolean },
  dropped: Set<string>,
): JsonObject | undefined {
  const config: JsonObject = {};
  addLimits(config, call, dropped);
  addFormat(config, call, { traits, jsonSchema }, dropped);
  addModalities(config, call, traits, dropped);
  const thinking = chooseThinking(call, traits, dropped);
  if (thinking) config.thinkingConfig = thinking;
  return Object.keys(config).length > 0 ? config : undefined;
}

/** The API's limits for stop sequences and the seed. */
const maxStops = 5;
const largestSeed = 2 ** 31 - 1;

function addLimits(config: JsonObject, call: ChatCall, dropped: Set<string>): void {
  const fields: JsonObject = {
    maxOutputTokens: call.maxOutputTokens,
    temperature: call.temperature,
    topP: call.topP,
    topK: call.topK,
    // Some models reject penalties altogether; zero is the default.
    presencePenalty: call.presencePenalty || undefined,
    frequencyPenalty: call.frequencyPenalty || undefined,
    candidateCount: call.choices,
  };
  if (call.seed !== undefined) {
    if (Number.isInteger(call.seed) && Math.abs(call.seed) <= largestSeed) config.seed = call.seed;
    else dropped.add("seed");
  }
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) config[field] = value;
  const stops = (call.stop ?? []).filter((stop) => stop !== "");
  if (stops.length > maxStops) dropped.add("stop");
  if (stops.length > 0) config.stopSequences = stops.slice(0, maxStops);
  if (call.logProbabilities) {
    config.responseLogprobs = true;
    const { alternatives } = call.logProbabilities;
    if (alternatives > 0) config.logprobs = alternatives;
  }
}

/** Models before 3 reject JSON together with functions. */
function addFormat(
  config: JsonObject,
  call: ChatCall,
  { traits, jsonSchema }: { traits: ModelTraits; jsonSchema: boolean },
  dropped: Set<string>,
): void {
  const format = call.responseFormat;
  if (format === undefined || format.type === "text") return;
  if (!traits.newest && call.tools?.length) {
    dropped.add("response_format");
    return;
  }
  config.responseMimeType = "application/json";
  if (format.type !== "json-schema") return;
  const schema = cleanSchema(format.schema);
  if (format.description && schema.description === undefined && schema.$ref === undefined)
    schema.description = format.description;
  if (jsonSchema) config.responseJsonSchema = schema;
  else config.responseSchema = subsetSchema(schema);
}

/** Image and speech models need their modality, if the caller does not set it. */
function addModalities(config: JsonObject, call: ChatCall, traits: ModelTraits, dropped: Set<string>): void {
  const modalities = call.modalities?.map((modality) => modality.toUpperCase());
  if (traits.makes === "audio") config.responseModalities = ["AUDIO"];
  else if (modalities) config.responseModalities = modalities;
  else if (traits.makes === "image") config.responseModalities = ["TEXT", "IMAGE"];
  if (call.audio === undefined) return;
  const { voice, format } = call.audio;
  if (openAiVoices.test(voice)) dropped.add("audio.voice");
  else config.speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } };
  // The API returns plain samples; a whole answer's may be wrapped in a `wav` file.
  if (format !== "pcm16" && (format !== "wav" || call.stream)) dropped.add("audio.format");
}

const openAiVoices = /^(?:alloy|ash|ballad|cedar|coral|echo|fable|marin|nova|onyx|sage|shimmer|verse)$/;
