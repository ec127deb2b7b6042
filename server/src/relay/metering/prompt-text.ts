import { looksLikeMedia } from "./looks-like-media.ts";

/** Keys whose text is not part of the prompt. */
const wiring = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "tool_use_id",
  "detail",
  "format",
  "media_type",
]);
const tokensPerMedia = 500;
/** Fields of the dialects that the model reads. */
const spoken = [
  "system",
  "instructions",
  "systemInstruction",
  "system_instruction",
  "messages",
  "input",
  "contents",
  "generateContentRequest",
  "prompt",
  "tools",
];
const turns = ["messages", "input", "contents"];

/**
 * The text of a chat request in any dialect, for counting if the upstream reports no usage; inline media count per
 * item.
 */
export function promptText(body: unknown): { text: string; mediaTokens: number; messages: number } {
  const texts: string[] = [];
  let media = 0;
  function collect(name: string, value: unknown, depth: number): void {
    if (typeof value === "string") {
      if (looksLikeMedia(name, value)) media += 1;
      else texts.push(value);
    } else if (typeof value === "object" && value !== null && depth < 64) {
      // Pairs of index and element would cost more than the elements.
      if (Array.isArray(value)) for (const entry of value) collect(name, entry, depth + 1);
      else
        for (const [key, entry] of Object.entries(value))
          if (!wiring.has(key)) collect(key, entry, depth + 1);
    }
  }
  if (typeof body === "object" && body !== null) {
    const fields = body as Record<string, unknown>;
    for (const name of spoken) collect(name, fields[name], 0);
  }
  return { text: texts.join("\n"), mediaTokens: media * tokensPerMedia, messages: countMessages(body) };
}

function countMessages(body: unknown): number {
  if (typeof body !== "object" || body === null) return 0;
  for (const name of turns) {
    const list = (body as Record<string, unknown>)[name];
    if (Array.isArray(list)) return list.length;
  }
  return 1;
}
