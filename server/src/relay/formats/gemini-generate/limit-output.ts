import { type Fields, isFields } from "../kit/check-value.ts";
import { setLimit } from "../kit/set-limit.ts";

const names = ["maxOutputTokens", "max_output_tokens"];

/** Writes a limit of output tokens into the settings of the generation, whichever way they are spelled. */
export function limitOutput(body: Fields, tokens: number): void {
  const key =
    body.generationConfig == null && body.generation_config != null
      ? "generation_config"
      : "generationConfig";
  const given = body[key];
  const config = isFields(given) ? { ...given } : {};
  setLimit(config, "maxOutputTokens", names, tokens);
  // Settings given in both spellings were read from one of them alone.
  delete body.generation_config;
  body[key] = config;
}
