import type {
  AssistantBlock,
  AudioReferenceBlock,
  ChatMessage,
  SpokenBlock,
  TextBlock,
  ToolCallBlock,
} from "../../canonical/chat.ts";
import { type Fields, within } from "../kit/check-value.ts";
import { needObject, needText, readNumber, readObject, readObjects, readText } from "../kit/read-fields.ts";
import { parseContent, parsePicture, readCacheMark } from "./parse-parts.ts";
import { parseThinking, readSignatureOf } from "./parse-thinking.ts";

const assistantParts = new Set(["text", "refusal", "image_url"]);

/**
 * An earlier response. `legacyCalls` collects the calls without an id, for results that name their function.
 * @throws RelayError naming the field
 */
export function parseAssistant(message: Fields, path: string, legacyCalls: ToolCallBlock[]): ChatMessage {
  const content: AssistantBlock[] = [...parseThinking(message, path)];
  for (const part of parseContent(message, path, assistantParts))
    if (part.type === "text" || part.type === "refusal" || part.type === "image") content.push(part);
  completeText(content, message, path);
  const refusal = readText(message, "refusal", path);
  if (refusal) content.push({ type: "refusal", text: refusal });
  readObjects(message, "images", path).forEach((image, index) => {
    content.push(parsePicture(image, within(within(path, "images"), index)));
  });
  content.push(...parseCalls(message, path));
  const legacy = parseLegacyCall(message, path, legacyCalls.length);
  if (legacy) {
    legacyCalls.push(legacy);
    content.push(legacy);
  }
  const speech = parseSpeech(message, path);
  if (speech) content.push(speech);
  const name = readText(message, "name", path);
  return name === undefined ? { role: "assistant", content } : { role: "assistant", content, name };
}

/** A cache mark or a signature on the message itself belongs to its last text. */
function completeText(content: AssistantBlock[], message: Fields, path: string): void {
  const last = content.findLast((block): block is TextBlock => block.type === "text");
  if (last === undefined) return;
  const cache = readCacheMark(message, path);
  if (cache) last.cache ??= cache;
  const signature = readSignatureOf(message, path);
  if (signature) last.signature = signature;
}

/** An echoed message contains the audio and its transcript; OpenAI requires only the id. */
function parseSpeech(message: Fields, path: string): SpokenBlock | AudioReferenceBlock | undefined {
  const at = within(path, "audio");
  const audio = readObject(message, "audio", path) ?? {};
  const id = readText(audio, "id", at);
  if (!id) return undefined;
  const data = readText(audio, "data", at);
  const transcript = readText(audio, "transcript", at);
  if (data === undefined && transcript === undefined) return { type: "audio-reference", id };
  const expiresAt = readNumber(audio, "expires_at", at);
  const spoken: SpokenBlock = { type: "spoken", id, data: data ?? "", transcript: transcript ?? "" };
  return expiresAt === undefined ? spoken : { ...spoken, expiresAt };
}

function parseCalls(message: Fields, path: string): ToolCallBlock[] {
  return readObjects(message, "tool_calls", path).map((call, index) => {
    const at = within(within(path, "tool_calls"), index);
    const block: ToolCallBlock = {
      type: "tool-call",
      id: needText(call, "id", at),
      ...(call.type === "custom" ? parseCustom(call, at) : parseFunction(call, at)),
    };
    const cache = readCacheMark(call, at);
    if (cache) block.cache = cache;
    const signature = readSignatureOf(call, at);
    if (signature) block.signature = signature;
    return block;
  });
}

function parseFunction(call: Fields, path: string): { name: string; arguments: string } {
  const at = within(path, "function");
  const fn = needObject(call, "function", path);
  return { name: needText(fn, "name", at), arguments: readText(fn, "arguments", at) ?? "" };
}

/** A custom tool is called like a function with one argument (see `parse-tools.ts`). */
function parseCustom(call: Fields, path: string): { name: string; arguments: string } {
  const at = within(path, "custom");
  const custom = needObject(call, "custom", path);
  const input = readText(custom, "input", at) ?? "";
  return { name: needText(custom, "name", at), arguments: JSON.stringify({ input }) };
}

/** A legacy `function_call` has no id, so it gets one from its position. */
function parseLegacyCall(message: Fields, path: string, position: number): ToolCallBlock | undefined {
  const call = readObject(message, "function_call", path);
  // A response with several calls contains the first of them twice.
  if (call === undefined || readObjects(message, "tool_calls", path).length > 0) return undefined;
  const at = within(path, "function_call");
  return {
    type: "tool-call",
    id: `call_function_${position}`,
    name: needText(call, "name", at),
    arguments: readText(call, "arguments", at) ?? "",
  };
}
