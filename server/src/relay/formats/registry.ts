import type { FormatId } from "../format-ids.ts";
import type { ChatFormat, Format } from "./format.ts";
import { format as anthropicMessages } from "./anthropic-messages/index.ts";
import { format as cohereRerank } from "./cohere-rerank/index.ts";
import { format as geminiEmbed } from "./gemini-embed/index.ts";
import { format as geminiGenerate } from "./gemini-generate/index.ts";
import { speech, transcriptions, translations } from "./openai-audio/index.ts";
import { format as openaiChat } from "./openai-chat/index.ts";
import { format as openaiCompletions } from "./openai-completions/index.ts";
import { format as openaiEmbeddings } from "./openai-embeddings/index.ts";
import { edits, generations, variations } from "./openai-images/index.ts";
import { format as openaiModerations } from "./openai-moderations/index.ts";
import { compact, format as openaiResponses } from "./openai-responses/index.ts";

/** Every wire format that clients can use. */
export const formats: Partial<Record<FormatId, Format>> = {
  "openai-chat": openaiChat,
  "openai-completions": openaiCompletions,
  "openai-embeddings": openaiEmbeddings,
  "openai-responses": openaiResponses,
  "openai-responses-compact": compact,
  "anthropic-messages": anthropicMessages,
  "gemini-generate": geminiGenerate,
  "gemini-embed": geminiEmbed,
  "openai-moderations": openaiModerations,
  "openai-images": generations,
  "openai-image-edits": edits,
  "openai-image-variations": variations,
  "openai-speech": speech,
  "openai-transcriptions": transcriptions,
  "openai-translations": translations,
  "cohere-rerank": cohereRerank,
};

/**
 * Returns a format by its name.
 * @throws Error for a name without a folder: a mistake in the endpoint table
 */
export function findFormat(id: FormatId): Format {
  const format = formats[id];
  if (format === undefined) throw new Error(`no format ${id}`);
  return format;
}

/**
 * Returns a chat dialect by its name.
 * @throws Error for an unknown name
 */
export function findChatFormat(id: FormatId): ChatFormat {
  const format = findFormat(id);
  if (format.capability !== "chat") throw new Error(`${id} is no dialect of chat`);
  return format;
}
