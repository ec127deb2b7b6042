import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { createJsonEnd, type JsonEnd } from "./json-end.ts";

/** Sorts parts by block. */
export interface PartOrder {
  /** Passes on the parts that may be written now. */
  take(part: ChatStreamPart, write: (part: ChatStreamPart) => void): void;
  /** Passes on everything that was buffered; nothing follows. */
  flush(write: (part: ChatStreamPart) => void): void;
}

/**
 * Blocks of this format follow one another, but some upstreams interleave the arguments of several tool calls. Until
 * the open call's arguments are complete JSON, everything else is buffered. A call without arguments is closed only at
 * the end.
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
      // Arguments after the end of their call would land in the next block.
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
