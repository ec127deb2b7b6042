import type { ExtraRatioKey, ToolPriceKey } from "@tollgate/contract/cost";
import type { PriceRow } from "../storage/repositories/price-repository.ts";

type Ratios = Partial<Record<ExtraRatioKey | ToolPriceKey, number>>;

/** Model or `prefix*`, dollars per million input and output tokens, ratios of token classes that differ from the contract's. */
type Entry = readonly [model: string, input: number, output: number, ratios?: Ratios];

const cached = (ratio: number): Ratios => ({ cached_tokens: ratio });

/** The sandbox costs nobody anything; its price makes a first try show a bill. */
const sandbox: Entry[] = [["sandbox-*", 1, 3]];

// Dated names get a wildcard of their own (`gpt-4o-2024*`), not the whole family (`gpt-4o*`): a new model with another
// price must be refused until somebody prices it (D20), not sold at an older one's.
// Where a vendor charges more for long prompts, or less at night, the price is that of ordinary prompts at the busy hour.

/** https://developers.openai.com/api/docs/pricing, read 2026-11-05; models before GPT-5.4 read 2025-12. */
const openai: Entry[] = [
  ["gpt-6.1-sol", 2, 10, cached(0.05)],
  ["gpt-6.1-terra", 1, 5, cached(0.05)],
  ["gpt-6-sol", 2, 10, cached(0.1)],
  ["gpt-6-luna", 0.1, 0.5, cached(0.1)],
  ["gpt-5.5", 5, 30, cached(0.1)],
  ["gpt-5.4", 2.5, 15, cached(0.1)],
  ["gpt-5.4-mini", 0.75, 4.5, cached(0.1)],
  ["gpt-5.4-nano", 0.2, 1.25, cached(0.1)],
  ["gpt-5.2", 1.75, 14, cached(0.1)],
  ["gpt-5.2-20*", 1.75, 14, cached(0.1)],
  ["gpt-5.2-chat-latest", 1.75, 14, cached(0.1)],
  ["gpt-5.1", 1.25, 10, cached(0.1)],
  ["gpt-5.1-20*", 1.25, 10, cached(0.1)],
  ["gpt-5.1-chat-latest", 1.25, 10, cached(0.1)],
  ["gpt-5.1-codex", 1.25, 10, cached(0.1)],
  ["gpt-5", 1.25, 10, cached(0.1)],
  ["gpt-5-20*", 1.25, 10, cached(0.1)],
  ["gpt-5-chat-latest", 1.25, 10, cached(0.1)],
  ["gpt-5-codex", 1.25, 10, cached(0.1)],
  ["gpt-5-mini", 0.25, 2, cached(0.1)],
  ["gpt-5-mini-20*", 0.25, 2, cached(0.1)],
  ["gpt-5-nano", 0.05, 0.4, cached(0.1)],
  ["gpt-5-nano-20*", 0.05, 0.4, cached(0.1)],
  ["gpt-5-pro", 15, 120],
  ["gpt-4.1", 2, 8, cached(0.25)],
  ["gpt-4.1-20*", 2, 8, cached(0.25)],
  ["gpt-4.1-mini", 0.4, 1.6, cached(0.25)],
  ["gpt-4.1-mini-20*", 0.4, 1.6, cached(0.25)],
  ["gpt-4.1-nano", 0.1, 0.4, cached(0.25)],
  ["gpt-4.1-nano-20*", 0.1, 0.4, cached(0.25)],
  ["gpt-4o", 2.5, 10, cached(0.5)],
  ["gpt-4o-20*", 2.5, 10, cached(0.5)],
  ["gpt-4o-2024-05-13", 5, 15],
  ["chatgpt-4o-latest", 5, 15],
  ["gpt-4o-mini", 0.15, 0.6, cached(0.5)],
  ["gpt-4o-mini-20*", 0.15, 0.6, cached(0.5)],
  ["gpt-4o-audio-preview", 2.5, 10, { input_audio_tokens: 16, output_audio_tokens: 8 }],
  ["gpt-4-turbo", 10, 30],
  ["gpt-4-turbo-20*", 10, 30],
  ["gpt-4", 30, 60],
  ["gpt-3.5-turbo", 0.5, 1.5],
  ["o1", 15, 60, cached(0.5)],
  ["o1-pro", 150, 600],
  ["o3", 2, 8, cached(0.25)],
  ["o3-20*", 2, 8, cached(0.25)],
  ["o3-pro", 20, 80],
  ["o3-mini", 1.1, 4.4, cached(0.5)],
  ["o4-mini", 1.1, 4.4, cached(0.25)],
  ["o4-mini-20*", 1.1, 4.4, cached(0.25)],
  ["gpt-4o-search-preview*", 2.5, 10, { web_search_call: 0.025 }],
  ["gpt-4o-mini-search-preview*", 0.15, 0.6, { web_search_call: 0.025 }],
  [
    "gpt-realtime",
    4,
    16,
    { cached_tokens: 0.1, input_audio_tokens: 8, input_image_tokens: 1.25, output_audio_tokens: 4 },
  ],
  [
    "gpt-realtime-mini",
    0.6,
    2.4,
    { cached_tokens: 0.1, input_audio_tokens: 50 / 3, output_audio_tokens: 25 / 3 },
  ],
  ["gpt-4o-realtime-preview*", 5, 20, { cached_tokens: 0.5, input_audio_tokens: 8, output_audio_tokens: 4 }],
  // A picture of dall-e and a second of speech are so many tokens by rule (docs/billing.md).
  ["dall-e-2", 16, 16],
  ["dall-e-3", 40, 40],
  ["gpt-image-1", 5, 40, { cached_tokens: 0.25, input_image_tokens: 2 }],
  ["gpt-image-1-mini", 2, 8, { cached_tokens: 0.1, input_image_tokens: 1.25 }],
  ["whisper-1", 30, 30],
  ["gpt-4o-transcribe", 2.5, 10, { input_audio_tokens: 2.4 }],
  ["gpt-4o-mini-transcribe", 1.25, 5, { input_audio_tokens: 2.4 }],
  ["tts-1", 15, 15],
  ["tts-1-hd", 30, 30],
  ["omni-moderation*", 0, 0],
  ["text-moderation*", 0, 0],
  ["text-embedding-3-small", 0.02, 0],
  ["text-embedding-3-large", 0.13, 0],
  ["text-embedding-ada-002", 0.1, 0],
];

