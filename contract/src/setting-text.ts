import type { ChatLink } from "./site-info.ts";
import { type SettingKey, settingDefinition } from "./settings.ts";

/**
 * A setting's value as the text that the family's clients send and read: switches as `true` and `false`, lists of words with
 * commas, lists of phrases one on a line, chat links as JSON.
 */
export function settingText(key: SettingKey, value: unknown): string {
  switch (settingDefinition(key).kind) {
    case "words":
      return (value as readonly string[]).join(",");
    case "phrases":
      return (value as readonly string[]).join("\n");
    case "chat_links":
      return JSON.stringify(value as readonly ChatLink[]);
    case "discounts":
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

/** The reverse; the setting's schema validates the result. */
export function parseSettingText(key: SettingKey, text: string): unknown {
  switch (settingDefinition(key).kind) {
    case "switch":
      return text === "true" ? true : text === "false" ? false : text;
    case "number":
    case "amount":
      return text.trim() === "" ? Number.NaN : Number(text);
    case "words":
      return parseList(text, /[\s,;]+/);
    case "phrases":
      return parseList(text, /\r?\n/);
    case "chat_links":
      return text.trim() === "" ? [] : parseJson(text);
    case "discounts":
      return text.trim() === "" ? {} : parseJson(text);
    default:
      return text;
  }
}

function parseList(text: string, separator: RegExp): unknown {
  if (text.trimStart().startsWith("[")) return parseJson(text);
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
