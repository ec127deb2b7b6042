import type {
  AssistantBlock,
  FileBlock,
  ImageBlock,
  Signature,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { toolInput } from "../kit/tool-input.ts";
import { mediaToWire } from "./media-to-wire.ts";
import type { ModelTraits } from "./model-traits.ts";
import type { WireContentPart, WireFunctionResponse, WireMedia, WirePart } from "./wire.ts";

/** State that the parts of one conversation share. */
export interface Conversation {
  traits: ModelTraits;
  /** Function names by the ids of their calls. */
  names: ReadonlyMap<string, string>;
  /** Reports an unsupported field. */
  drop(field: string): void;
}

/** Parts of one user block; none if it is not supported. Empty texts are left out, because the API rejects them. */
export function userBlockToWire(block: UserBlock, about: Conversation): WireContentPart[] {
  switch (block.type) {
    case "text":
      return block.text === "" ? [] : [{ text: block.text }];
    case "image":
    case "file":
      return fileToWire(block, about);
    case "audio":
      return [{ inlineData: { mimeType: audioType(block.format), data: block.data } }];
    case "tool-result":
      return resultToWire(block, about);
    case "opaque":
      if (block.dialect === "gemini-generate") return [block.value];
      about.drop("messages.opaque");
      return [];
  }
}

/** Parts of one assistant block. */
export function modelBlockToWire(block: AssistantBlock, about: Conversation): WireContentPart[] {
  switch (block.type) {
    case "text":
      return textToWire(block, about);
    case "refusal":
      return block.text === "" ? [] : [{ text: block.text }];
    case "tool-call":
      return [signed(callToWire(block), block.signature, about)];
    case "reasoning":
      if (about.traits.thinking !== "none" && (!block.signature || isOwn(block.signature)))
        return [signed({ text: block.text, thought: true }, block.signature, about)];
      about.drop("messages.reasoning_content");
      return [];
    case "image":
    case "opaque":
      return userBlockToWire(block, about);
    case "spoken":
      about.drop("messages.audio");
      return block.transcript === "" ? [] : [{ text: block.transcript }];
    case "encrypted-reasoning":
      about.drop("messages.reasoning_details");
      return [];
    case "audio-reference":
      about.drop("messages.audio");
      return [];
  }
}

function textToWire(block: TextBlock, about: Conversation): WirePart[] {
  const part = signed({ text: block.text }, block.signature, about);
  return block.text === "" && part.thoughtSignature === undefined ? [] : [part];
}

function isOwn(signature: Signature): boolean {
  return signature.dialect === "gemini-generate";
}

function signed(part: WirePart, signature: Signature | undefined, about: Conversation): WirePart {
  if (signature && isOwn(signature)) part.thoughtSignature = signature.value;
  else if (signature) about.drop("messages.signature");
  return part;
}

function callToWire(block: ToolCallBlock): WirePart {
  return { functionCall: { id: block.id, name: block.name, args: toolInput(block) } };
}

function fileToWire(block: ImageBlock | FileBlock, about: Conversation): WirePart[] {
  if (block.type === "image" && block.detail !== undefined && block.detail !== "auto")
    about.drop("messages.image.detail");
  if (block.source.kind === "text") return [{ text: block.source.text }];
  const media = mediaToWire(block.source, block.type);
  if (media === undefined) about.drop(`messages.${block.type}`);
  const context = block.type === "file" && block.context ? [{ text: block.context }] : [];
  return media === undefined ? context : [...context, media];
}

function resultToWire(block: ToolResultBlock, about: Conversation): WirePart[] {
  const words: string[] = [];
  const media: WireMedia[] = [];
  for (const part of block.content) {
    if (part.type === "text") words.push(part.text);
    else if (part.source.kind === "text") words.push(part.source.text);
    else {
      const wire = mediaToWire(part.source, part.type);
      if (wire) media.push(wire);
      else about.drop(`messages.tool.${part.type}`);
    }
  }
  const wire: WireFunctionResponse = {
    id: block.toolCallId,
    // The API requires a name, even for a result without its call.
    name: about.names.get(block.toolCallId) ?? block.toolCallId,
    response: responseOf(words.join("\n"), block.isError ?? false),
  };
  if (media.length === 0) return [{ functionResponse: wire }];
  // Older models accept images in the user's turn only.
  if (!about.traits.newest) return [{ functionResponse: wire }, ...media];
  return [{ functionResponse: { ...wire, parts: media } }];
}

/** A JSON object is the response itself; other text is its `output`, or its `error`. */
function responseOf(text: string, isError: boolean): JsonObject {
  if (isError) return { error: text };
  // Numbers that exceed a double stay text.
  const object = text.startsWith("{") && !/\d{16}/.test(text) ? asObject(tryParse(text)) : undefined;
  return object ?? { output: text };
}

function audioType(format: string): string {
  return format === "pcm16" ? "audio/L16;rate=24000" : `audio/${format}`;
}

function tryParse(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}
