import type { OpaqueBlock } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";

/** Assembles a streamed block that only this dialect has; it is emitted whole, at its end. */
export interface OpaqueAssembler {
  add(delta: JsonObject): void;
  finish(): OpaqueBlock;
}

/** `start` is the block in its first event. Input arrives as pieces of JSON, everything else as fields to be joined. */
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

/** A stream that broke off leaves partial input; then the input of the start is used. */
function parseInput(text: string): JsonObject | undefined {
  try {
    return asObject(parseBounded(text));
  } catch {
    return undefined;
  }
}
