import type { ChatMessage } from "../../canonical/chat.ts";
import type { ModelTraits } from "./model-traits.ts";
import { type Conversation, modelBlockToWire, userBlockToWire } from "./parts-to-wire.ts";
import { noSignature } from "./sign-calls.ts";
import type { WireContent, WireContentPart, WirePart } from "./wire.ts";

/**
 * The conversation in the API's order: system messages separate, turns alternating, tool results before the user's
 * text.
 */
export function contentsToWire(
  messages: readonly ChatMessage[],
  traits: ModelTraits,
  dropped: Set<string>,
): { contents: WireContent[]; system: WirePart[] } {
  const about: Conversation = { traits, names: namesOf(messages), drop: (field) => dropped.add(field) };
  const system: WirePart[] = [];
  const contents: WireContent[] = [];
  for (const message of messages) {
    if (message.role === "system") {
      for (const block of message.content)
        if (block.type === "image") dropped.add("messages.system.image");
        else if (block.text !== "") system.push({ text: block.text });
    } else if (message.role === "user")
      addTurn(
        contents,
        "user",
        message.content.flatMap((block) => userBlockToWire(block, about)),
      );
    else
      addTurn(
        contents,
        "model",
        message.content.flatMap((block) => modelBlockToWire(block, about)),
      );
  }
  for (const content of contents) {
    if (content.role === "user") content.parts = arrange(content.parts);
    else if (traits.newest) signFirstCall(content.parts);
  }
  return { contents, system };
}

function namesOf(messages: readonly ChatMessage[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const message of messages)
    if (message.role === "assistant")
      for (const block of message.content) if (block.type === "tool-call") names.set(block.id, block.name);
  return names;
}

function addTurn(contents: WireContent[], role: WireContent["role"], parts: WireContentPart[]): void {
  if (parts.length === 0) return;
  const last = contents.at(-1);
  if (last?.role !== role) contents.push({ role, parts });
  else for (const part of parts) last.parts.push(part);
}

/** The responses to a turn of calls come first, all of them. */
function arrange(parts: WireContentPart[]): WireContentPart[] {
  const isResponse = (part: WireContentPart): boolean => part.functionResponse !== undefined;
  return [...parts.filter(isResponse), ...parts.filter((part) => !isResponse(part))];
}

/** Signs the first call of a turn, in case another model made it. */
function signFirstCall(parts: WireContentPart[]): void {
  const first = parts.find((part) => part.functionCall !== undefined);
  if (first) first.thoughtSignature ??= noSignature;
}
