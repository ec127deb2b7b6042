import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { asText, type JsonObject } from "../kit/read-json.ts";
import type { ToolCallAssembler, ToolCallPiece } from "../kit/tool-call-assembler.ts";

/**
 * Free-text tool calls in one streamed choice. Their text is sent as the JSON text of `{ input }`, which is written
 * around its pieces.
 */
export interface FreeTextCalls {
  /** Converts a piece of free text to a piece of the call's arguments. */
  add(place: Pick<ToolCallPiece, "index" | "id">, custom: JsonObject): string;
  /** Ends the choice and every open text. */
  end(): ChatStreamPart[];
}

export function createFreeTextCalls(tools: ToolCallAssembler): FreeTextCalls {
  const open = new Map<unknown, Pick<ToolCallPiece, "index" | "id">>();
  return {
    add(place, custom) {
      const key = place.index ?? place.id;
      const begin = open.has(key) ? "" : '{"input":"';
      open.set(key, place);
      return begin + JSON.stringify(asText(custom.input) ?? "").slice(1, -1);
    },
    end() {
      const parts = [...open.values()].flatMap((place) => tools.add({ ...place, arguments: '"}' }));
      open.clear();
      return parts;
    },
  };
}

/** The arguments of a call that arrived whole. */
export function freeTextArguments(custom: JsonObject): string {
  return JSON.stringify({ input: asText(custom.input) ?? "" });
}