/**
 * https://platform.claude.com/docs/en/about-claude/pricing, read 2026-11-10. Marked caching (read 0.1, write 1.25, one hour 2) is the
 * contract's own ratio.
 */
const anthropic: Entry[] = [
  ["claude-fable-5-2", 8, 40, { cached_read_tokens: 0.025 }],
  ["claude-opus-5-5", 4, 20, { cached_read_tokens: 0.05 }],
  ["claude-sonnet-5-5", 2, 10, { cached_read_tokens: 0.05 }],
  // Five times as much for prompts above 100,000 tokens.
  ["claude-haiku-5-5", 0.1, 0.5],
  ["claude-opus-5", 5, 25],
  ["claude-sonnet-5", 2, 10],
  ["claude-opus-4-8", 5, 25],
  ["claude-opus-4-7", 5, 25],
  ["claude-opus-4-6*", 5, 25],
  ["claude-opus-4-5*", 5, 25],
  ["claude-opus-4-1*", 15, 75],
  ["claude-opus-4-0", 15, 75],
  ["claude-opus-4-20*", 15, 75],
  ["claude-sonnet-4-6*", 3, 15],
  ["claude-sonnet-4-5*", 3, 15],
  ["claude-sonnet-4-0", 3, 15],
  ["claude-sonnet-4-20*", 3, 15],
  ["claude-haiku-4-5*", 1, 5],
  ["claude-3-7-sonnet*", 3, 15],
  ["claude-3-5-sonnet*", 3, 15],
  ["claude-3-5-haiku*", 0.8, 4],
  ["claude-3-opus*", 15, 75],
  ["claude-3-haiku*", 0.25, 1.25, { cached_read_tokens: 0.12, cached_write_tokens: 1.2 }],
];

