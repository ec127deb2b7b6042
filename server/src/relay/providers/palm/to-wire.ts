import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";

/** Body of a `generateMessage` call: words alone, by two authors. `dropped` names what the API cannot be told, by OpenAI's field names (D13). */
export function chatToWire(call: ChatCall): { body: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const context: string[] = [];
  const messages: { author: string; content: string }[] = [];
  for (const message of call.messages) {
    const content = wordsOf(message, dropped);
    if (message.role === "system") context.push(content);
    else if (content !== "") messages.push({ author: message.role === "user" ? "0" : "1", content });
  }
  const prompt: JsonObject = { messages };
  if (context.length > 0) prompt.context = context.join("\n");
  const body: JsonObject = { prompt };
  if (call.temperature !== undefined) {
    // The scale ends at 1.
    if (call.temperature > 1) dropped.add("temperature");
    body.temperature = Math.min(call.temperature, 1);
  }
  if (call.topP !== undefined) body.topP = call.topP;
  if (call.topK !== undefined) body.topK = call.topK;
  if (call.choices !== undefined) body.candidateCount = call.choices;
  for (const [field, value] of Object.entries(unknownTo(call))) if (value !== undefined) dropped.add(field);
  return { body, dropped: [...dropped] };
}

function wordsOf(message: ChatMessage, dropped: Set<string>): string {
  const words: string[] = [];
  for (const block of message.content)
    if (block.type === "text") words.push(block.text);
    else dropped.add(`messages.${block.type}`);
  return words.join("\n");
}

function unknownTo(call: ChatCall): JsonObject {
  return {
    tools: call.tools?.length ? call.tools : call.hostedTools,
    tool_choice: call.toolChoice,
    max_tokens: call.maxOutputTokens,
    stop: call.stop,
    seed: call.seed,
    frequency_penalty: call.frequencyPenalty,
    presence_penalty: call.presencePenalty,
    logprobs: call.logProbabilities,
    response_format: call.responseFormat?.type === "text" ? undefined : call.responseFormat,
    reasoning_effort: call.reasoning,
    modalities: call.modalities,
    audio: call.audio,
    user: call.endUser,
    metadata: call.metadata,
    service_tier: call.serviceTier,
    prompt_cache_key: call.cacheKey,
    verbosity: call.verbosity,
    ...call.extras?.fields,
  };
}
