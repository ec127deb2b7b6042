import type { AssistantBlock } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { asFilledText } from "../kit/read-json.ts";

/** Converts a whole block to stream parts. `toolBlock` is the number of the tool call, if it is one. */
export function blockToParts(block: AssistantBlock, toolBlock: number): ChatStreamPart[] {
  const choice = 0;
  switch (block.type) {
    case "text": {
      const citations = (block.citations ?? []).map((citation) => ({
        type: "citation" as const,
        choice,
        citation,
      }));
      return [{ type: "text", choice, text: block.text }, ...citations];
    }
    case "refusal":
      return [{ type: "refusal", choice, text: block.text }];
    case "reasoning":
      return [
        { type: "reasoning-start", choice, ...pickId(block) },
        { type: "reasoning", choice, text: block.text },
      ];
    case "encrypted-reasoning": {
      const { data, dialect, summary } = block;
      const summaryParts: ChatStreamPart[] =
        summary === undefined ? [] : [{ type: "reasoning", choice, text: summary }];
      return [
        { type: "reasoning-start", choice, ...pickId(block) },
        ...summaryParts,
        { type: "encrypted-reasoning", choice, data, dialect, ...pickId(block) },
      ];
    }
    case "tool-call": {
      const { arguments: text, ...call } = block;
      return [
        { ...call, choice, block: toolBlock },
        { type: "tool-arguments", choice, block: toolBlock, text },
      ];
    }
    case "opaque":
      return [{ type: "opaque", choice, block }];
    case "image":
      return [{ type: "image", choice, source: block.source }];
    default:
      return [];
  }
}

/** The id alone, if there is one. */
export function pickId(from: { id?: unknown }): { id?: string } {
  const id = asFilledText(from.id);
  return id === undefined ? {} : { id };
}
