/** Modalities and capabilities of models, by the vendors' documentation. */
export interface ModelFeatures {
  input_modalities: string[];
  output_modalities: string[];
  capabilities: string[];
  /** Tokens, where the package's data lack them. */
  context_length?: number;
}

/**
 * By the beginning of a name without its vendor and region: kinds of input > kinds of output, then abilities. The first line that fits
 * counts; a model that no line fits is listed without features.
 */
const families: readonly (readonly [
  name: RegExp,
  modalities: string,
  abilities?: string,
  context?: number,
])[] = [
  [/embed|^bge-|titan-embed|voyage/, "text>embedding"],
  [/rerank/, "text>score"],
  [/^(?:sora|veo|kling|cogvideox|wan|minimax-hailuo|hailuo|vidu|[ti]2v-)/i, "text,image>video"],
  [/moderation|guard/, "text,image>score"],
  [/whisper|transcribe|voxtral-mini/, "audio>text"],
  [/^(?:tts-|gpt-4o-mini-tts|speech-)|-tts$/, "text>audio"],
  [/^mj_(?!.*(?:describe|shorten))/, "text,image>image"],
  [/^chirp-/, "text>audio"],
  [/^dall-e-3/, "text>image"],
  [/^(?:gpt-image|dall-e|gpt-5.*-image)/, "text,image>image"],
  [/gemini.*-image/, "text,image>text,image"],
  [/^(?:recraft|stable-image|sd3|flux|ideogram|glm-image|cogview)/, "text,image>image"],
  [
    /^(?:gpt-realtime|gpt-4o.*realtime|gpt-audio|gpt-4o.*-audio|nova.*sonic)/,
    "text,audio>text,audio",
    "tools",
  ],
  [/^gemini.*(?:live|native-audio)/, "text,image,audio>text,audio", "tools"],
  [/^gpt-4o.*-search/, "text>text", "web search"],
  [/^(?:gpt-3|gpt-4(?:$|-0|-32k|-1106-preview|-turbo-0125)|codex-mini|chatgpt)/, "text>text", "tools"],
  [/^(?:gpt-4|chatgpt-4o)/, "text,image>text", "tools,structured output"],
  [/^gpt-oss/, "text>text", "tools,reasoning,structured output"],
  [/^gpt-(?:5|6)/, "text,image>text", "tools,reasoning,structured output"],
  [/^(?:o1-mini|o1-preview|o3-mini)/, "text>text", "reasoning"],
  [/^o[134]/, "text,image>text", "tools,reasoning,structured output"],
  [/^claude-(?:2|v1)/, "text>text"],
  [/^claude-3-(?:haiku|opus|sonnet)|^claude-3-5/, "text,image>text", "tools"],
  [/^claude-/, "text,image>text", "tools,reasoning"],
  [
    /^gemini-(?:2\.5|3|3\.1)-pro/,
    "text,image,audio,video>text",
    "tools,reasoning,structured output",
    1_048_576,
  ],
  [/^gemini-(?:2\.5|3)/, "text,image,audio,video>text", "tools,reasoning,structured output"],
  [/^gemini-/, "text,image,audio,video>text", "tools"],
  [/^gemma-(?:3|4)/, "text,image>text"],
  [/^deepseek-(?:chat)/i, "text>text", "tools"],
  [/^deepseek/i, "text>text", "tools,reasoning"],
  [/^(?:pixtral|mistral-(?:medium|large|small)|ministral)/, "text,image>text", "tools"],
  [/^magistral/, "text,image>text", "tools,reasoning"],
  [/^(?:codestral|devstral|mistral|mixtral|open-mi)/, "text>text", "tools"],
  [/^kimi-k2\.[56]|^kimi-k3/, "text,image>text", "tools,reasoning"],
  [/^moonshot.*vision/, "text,image>text", "tools"],
  [/^(?:kimi|moonshot)/, "text>text", "tools"],
  [/^grok-(?:2-vision|4)/, "text,image>text", "tools,reasoning"],
  [/^grok/, "text>text", "tools"],
  [/^glm-(?:4\.6v|5v|4\.5v)/i, "text,image,video>text", "tools,reasoning"],
  [/^glm-/i, "text>text", "tools,reasoning"],
  [/^minimax-m/i, "text>text", "tools,reasoning"],
  [/^qwen.*(?:vl|plus|3\.[67])/i, "text,image>text", "tools,reasoning"],
  [/^qwen/i, "text>text", "tools,reasoning"],
  [/^command-a-vision/, "text,image>text"],
  [/^command/, "text>text", "tools"],
  [/^nova-(?:pro|lite|premier|2-lite)/, "text,image,video>text", "tools"],
  [/^nova-micro/, "text>text", "tools"],
  [/llama.*(?:vision|llama-?4)|^llama-?4/i, "text,image>text", "tools"],
  [/llama/i, "text>text"],
  [/^ernie-(?:5|4\.5-turbo-vl)/, "text,image>text", "reasoning"],
  [/^hunyuan-vision/, "text,image>text"],
  [/^(?:ernie|hunyuan|baichuan|yi-|360|spark|granite|generalv|sandbox)/i, "text>text"],
];

/** Undefined for an unknown model. */
export function featuresOf(model: string): ModelFeatures | undefined {
  const name = model.replace(/^.*\//, "").replace(/^(?:(?:global|us|eu|au|jp)\.)?[a-z]+\.(?=[a-z])/, "");
  const family = families.find(([pattern]) => pattern.test(name.replace(/^databricks-|^meta-/, "")));
  if (!family) return undefined;
  const [input = "", output = ""] = family[1].split(">");
  return {
    input_modalities: input.split(","),
    output_modalities: output.split(","),
    capabilities: family[2]?.split(",") ?? [],
    ...(family[3] !== undefined && { context_length: family[3] }),
  };
}
