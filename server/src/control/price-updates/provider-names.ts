/**
 * Names of known providers in other price lists, with our numbers. The vendor of a model comes before those that resell
 * it.
 */
const numbers: Readonly<Record<string, number>> = {
  openai: 1,
  "text-completion-openai": 1,
  anthropic: 14,
  gemini: 25,
  google: 25,
  "vertex_ai-language-models": 25,
  "vertex_ai-embedding-models": 25,
  deepseek: 28,
  mistral: 30,
  moonshot: 29,
  moonshotai: 29,
  xai: 56,
  zai: 16,
  zhipuai: 16,
  minimax: 27,
  cohere: 36,
  cohere_chat: 36,
  dashscope: 17,
  alibaba: 17,
  jina_ai: 47,
  recraft: 51,
  stability: 37,
  groq: 31,
  bedrock: 32,
  bedrock_converse: 32,
  "amazon-bedrock": 32,
  cloudflare: 35,
  "cloudflare-workers-ai": 35,
  databricks: 54,
  "github-models": 49,
  siliconflow: 45,
  replicate: 52,
  ollama: 39,
  openrouter: 20,
};

const preference = Object.values(numbers);

/** The provider's number; 0 for one that is not known here. */
export function channelTypeOf(name: string): number {
  return Object.hasOwn(numbers, name) ? (numbers[name] ?? 0) : 0;
}

/** Lower for the vendor of a model than for those that resell it, highest for providers that are not known here. */
export function rankOf(channelType: number): number {
  const place = preference.indexOf(channelType);
  return place === -1 ? preference.length : place;
}

/** Providers that sell other vendors' models under the same names at prices that differ by region or contract. */
export const leftOut: ReadonlySet<string> = new Set([
  "azure",
  "azure_ai",
  "azure_text",
  "azure-cognitive-services",
  "vertex_ai",
  "vertex_ai-anthropic_models",
  "google-vertex",
  "google-vertex-anthropic",
  "github_copilot",
  "github-copilot",
]);

/** Anthropic's API and Bedrock: callers mark what is cached. */
export const marksCache = (channelType: number): boolean => channelType === 14 || channelType === 32;
