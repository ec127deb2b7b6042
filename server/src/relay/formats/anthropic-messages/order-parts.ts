import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { createJsonEnd, type JsonEnd } from "./json-end.ts";

/** Puts parts into the order of their blocks. */
export interface PartOrder {
  /** Hands on what may be written now. */
  take(part: ChatStreamPart, write: (part: ChatStreamPart) => void): void;
  /** Nothing more comes: hands on what was held back. */
  flush(write: (part: ChatStreamPart) => void): void;
}

/**
 * Blocks of this format follow one another, but some upstreams send the arguments of several tool calls in turns. Until the open call's arguments
 * are whole JSON, everything that is not theirs is held back. That a call without any arguments is over shows at the end only.
 */
export function createPartOrder(): PartOrder {
  let open: { block: number; end: JsonEnd; ended: boolean } | undefined;
  let held: ChatStreamPart[] = [];

  function take(part: ChatStreamPart, write: (part: ChatStreamPart) => void): void {
    if (part.type === "tool-arguments" && part.block === open?.block) {
      write(part);
      open.ended ||= open.end.push(part.text);
      if (open.ended && held.length > 0) replay(write);
    } else if (open && !open.ended) held.push(part);
    else if (part.type !== "tool-arguments") {
      // Arguments of a call that is over would stand in the block after it.
      open =
        part.type === "tool-call" ? { block: part.block, end: createJsonEnd(), ended: false } : undefined;
      write(part);
    }
  }

  function replay(write: (part: ChatStreamPart) => void): void {
    const parts = held;
    held = [];
    for (const part of parts) take(part, write);
  }

  return {
    take,
    flush(write) {
      while (held.length > 0) {
        if (open) open.ended = true;
        replay(write);
      }
      open = undefined;
    },
  };
}