/** https://ai.google.dev/gemini-api/docs/pricing, read 2026-10-07; models before Gemini 3.1 read 2025-12. */
const gemini: Entry[] = [
  // Half of it until the end of 2026.
  ["gemini-3.8-flash", 1.5, 7.5, cached(0.1)],
  ["gemini-3.6-flash", 1.5, 7.5, cached(0.1)],
  ["gemini-3.5-flash", 1.5, 9, cached(0.1)],
  ["gemini-3.1-pro-preview", 2, 12, cached(0.1)],
  ["gemini-3.1-flash-lite", 0.25, 1.5, { cached_tokens: 0.1, input_audio_tokens: 2 }],
  ["gemini-2.5-flash-image", 0.3, 2.5, { output_image_tokens: 12 }],
  ["gemini-3-pro-preview", 2, 12, cached(0.1)],
  ["gemini-3-flash-preview", 0.5, 3, { cached_tokens: 0.1, input_audio_tokens: 2 }],
  ["gemini-2.5-pro", 1.25, 10, cached(0.1)],
  ["gemini-2.5-flash", 0.3, 2.5, { cached_tokens: 0.1, input_audio_tokens: 10 / 3 }],
  ["gemini-2.5-flash-lite", 0.1, 0.4, { cached_tokens: 0.1, input_audio_tokens: 3 }],
  ["gemini-2.0-flash", 0.1, 0.4, { cached_tokens: 0.25, input_audio_tokens: 7 }],
  ["gemini-2.0-flash-lite", 0.075, 0.3],
  ["gemini-embedding-001", 0.15, 0],
];

/** https://api-docs.deepseek.com/quick_start/pricing, read 2026-10-27. */
const deepseek: Entry[] = [
  ["deepseek-v4-pro", 1.32, 3.96, cached(1 / 30)],
  ["deepseek-flash", 0.3, 1.2, cached(0.02)],
  ["deepseek-v4-flash", 0.3, 1.2, cached(0.02)],
  ["deepseek-chat", 0.28, 0.42, cached(0.1)],
  ["deepseek-reasoner", 0.28, 0.42, cached(0.1)],
];

/** https://mistral.ai/pricing, read 2026-06. Mistral Large is left out: its alias moved to a model with another price. */
const mistral: Entry[] = [
  ["mistral-medium-latest", 1.5, 7.5],
  ["mistral-small-latest", 0.1, 0.3],
  ["magistral-medium-latest", 2, 5],
  ["magistral-small-latest", 0.5, 1.5],
  ["codestral-latest", 0.3, 0.9],
  ["ministral-8b-latest", 0.15, 0.15],
  ["ministral-3b-latest", 0.1, 0.1],
];

/** https://docs.x.ai/developers/models, read 2026-08-13. */
const xai: Entry[] = [
  ["grok-4.6", 2, 6, cached(0.25)],
  ["grok-4.5", 2, 6, cached(0.25)],
  ["grok-4.3", 1.25, 2.5, cached(0.16)],
  ["grok-4.20-0309-reasoning", 1.25, 2.5, cached(0.16)],
  ["grok-4.20-0309-non-reasoning", 1.25, 2.5, cached(0.16)],
];

/** https://platform.kimi.ai/docs/pricing, read 2026-07-17; Kimi K3.1 Pro read 2026-11. */
const moonshot: Entry[] = [
  ["kimi-k3.1-pro", 2, 10, { cached_tokens: 0.1, cached_write_tokens: 1 }],
  ["kimi-k3", 3, 15, cached(0.1)],
  ["kimi-k2.7-code", 0.95, 4, cached(0.2)],
  ["kimi-k2.6", 0.95, 4, cached(0.168421)],
];

