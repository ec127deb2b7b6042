import type { ChatCall } from "../../canonical/chat.ts";

/** Wishes of a call that not every vendor has a word for, by OpenAI's field names. */
export type Wish = keyof typeof wished;

const wished = {
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
 * Names in `dropped` what the call wishes and this vendor has no word for (D13): every wish but those in `said`, tools that another vendor
 * would run itself, and fields of another dialect.
 */
export function noteUnsupported(call: ChatCall, said: ReadonlySet<Wish>, dropped: Set<string>): void {
  for (const wish of wishes) if (!said.has(wish) && wished[wish](call)) dropped.add(wish);
  for (const tool of call.hostedTools ?? []) {
    const name = tool.kind ?? tool.definition.type;
    dropped.add(typeof name === "string" ? `tools.${name}` : "tools");
  }
  for (const field of Object.keys(call.extras?.fields ?? {})) dropped.add(field);
}

const wishes = Object.keys(wished) as Wish[];
