import { type Fields, isFields } from "../kit/check-value.ts";
import { setLimit } from "../kit/set-limit.ts";

const names = ["maxOutputTokens", "max_output_tokens"];

/** Writes an output token limit into the generation config, in either spelling. */
export function limitOutput(body: Fields, tokens: number): void {
  const key =
    body.generationConfig == null && body.generation_config != null
      ? "generation_config"
      : "generationConfig";
  const given = body[key];
  const config = isFields(given) ? { ...given } : {};
  setLimit(config, "maxOutputTokens", names, tokens);
  // With both spellings present, only one of them was parsed.
  delete body.generation_config;
  body[key] = config;
}
