import type { FieldNames } from "../format.ts";

const reasoning = ["contents.parts.thought"];
const signature = ["contents.parts.thoughtSignature"];

/** This format's names for the fields of Chat Completions. */
export const fieldNames: FieldNames = {
  temperature: ["generationConfig.temperature"],
  top_p: ["generationConfig.topP"],
  top_k: ["generationConfig.topK"],
  max_tokens: ["generationConfig.maxOutputTokens"],
  max_output_tokens: ["generationConfig.maxOutputTokens"],
  stop: ["generationConfig.stopSequences"],
  seed: ["generationConfig.seed"],
  n: ["generationConfig.candidateCount"],
  presence_penalty: ["generationConfig.presencePenalty"],
  frequency_penalty: ["generationConfig.frequencyPenalty"],
  logprobs: ["generationConfig.responseLogprobs"],
  top_logprobs: ["generationConfig.logprobs"],
  response_format: ["generationConfig.responseMimeType"],
  "response_format.json_schema": ["generationConfig.responseSchema"],
  reasoning_effort: ["generationConfig.thinkingConfig"],
  "reasoning.max_tokens": ["generationConfig.thinkingConfig.thinkingBudget"],
  modalities: ["generationConfig.responseModalities"],
  audio: ["generationConfig.speechConfig"],
  tool_choice: ["toolConfig.functionCallingConfig"],
  service_tier: ["serviceTier"],
  "tool_result.is_error": ["contents.parts.functionResponse"],
  "messages.reasoning_content": reasoning,
  "messages.reasoning": reasoning,
  "messages.reasoning_details": signature,
  "messages.encrypted-reasoning": signature,
  "messages.signature": signature,
  "messages.extra_content": signature,
  "messages.tool_calls.extra_content": signature,
  "messages.tool_calls": ["contents.parts.functionCall"],
  "messages.tool-call": ["contents.parts.functionCall"],
  "messages.tool_results": ["contents.parts.functionResponse"],
  "messages.tool-result": ["contents.parts.functionResponse"],
  "messages.image": ["contents.parts.inlineData"],
  "messages.file": ["contents.parts.fileData"],
  "messages.opaque": ["contents.parts"],
};
