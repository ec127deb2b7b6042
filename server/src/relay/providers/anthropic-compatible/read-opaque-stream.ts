import type { OpaqueBlock } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";

/** Puts a streamed block together that only this dialect knows; it is told whole, when it ends. */
export interface OpaqueAssembler {
  add(delta: JsonObject): void;
  finish(): OpaqueBlock;
}

/** `start` is the block as its first event has it. Input comes as pieces of JSON, everything else as fields to be joined. */
export function createOpaqueAssembler(start: JsonObject): OpaqueAssembler {
  const value: JsonObject = { ...start };
  let input = "";
  return {
    add(delta) {
      if (delta.type === "input_json_delta") {
        if (typeof delta.partial_json === "string") input += delta.partial_json;
        return;
      }
      for (const [key, piece] of Object.entries(delta)) if (key !== "type") join(value, key, piece);
    },
    finish() {
      if (input !== "") value.input = parseInput(input) ?? value.input;
      return { type: "opaque", dialect, value };
    },
  };
}

function join(value: JsonObject, key: string, piece: unknown): void {
  const before = value[key];
  if (typeof before === "string" && typeof piece === "string") value[key] = before + piece;
  else if (piece != null) value[key] = piece;
}

/** A stream that was cut leaves half an input; then the start's stands. */
function parseInput(text: string): JsonObject | undefined {
  try {
    return asObject(parseBounded(text));
  } catch {
    return undefined;
  }
}
