import type { PromptLength, UpstreamProblem } from "./problem.ts";

/** Codes and types with this meaning only. */
const codes: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "context_window_exceeded",
  "model_context_window_exceeded",
  "exceed_context_size_error",
  "tokens_limit_reached",
  "tokens_too_long",
]);

/** Messages of vendors and servers; the first match gives the numbers. */
const sentences: readonly RegExp[] = [
  // Anthropic, also on Bedrock and Vertex AI.
  /prompt is too long(?::\s*(?<tokens>\d+) tokens? > (?<limit>\d+))?/i,
  /input length and `?max_tokens`? exceed context limit: (?<input>\d+) \+ (?<output>\d+) > (?<limit>\d+)/i,
  // Google.
  /input token count(?: \((?<tokens>\d+)\))? exceeds the maximum number of (?:input )?tokens allowed(?: \(?(?<limit>\d+))?/i,
  /input token count is (?<tokens>\d+) but (?:the )?model only supports up to (?<limit>\d+)/i,
  // OpenAI, Azure, DeepSeek, OpenRouter, vLLM, SGLang.
  /maximum context length (?:is|of) (?<limit>\d+) tokens.{0,40}?(?:your messages resulted in|you requested(?: about| a total of)?) (?<tokens>\d+) tokens(?:.{0,120}?(?<output>\d+) (?:in|for) the (?:completion|output))?/i,
  /maximum context length is (?<limit>\d+) tokens.{0,40}?your (?:request|prompt) (?:has|contains)(?: at least)? (?<tokens>\d+) input tokens/i,
  /you passed (?<input>\d+) input tokens and requested (?<output>\d+) output tokens.{0,60}?context length is only (?<limit>\d+)/i,
  /input \((?<tokens>\d+) tokens\) is longer than the model's context length \((?<limit>\d+) tokens\)/i,
  /input length \((?<tokens>\d+)\) exceeds (?:the )?model's maximum context length \((?<limit>\d+)\)/i,
  // xAI, Moonshot, Mistral, SiliconFlow, llama.cpp, GitHub Models, Alibaba Cloud.
  /maximum prompt length is (?<limit>\d+)(?: but the request contains (?<tokens>\d+) tokens)?/i,
  /exceeded model token limit(?:: (?<limit>\d+)(?: \(requested: (?<tokens>\d+)\))?)?/i,
  /prompt contains (?<tokens>\d+) tokens.{0,60}?too large for model with (?<limit>\d+) maximum context length/i,
  /length of prompt_tokens \((?<tokens>\d+)\) must be less than max_seq_len \((?<limit>\d+)\)/i,
  /request \((?<tokens>\d+) tokens\) exceeds the available context size \((?<limit>\d+) tokens\)/i,
  /prompt token count of (?<tokens>\d+) exceeds the limit of (?<limit>\d+)/i,
  /request body too large for .{1,80}? model\. max size: (?<limit>\d+) tokens/i,
  /range of input length should be \[\d+, ?(?<limit>\d+)\]/i,
  /maximum context length is (?<limit>\d+) tokens/i,
  // Without numbers: OpenAI's Responses, Groq, MiniMax, Ollama, Cloudflare, LM Studio, Together AI, Bedrock, Cohere, Baidu, Zhipu, iFlytek …
  /maximum context (?:length|limit)/i,
  /exceed(?:s|ed|ing)?\b.{0,40}\bcontext (?:length|window|size|limit)/i,
  /\bcontext (?:length|window|size)\b.{0,30}\bexceed/i,
  /(?:longer|greater) than the (?:maximum model length|(?:model's )?context length)/i,
  /tokens when context the overflows/i,
  /reduce the length of the (?:input )?(?:messages|prompt|input)/i,
  /input is too long for (?:the )?requested model|number of input tokens exceeds|too many input tokens/i,
  /too many tokens: .{0,80}(?:prompt|size limit)/i,
  /`inputs` (?:tokens \+ `max_new_tokens` must be|must have less than)/i,
  /prompt (?:tokens? )?too long|prompt exceeds max length|max input characters|max message tokens/i,
  /prompt\s?超长|(?:输入|上下文|tokens?).{0,10}(?:超过|超出|超长)/i,
];

/** Matches are at the start of a message; the rest may quote the caller at any length. */
const readMost = 2000;

/**
 * Problems of these kinds may be a prompt that is too long: some servers respond with 500, or inside a stream without a
 * status.
 */
const mayBe: ReadonlySet<UpstreamProblem["kind"]> = new Set(["request", "server", "bad-answer"]);

/**
 * Returns the problem as the caller's own (`request`) with `promptTooLong` if the upstream reports that the prompt
 * exceeds the model's context window; any other problem unchanged.
 */
export function recognizePromptTooLong(problem: UpstreamProblem): UpstreamProblem {
  if (!mayBe.has(problem.kind)) return problem;
  const promptTooLong = readPromptTooLong(problem);
  return promptTooLong ? { ...problem, kind: "request", promptTooLong } : problem;
}

function readPromptTooLong({ code = "", type = "", message }: UpstreamProblem): PromptLength | undefined {
  const text = message.slice(0, readMost);
  for (const sentence of sentences) {
    const found = sentence.exec(text);
    if (found) return lengthOf(found.groups ?? {});
  }
  return codes.has(code) || codes.has(type) ? {} : undefined;
}

/** Numbers that contradict the rejection are left out. */
function lengthOf(groups: Record<string, string | undefined>): PromptLength {
  const length: PromptLength = {};
  const limit = groups.limit === undefined ? undefined : Number(groups.limit);
  const output = groups.output === undefined ? undefined : Number(groups.output);
  const tokens =
    groups.input === undefined
      ? groups.tokens === undefined
        ? undefined
        : Number(groups.tokens)
      : Number(groups.input) + (output ?? 0);
  if (limit !== undefined) length.limit = limit;
  if (tokens === undefined || (limit !== undefined && tokens <= limit)) return length;
  length.tokens = tokens;
  if (output !== undefined && output < tokens) length.output = output;
  return length;
}
