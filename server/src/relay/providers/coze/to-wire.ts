import type { ChatCall, ChatMessage, MediaSource } from "../../canonical/chat.ts";
import { noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { noteUnsupported, type Wish } from "../kit/note-unsupported.ts";
import type { CozeMessage, CozePart } from "./wire.ts";

/** The bot behind a model's name `coze-{bot_id}` (relay contract B1, type 38). */
export function botOf(model: string): string {
  return model.replace(/^coze-/, "");
}

const said: ReadonlySet<Wish> = new Set<Wish>(["user"]);

/**
 * The messages of a call as a bot takes them. A bot has its own prompt, tools and settings: what the system says is told by the user, and
 * everything else that a caller may wish for is named in `dropped`. Without `takesAddresses` pictures and files are, too.
 */
export function messagesToCoze(
  call: ChatCall,
  takesAddresses: boolean,
): { messages: CozeMessage[]; dropped: Set<string> } {
  const dropped = new Set<string>();
  noteUnsupported(call, said, dropped);
  for (const { content } of call.messages) noteCacheMarks(content, dropped);
  if (call.maxOutputTokens !== undefined) dropped.add("max_tokens");
  const messages = call.messages.map((message): CozeMessage => {
    const parts = partsOf(message).flatMap((block) => {
      const part = toPart(block, takesAddresses);
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

/** The blocks of a message, those within the results of tools among them. */
function partsOf(message: ChatMessage): AnyBlock[] {
  const blocks: AnyBlock[] = [];
  for (const block of message.content)
    if (block.type === "tool-result") blocks.push(...block.content);
    else blocks.push(block);
  return blocks;
}

function toPart({ type, text, source }: AnyBlock, takesAddresses: boolean): CozePart | undefined {
  if (type === "text") return { type, text: text ?? "" };
  if (!takesAddresses || source?.kind !== "url") return undefined;
  return type === "image" || type === "file" ? { type, file_url: source.url } : undefined;
}