/** https://docs.z.ai/guides/overview/pricing, read 2026-08-19. */
const zhipu: Entry[] = [
  ["glm-5.3", 1.4, 4.4, cached(0.185714)],
  ["glm-5.2", 1.4, 4.4, cached(0.185714)],
  ["glm-5v-turbo", 1.2, 4, cached(0.2)],
  ["glm-4.7", 0.6, 2.2, cached(0.183333)],
  ["glm-4.6", 0.6, 2.2, cached(0.183333)],
];

/** https://platform.minimax.io/docs/guides/pricing, read 2026-09-11. */
const minimax: Entry[] = [
  ["MiniMax-M3", 0.3, 1.2, cached(0.2)],
  ["MiniMax-M2.7", 0.3, 1.2, cached(0.2)],
  ["MiniMax-M2.7-highspeed", 0.6, 2.4, cached(0.1)],
  ["MiniMax-M2.5", 0.3, 1.2, cached(0.1)],
];

/** https://cohere.com/pricing, read 2026-06. */
const cohere: Entry[] = [
  ["command-r-plus-08-2024", 2.5, 10],
  ["command-r-08-2024", 0.15, 0.6],
  ["command-r7b-12-2024", 0.0375, 0.15],
];

/** https://console.groq.com/docs/models, read 2026-05. */
const groq: Entry[] = [
  ["openai/gpt-oss-120b", 0.15, 0.6],
  ["openai/gpt-oss-20b", 0.075, 0.3],
];

/** A picture is 1,000 tokens (relay contract A13), so that these are dollars per thousand pictures. */
const pictures = {
  recraft: [
    ["recraftv3", 40, 0],
    ["recraft20b", 22, 0],
  ],
  stability: [
    ["stable-image-core", 30, 0],
    ["stable-image-ultra", 80, 0],
    ["sd3.5-large", 65, 0],
    ["sd3.5-medium", 35, 0],
  ],
} satisfies Record<string, Entry[]>;

/** Recraft's calls that are passed on as they are, in dollars each. */
const recraftCalls: readonly (readonly [model: string, dollars: number])[] = [
  ["recraft_vectorize", 0.01],
  ["recraft_removeBackground", 0.01],
  ["recraft_clarityUpscale", 0.004],
  ["recraft_generativeUpscale", 0.25],
  ["recraft_styles", 0.04],
];

/** The price table of a new installation, by provider number. An operator's own table from then on. */
export function defaultPrices(): PriceRow[] {
  return [
    ...rowsOf(1000, sandbox),
    ...rowsOf(1, openai),
    ...rowsOf(14, anthropic),
    ...rowsOf(25, gemini),
    ...rowsOf(28, deepseek),
    ...rowsOf(30, mistral),
    ...rowsOf(31, groq),
    ...rowsOf(29, moonshot),
    ...rowsOf(56, xai),
    ...rowsOf(16, zhipu),
    ...rowsOf(27, minimax),
    ...rowsOf(36, cohere),
    ...rowsOf(51, pictures.recraft),
    ...recraftCalls.map(
      ([model, dollars]): PriceRow => ({
        model,
        type: "times",
        channel_type: 51,
        input: rounded(dollars / 0.002),
        output: 0,
        locked: 0,
        extra_ratios: "{}",
        rules: "[]",
      }),
    ),
    ...rowsOf(37, pictures.stability),
  ];
}

function rowsOf(channelType: number, entries: Entry[]): PriceRow[] {
  return entries.map(([model, input, output, ratios = {}]) => ({
    model,
    type: "tokens",
    channel_type: channelType,
    input: multiplier(input),
    output: multiplier(output),
    locked: 0,
    extra_ratios: JSON.stringify(
      Object.fromEntries(Object.entries(ratios).map(([key, ratio]) => [key, rounded(ratio)])),
    ),
    rules: "[]",
  }));
}

/** Multiplier 1 is two dollars per million tokens (D17). */
const multiplier = (dollars: number) => rounded(dollars / 2);
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
