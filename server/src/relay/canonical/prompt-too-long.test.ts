import { describe, expect, it } from "vitest";
import type { UpstreamProblem } from "./problem.ts";
import { recognizePromptTooLong } from "./prompt-too-long.ts";

const recognize = (message: string, more: Partial<UpstreamProblem> = {}) =>
  recognizePromptTooLong({ kind: "request", status: 400, message, ...more });

describe("a prompt that is too long is recognized", () => {
  it.each([
    [
      "OpenAI, with functions",
      "This model's maximum context length is 8192 tokens. However, you requested 8303 tokens (7691 in the messages, 100 in the functions, and 512 in the completion). Please reduce the length of the messages, functions, or completion.",
      { tokens: 8303, limit: 8192, output: 512 },
    ],
    [
      "OpenAI, embeddings",
      "This model's maximum context length is 8192 tokens, however you requested 9000 tokens (9000 in your prompt; 0 for the completion). Please reduce your prompt; or completion length.",
      { tokens: 9000, limit: 8192, output: 0 },
    ],
    [
      "OpenAI's Responses",
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
      {},
    ],
    [
      "OpenRouter",
      'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
      { tokens: 42_832, limit: 32_768 },
    ],
    [
      "vLLM",
      "You passed 1015 input tokens and requested 10 output tokens. However, the model's context length is only 1024 tokens, resulting in a maximum input length of 1014 tokens.",
      { tokens: 1025, limit: 1024, output: 10 },
    ],
    [
      "SGLang",
      "The input (300 tokens) is longer than the model's context length (200 tokens).",
      { tokens: 300, limit: 200 },
    ],
    [
      "llama.cpp",
      "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
      { tokens: 5000, limit: 4096 },
    ],
    [
      "LM Studio",
      "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.",
      {},
    ],
    ["Ollama", "prompt too long; exceeded max context length by 12 tokens", {}],
    ["Anthropic", "prompt is too long: 208310 tokens > 200000 maximum", { tokens: 208_310, limit: 200_000 }],
    [
      "Anthropic, with its output",
      "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again",
      { tokens: 207_951, limit: 200_000, output: 8192 },
    ],
    [
      "Gemini",
      "The input token count exceeds the maximum number of tokens allowed 1048576.",
      { limit: 1_048_576 },
    ],
    [
      "Vertex AI",
      "Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.",
      { tokens: 40_000, limit: 32_768 },
    ],
    ["Bedrock", "Input is too long for requested model.", {}],
    [
      "Bedrock, Nova",
      "Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.",
      {},
    ],
    [
      "xAI",
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      { tokens: 537_812, limit: 131_072 },
    ],
    [
      "Moonshot",
      "Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)",
      { tokens: 300_000, limit: 262_144 },
    ],
    [
      "Mistral",
      "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
      { tokens: 65_673, limit: 32_768 },
    ],
    ["Groq", "Please reduce the length of the messages or completion.", {}],
    [
      "SiliconFlow",
      "length of prompt_tokens (163280) must be less than max_seq_len (32768).",
      { tokens: 163_280, limit: 32_768 },
    ],
    [
      "Together AI",
      "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 512 `max_new_tokens`",
      {},
    ],
    [
      "Alibaba Cloud",
      "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
      { limit: 129_024 },
    ],
    ["MiniMax", "invalid params, context window exceeds limit (2013)", {}],
    [
      "Cohere",
      "too many tokens: size limit exceeded by 11326 tokens. Try using shorter or fewer inputs.",
      {},
    ],
    [
      "Cloudflare",
      "AiError: The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (7968).",
      {},
    ],
    ["GitHub Models", "Request body too large for gpt-4o model. Max size: 8000 tokens.", { limit: 8000 }],
    ["Zhipu", "Prompt 超长", {}],
    ["iFlytek", "AppIdNoAuthError:(10907) token数量超过上限", {}],
  ] as const)("in the message of %s", (_vendor, message, length) => {
    expect(recognize(message)).toMatchObject({ kind: "request", promptTooLong: length });
    expect(recognize(message).promptTooLong).toEqual(length);
  });

  it("by its code alone, with any status", () => {
    expect(recognize("Bad request", { code: "context_length_exceeded" }).promptTooLong).toEqual({});
    expect(recognize("n_ctx", { type: "exceed_context_size_error" }).promptTooLong).toEqual({});
    expect(recognize("input exceeds context length", { kind: "server", status: 500 }).kind).toBe("request");
  });

  it("without numbers that contradict it", () => {
    const message =
      "'max_tokens' is too large: 4000. This model's maximum context length is 4096 tokens and your request has 1000 input tokens (4000 > 4096 - 1000).";
    expect(recognize(message).promptTooLong).toEqual({ limit: 4096 });
  });
});

describe("other errors stay unchanged", () => {
  it.each([
    "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.",
    "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-opus-4",
    "Range of max_tokens should be [1, 8192]",
    "Invalid 'messages[0].name': string too long. Expected a string with maximum length 64, but got a string with length 70 instead.",
    "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.",
    "Rate limit reached for requests",
    "Invalid value: 'developer'.",
  ])("%s", (message) => {
    expect(recognize(message)).toEqual({ kind: "request", status: 400, message });
  });

  it("for missing credit, a wrong key or a rate limit, whatever the message quotes", () => {
    for (const kind of ["billing", "auth", "rate", "overload", "filter"] as const)
      expect(recognize("prompt is too long", { kind }).kind).toBe(kind);
  });
});
