import type { TFunction } from "i18next";
import type { Language } from "../../lib/i18n/languages";

/** The wire formats whose endpoint an upstream can be seen not to have. */
const learnt = [
  "openai-chat",
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "gemini-generate",
  "anthropic-count-tokens",
  "openai-count-tokens",
  "gemini-count-tokens",
] as const;

/** An endpoint as its vendor calls it; a format that this console does not know keeps its own name. */
export function endpointName(t: TFunction<"channels">, format: string): string {
  const known = learnt.find((id) => id === format);
  return known ? t(`endpoints.name.${known}`) : format;
}

/** Several of them in one phrase: "Responses or Messages". */
export function endpointNames(
  t: TFunction<"channels">,
  language: Language,
  formats: readonly string[],
): string {
  const names = formats.map((format) => endpointName(t, format));
  return new Intl.ListFormat(language.replace("_", "-"), { type: "disjunction" }).format(names);
}
