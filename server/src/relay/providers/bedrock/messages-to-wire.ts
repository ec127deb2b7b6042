import type { CacheMark, ChatMessage, UserBlock, AssistantBlock } from "../../canonical/chat.ts";
import { lostBlockNames } from "../kit/note-lost-blocks.ts";
import { toolInput } from "../kit/tool-input.ts";
import { createMediaWriter, type MediaWriter } from "./media-to-wire.ts";
import type { WireBlock, WireMessage, WireRequest, WireToolResultContent } from "./wire.ts";

interface Writer {
  media: MediaWriter;
  /** The model supports cache points. */
  caches: boolean;
  dropped: Set<string>;
}

/** The conversation in Converse's order: system messages separate, turns alternating, no empty texts. */
export function messagesToWire(
  messages: readonly ChatMessage[],
  caches: boolean,
  dropped: Set<string>,
): Pick<WireRequest, "messages" | "system"> {
  const writer: Writer = { media: createMediaWriter(dropped), caches, dropped };
  const system: NonNullable<WireRequest["system"]> = [];
  const turns: WireMessage[] = [];
  for (const message of messages) {
    if (message.role === "system") {
      for (const block of message.content)
        if (block.type === "image") dropped.add("messages.system.image");
        else if (block.text.trim() !== "")
          system.push({ text: block.text }, ...cachePoint(block.cache, writer));
    } else {
      const blocks =
        message.role === "user"
          ? message.content.flatMap((block) => userBlockToWire(block, writer))
          : message.content.flatMap((block) => assistantBlockToWire(block, writer));
      addTurn(turns, message.role, blocks);
    }
  }
  // The API requires a message: instructions without one become a user message.
  if (turns.length === 0) addTurn(turns, "user", system.splice(0));
  return { messages: turns, ...(system.length > 0 ? { system } : {}) };
}

function addTurn(turns: WireMessage[], role: WireMessage["role"], blocks: WireBlock[]): void {
  if (blocks.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else turns.push({ role, content: blocks });
}

function userBlockToWire(block: UserBlock, writer: Writer): WireBlock[] {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? [] : [{ text: block.text }, ...cachePoint(block.cache, writer)];
    case "image":
    case "file":
      return [...writer.media.write(block), ...cachePoint(block.cache, writer)];
    case "audio":
    case "opaque":
      writer.dropped.add(lostBlockNames[block.type]);
      return [];
    case "tool-result": {
      const content = block.content.flatMap((part): WireToolResultContent[] =>
        part.type === "text"
          ? part.text.trim() === ""
            ? []
            : [{ text: part.text }]
          : writer.media.write(part),
      );
      const toolResult = { toolUseId: toolUseId(block.toolCallId), content };
      // Only some models support the field, so it is sent only for errors.
      const failed = block.isError ? { status: "error" as const } : {};
      return [{ toolResult: { ...toolResult, ...failed } }, ...cachePoint(block.cache, writer)];
    }
  }
}

function assistantBlockToWire(block: AssistantBlock, writer: Writer): WireBlock[] {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? [] : [{ text: block.text }, ...cachePoint(block.cache, writer)];
    case "refusal":
      return block.text.trim() === "" ? [] : [{ text: block.text }];
    case "tool-call": {
      const toolUse = { toolUseId: toolUseId(block.id), name: block.name, input: toolInput(block) };
      return [{ toolUse }, ...cachePoint(block.cache, writer)];
    }
    case "image":
      return writer.media.write(block);
    // Reasoning requires its signature, and canonical blocks have none of Converse's.
    case "reasoning":
    case "encrypted-reasoning":
    case "opaque":
    case "spoken":
    case "audio-reference":
      writer.dropped.add(lostBlockNames[block.type]);
      return [];
  }
}

function cachePoint(
  mark: CacheMark | undefined,
  { caches, dropped }: Writer,
): { cachePoint: { type: "default" } }[] {
  if (mark === undefined) return [];
  if (!caches) {
    dropped.add("cache_control");
    return [];
  }
  return [{ cachePoint: { type: "default", ...(mark.ttl === "1h" ? { ttl: mark.ttl } : {}) } }];
}

/** Letters, digits, `_` and `-`, at most 64. Call and result change alike. */
function toolUseId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(-64);
}
