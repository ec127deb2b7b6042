import { looksLikeMedia } from "./estimate-cost.ts";

/** Keys whose text is wiring, not prompt. */
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

/** The words of a request, for counting when the upstream reports no usage; inline media are counted by the piece. */
export function promptText(body: unknown): { text: string; mediaTokens: number } {
  const texts: string[] = [];
  let media = 0;
  function collect(value: unknown, depth: number): void {
    if (typeof value === "string") {
      if (looksLikeMedia(value)) media += 1;
      else texts.push(value);
    } else if (typeof value === "object" && value !== null && depth < 64) {
      for (const [key, entry] of Object.entries(value)) if (!wiring.has(key)) collect(entry, depth + 1);
    }
  }
  if (typeof body === "object" && body !== null) {
    const { messages, system, tools } = body as Record<string, unknown>;
    for (const part of [system, messages, tools]) collect(part, 0);
  }
  return { text: texts.join("\n"), mediaTokens: media * tokensPerMedia };
}
