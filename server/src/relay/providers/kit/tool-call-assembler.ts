import type { Signature } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { JsonProgress } from "../../canonical/json-progress.ts";

/** One piece of a tool call in OpenAI's stream formats; every field may be missing. */
export interface ToolCallPiece {
  index?: number | undefined;
  id?: string | undefined;
  name?: string | undefined;
  arguments?: string | undefined;
  /** Must come with the first piece of a call: a call is announced once. */
  signature?: Signature | undefined;
}

/** Numbers the tool calls of one choice from 0 and emits each name before its arguments. */
export interface ToolCallAssembler {
  add(piece: ToolCallPiece): ChatStreamPart[];
}

interface OpenCall {
  block: number;
  index: number | undefined;
  id: string;
  named: boolean;
  buffered: string;
  /** Progress of the arguments. */
  progress: JsonProgress;
  signature: Signature | undefined;
}

/**
 * Vendors differ: the first index may be 1; the index may be missing or equal for all calls; later pieces may repeat
 * the id or leave it empty; arguments may precede the name; calls may share an index and have no ids. `idPrefix` starts
 * the ids generated for calls without one.
 */
export function createToolCallAssembler(choice: number, idPrefix: string): ToolCallAssembler {
  const calls: OpenCall[] = [];

  function find(piece: ToolCallPiece): OpenCall | undefined {
    if (piece.index !== undefined) {
      const known = calls.findLast((call) => call.index === piece.index);
      // The same index with another id and another name is another call.
      if (known && piece.id && piece.name && known.id && known.id !== piece.id) return undefined;
      // A repeated name without an id, after complete arguments, is another call.
      if (known?.named && piece.name && piece.arguments && !piece.id && known.progress.whole)
        return undefined;
      return known;
    }
    if (piece.id) return calls.find((call) => call.id === piece.id);
    return piece.name ? undefined : calls.at(-1);
  }

  function name(call: OpenCall, text: string): ChatStreamPart[] {
    call.named = true;
    if (call.id === "") call.id = `${idPrefix}_${choice}_${call.block}`;
    const { block, id, buffered } = call;
    call.buffered = "";
    const parts: ChatStreamPart[] = [
      {
        type: "tool-call",
        choice,
        block,
        id,
        name: text,
        ...(call.signature && { signature: call.signature }),
      },
    ];
    if (buffered !== "") parts.push({ type: "tool-arguments", choice, block, text: buffered });
    return parts;
  }

  return {
    add(piece) {
      let call = find(piece);
      if (call === undefined) {
        call = {
          block: calls.length,
          index: piece.index,
          id: piece.id ?? "",
          named: false,
          buffered: "",
          progress: new JsonProgress(),
          signature: undefined,
        };
        calls.push(call);
      }
      if (call.id === "" && piece.id) call.id = piece.id;
      call.signature ??= piece.signature;
      const parts: ChatStreamPart[] = [];
      if (!call.named && piece.name) parts.push(...name(call, piece.name));
      if (piece.arguments) {
        call.progress.add(piece.arguments);
        if (call.named)
          parts.push({ type: "tool-arguments", choice, block: call.block, text: piece.arguments });
        else call.buffered += piece.arguments;
      }
      return parts;
    },
  };
}
