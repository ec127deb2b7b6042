import type { ChatCall, ChatMessage, MediaSource } from "../../canonical/chat.ts";
import { noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { noteUnsupported, type ChatOption } from "../kit/note-unsupported.ts";
import type { CozeMessage, CozePart } from "./wire.ts";

/** The bot of a model name `coze-{bot_id}`. */
export function botOf(model: string): string {
  return model.replace(/^coze-/, "");
}

const supported: ReadonlySet<ChatOption> = new Set<ChatOption>(["user"]);

/**
 * The messages of a call for a bot. A bot has its own prompt, tools and settings: system messages become user messages,
 * and every other option is named in `dropped`. Without `acceptsUrls`, so are images and files.
 */
export function messagesToCoze(
  call: ChatCall,
  acceptsUrls: boolean,
): { messages: CozeMessage[]; dropped: Set<string> } {
  const dropped = new Set<string>();
  noteUnsupported(call, supported, dropped);
  for (const { content } of call.messages) noteCacheMarks(content, dropped);
  if (call.maxOutputTokens !== undefined) dropped.add("max_tokens");
  const messages = call.messages.map((message): CozeMessage => {
    const parts = partsOf(message).flatMap((block) => {
      const part = toPart(block, acceptsUrls);
      if (part === undefined) dropped.add(`messages.${block.type}`);
      return part ?? [];
    });
    const role = message.role === "assistant" ? "assistant" : "user";
    if (parts.some((part) => part.type !== "text"))
      return { role, content_type: "object_string", content: JSON.stringify(parts) };
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return { role, content_type: "text", content: texts.join("\n") };
  });
  return { messages, dropped };
}

interface AnyBlock {
  type: string;
  text?: string;
  source?: MediaSource;
}

/** The blocks of a message, including those within tool results. */
function partsOf(message: ChatMessage): AnyBlock[] {
  const blocks: AnyBlock[] = [];
  for (const block of message.content)
    if (block.type === "tool-result") blocks.push(...block.content);
    else blocks.push(block);
  return blocks;
}

function toPart({ type, text, source }: AnyBlock, acceptsUrls: boolean): CozePart | undefined {
  if (type === "text") return { type, text: text ?? "" };
  if (!acceptsUrls || source?.kind !== "url") return undefined;
  return type === "image" || type === "file" ? { type, file_url: source.url } : undefined;
}
