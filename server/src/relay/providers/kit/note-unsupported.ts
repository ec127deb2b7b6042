import type { ChatCall } from "../../canonical/chat.ts";

/** Options of a chat call that not every vendor supports, by OpenAI's field names. */
export type ChatOption = keyof typeof isRequested;

const isRequested = {
  n: (call: ChatCall) => (call.choices ?? 1) > 1,
  seed: (call: ChatCall) => call.seed !== undefined,
  logprobs: (call: ChatCall) => call.logProbabilities !== undefined,
  temperature: (call: ChatCall) => call.temperature !== undefined,
  top_p: (call: ChatCall) => call.topP !== undefined,
  top_k: (call: ChatCall) => call.topK !== undefined,
  frequency_penalty: (call: ChatCall) => Boolean(call.frequencyPenalty),
  presence_penalty: (call: ChatCall) => Boolean(call.presencePenalty),
  stop: (call: ChatCall) => Boolean(call.stop?.length),
  tools: (call: ChatCall) => Boolean(call.tools?.length),
  tool_choice: (call: ChatCall) => call.toolChoice !== undefined && call.toolChoice.type !== "auto",
  parallel_tool_calls: (call: ChatCall) => call.parallelToolCalls === false,
  response_format: (call: ChatCall) => (call.responseFormat?.type ?? "text") !== "text",
  reasoning_effort: (call: ChatCall) =>
    call.reasoning?.effort !== undefined || call.reasoning?.budgetTokens !== undefined,
  user: (call: ChatCall) => call.endUser !== undefined,
  metadata: (call: ChatCall) => call.metadata !== undefined && Object.keys(call.metadata).length > 0,
  service_tier: (call: ChatCall) => call.serviceTier !== undefined && call.serviceTier !== "auto",
  prompt_cache_key: (call: ChatCall) => call.cacheKey !== undefined,
  verbosity: (call: ChatCall) => call.verbosity !== undefined,
  modalities: (call: ChatCall) => (call.modalities ?? []).some((kind) => kind !== "text"),
  audio: (call: ChatCall) => call.audio !== undefined,
  "messages.name": (call: ChatCall) =>
    call.messages.some((message) => message.role !== "system" && message.name !== undefined),
};

/**
 * Adds to `dropped` every option that the call sets and `supported` lacks, hosted tools of other vendors, and fields of
 * another dialect.
 */
export function noteUnsupported(
  call: ChatCall,
  supported: ReadonlySet<ChatOption>,
  dropped: Set<string>,
): void {
  for (const option of chatOptions)
    if (!supported.has(option) && isRequested[option](call)) dropped.add(option);
  for (const tool of call.hostedTools ?? []) {
    const name = tool.kind ?? tool.definition.type;
    dropped.add(typeof name === "string" ? `tools.${name}` : "tools");
  }
  for (const field of Object.keys(call.extras?.fields ?? {})) dropped.add(field);
}

const chatOptions = Object.keys(isRequested) as ChatOption[];
