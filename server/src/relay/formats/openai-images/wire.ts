/** Response of the image calls as sent to callers. */
export interface WireImages {
  created: number;
  data: { url?: string; b64_json?: string; revised_prompt?: string }[];
  usage?: WireImageUsage;
}

export interface WireImageUsage {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  input_tokens_details: { text_tokens: number; image_tokens: number };
}
