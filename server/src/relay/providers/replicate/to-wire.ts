import type { AssistantBlock, ChatCall, ChatMessage, UserBlock } from "../../canonical/chat.ts";
import { lostBlockNames } from "../kit/note-lost-blocks.ts";
import { noteUnsupported, type ChatOption } from "../kit/note-unsupported.ts";
import { plainText } from "../kit/plain-text.ts";
import type { JsonObject } from "../kit/read-json.ts";

const supported: ReadonlySet<ChatOption> = new Set<ChatOption>([
  "seed",
  "temperature",
  "top_p",
  "top_k",
  "frequency_penalty",
  "presence_penalty",
  "stop",
]);

/** A call as the input of a language model. `dropped` gets the unsupported options, by OpenAI's field names. */
export function chatToWire(call: ChatCall): { input: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const input: JsonObject = { prompt: flatten(call.messages, dropped) };
  const limits: JsonObject = {
    max_tokens: call.maxOutputTokens,
    temperature: call.temperature,
    top_p: call.topP,
    top_k: call.topK,
    seed: call.seed,
    frequency_penalty: call.frequencyPenalty,
    presence_penalty: call.presencePenalty,
  };
  for (const [field, value] of Object.entries(limits)) if (value !== undefined) input[field] = value;
  // A comma-separated list, so a stop sequence with a comma is not supported.
  const stops = (call.stop ?? []).filter((stop) => !stop.includes(","));
  if (stops.length < (call.stop?.length ?? 0)) dropped.add("stop");
  if (stops.length > 0) input.stop_sequences = stops.join(",");
  noteUnsupported(call, supported, dropped);
  return { input, dropped: [...dropped] };
}

/**
 * The conversation as one text, each turn after its role, with room for the answer. A single question is sent
 * unchanged: models add their own template around the prompt.
 */
function flatten(messages: readonly ChatMessage[], dropped: Set<string>): string {
  const turns = messages.flatMap((message) => {
    const blocks: readonly (UserBlock | AssistantBlock)[] = message.content;
    return blocks.flatMap((block) => turnOf(message.role, block, dropped));
  });
  const [first] = turns;
  if (turns.length === 1 && first?.role === "user") return first.text;
  let prompt = "";
  let role = "";
  for (const turn of turns) {
    if (prompt !== "") prompt += turn.role === role ? "\n" : "\n\n";
    prompt += turn.role === role ? turn.text : `${turn.role}:\n${turn.text}`;
    role = turn.role;
  }
  return role === "assistant" ? prompt : `${prompt}\n\nassistant:\n`;
}

function turnOf(
  role: string,
  block: UserBlock | AssistantBlock,
  dropped: Set<string>,
): { role: string; text: string }[] {
  if ("cache" in block && block.cache) dropped.add("cache_control");
  switch (block.type) {
    case "text":
    case "refusal":
      return block.text === "" ? [] : [{ role, text: block.text }];
    case "tool-result":
      return block.content.flatMap((part) => turnOf("tool", part, dropped));
    case "file": {
      const text = plainText(block.source);
      if (text !== undefined) return [{ role, text }];
      dropped.add(lostBlockNames.file);
      return [];
    }
    default:
      dropped.add(lostBlockNames[block.type]);
      return [];
  }
}
