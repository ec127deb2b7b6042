import type { ChatCall, ReasoningOptions, ResponseFormat } from "../../canonical/chat.ts";
import { type Fields, isFields, within } from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";
import {
  findOthers,
  readFlag,
  readNumber,
  readObject,
  readText,
  readTexts,
  readWhole,
  readWord,
} from "./read-fields.ts";
import { schemaFromWire } from "./schema-from-wire.ts";

const path = "generationConfig";

/** Reads `generationConfig` into the call; settings that only Gemini supports go into `extras`, by path. */
export function parseConfig(body: Fields, call: ChatCall, extras: Fields): void {
  const config = readObject(body, path) ?? {};
  parseLimits(config, call);
  parseLogProbabilities(config, call);
  const format = parseResponseFormat(config, extras);
  if (format) call.responseFormat = format;
  parseThinking(config, call, extras);
  parseModalities(config, call, extras);
  for (const key of findOthers(config, known)) extras[within(path, key)] = readField(config, key);
}

const known = new Set(
  (
    "maxOutputTokens temperature topP topK frequencyPenalty presencePenalty seed stopSequences candidateCount " +
    "responseLogprobs logprobs responseMimeType responseSchema responseJsonSchema thinkingConfig responseModalities speechConfig"
  ).split(" "),
);

function parseLimits(config: Fields, call: ChatCall): void {
  const limit = readWhole(config, "maxOutputTokens", path, { least: 1 });
  if (limit !== undefined) call.maxOutputTokens = limit;
  const temperature = readNumber(config, "temperature", path);
  if (temperature !== undefined) call.temperature = temperature;
  const topP = readNumber(config, "topP", path);
  if (topP !== undefined) call.topP = topP;
  const topK = readNumber(config, "topK", path);
  if (topK !== undefined) call.topK = topK;
  const frequencyPenalty = readNumber(config, "frequencyPenalty", path);
  if (frequencyPenalty !== undefined) call.frequencyPenalty = frequencyPenalty;
  const presencePenalty = readNumber(config, "presencePenalty", path);
  if (presencePenalty !== undefined) call.presencePenalty = presencePenalty;
  const seed = readNumber(config, "seed", path);
  if (seed !== undefined) call.seed = seed;
  const choices = readWhole(config, "candidateCount", path, { least: 1, most: 128 });
  if (choices !== undefined) call.choices = choices;
  const stop = readTexts(config, "stopSequences", path);
  if (stop.length > 0) call.stop = stop;
}

function parseLogProbabilities(config: Fields, call: ChatCall): void {
  const alternatives = readWhole(config, "logprobs", path, { least: 0, most: 20 }) ?? 0;
  if (readFlag(config, "responseLogprobs", path)) call.logProbabilities = { alternatives };
}

function parseResponseFormat(config: Fields, extras: Fields): ResponseFormat | undefined {
  const type = readText(config, "responseMimeType", path);
  const jsonSchema = readField(config, "responseJsonSchema");
  const subset = readObject(config, "responseSchema", path);
  const schema = isFields(jsonSchema) ? jsonSchema : subset && schemaFromWire(subset);
  if (type === undefined && schema === undefined) return undefined;
  if (type === "text/plain" && schema === undefined) return { type: "text" };
  if (type === "application/json" || type === undefined)
    return schema ? { type: "json-schema", name: "response", schema } : { type: "json" };
  // One word from a list, and unknown types.
  extras[within(path, "responseMimeType")] = type;
  if (subset) extras[within(path, "responseSchema")] = subset;
  if (jsonSchema != null) extras[within(path, "responseJsonSchema")] = jsonSchema;
  return undefined;
}

/** Keeps the whole `thinkingConfig` for Gemini if the reasoning option alone would mean something else. */
function parseThinking(config: Fields, call: ChatCall, extras: Fields): void {
  const thinking = readObject(config, "thinkingConfig", path);
  if (thinking === undefined) return;
  const at = within(path, "thinkingConfig");
  const budget = readWhole(thinking, "thinkingBudget", at, { least: -1 });
  const level = readWord(thinking, "thinkingLevel", at);
  const shown = readFlag(thinking, "includeThoughts", at);
  const reasoning = reasoningFor(budget, level, shown);
  if (reasoning) call.reasoning = reasoning;
  const isComplete = budget === 0 || (shown === true && (level !== undefined || (budget ?? -1) > 0));
  const others = findOthers(thinking, new Set(["thinkingBudget", "thinkingLevel", "includeThoughts"]));
  if (isComplete && others.length === 0) return;
  const kept: Fields = {};
  if (budget !== undefined) kept.thinkingBudget = budget;
  if (level !== undefined) kept.thinkingLevel = level;
  if (shown !== undefined) kept.includeThoughts = shown;
  for (const key of others) kept[key] = readField(thinking, key);
  extras[at] = kept;
}

function reasoningFor(
  budget: number | undefined,
  level: string | undefined,
  shown: boolean | undefined,
): ReasoningOptions | undefined {
  if (level !== undefined && level !== "THINKING_LEVEL_UNSPECIFIED") return { effort: level.toLowerCase() };
  if (budget === 0) return { effort: "none" };
  if (budget !== undefined && budget > 0) return { budgetTokens: budget };
  // -1 lets the model choose. A request for reasoning text implies reasoning.
  return budget === -1 || shown ? { effort: "medium" } : undefined;
}

function parseModalities(config: Fields, call: ChatCall, extras: Fields): void {
  const names = readTexts(config, "responseModalities", path).map((name) => name.toUpperCase());
  const modalities = names.flatMap((name) => modalityOf[name] ?? []);
  if (modalities.length > 0) call.modalities = modalities;
  if (modalities.length < names.length) extras[within(path, "responseModalities")] = names;
  const speech = readObject(config, "speechConfig", path);
  if (speech === undefined) return;
  const voice = readVoice(speech);
  if (voice !== undefined) call.audio = { voice, format: "pcm16" };
  const hasOthers = voice === undefined || findOthers(speech, new Set(["voiceConfig"])).length > 0;
  if (hasOthers) extras[within(path, "speechConfig")] = speech;
}

const modalityOf: Record<string, "text" | "audio" | "image"> = {
  TEXT: "text",
  AUDIO: "audio",
  IMAGE: "image",
};

function readVoice(speech: Fields): string | undefined {
  const at = within(path, "speechConfig");
  const voice = readObject(speech, "voiceConfig", at) ?? {};
  const built = readObject(voice, "prebuiltVoiceConfig", within(at, "voiceConfig")) ?? {};
  return readText(built, "voiceName", within(at, "voiceConfig.prebuiltVoiceConfig"));
}
