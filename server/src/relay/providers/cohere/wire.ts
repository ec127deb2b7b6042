import type { JsonObject } from "../kit/read-json.ts";

/** The fields of a v2 chat request that Tollgate writes. */

export type WirePart =
  | { type: "text"; text: string }
  | { type: "thinking"; thinking: string }
  | { type: "image_url"; image_url: { url: string; detail?: string } };

export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export type WireMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | WirePart[] }
  | { role: "assistant"; content?: WirePart[]; tool_plan?: string; tool_calls?: WireToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

export interface WireRequest {
  model: string;
  stream: boolean;
  messages: WireMessage[];
  tools?: JsonObject[];
  strict_tools?: boolean;
  tool_choice?: "REQUIRED" | "NONE";
  max_tokens?: number;
  stop_sequences?: string[];
  temperature?: number;
  p?: number;
  k?: number;
  seed?: number;
  frequency_penalty?: number;
  presence_penalty?: number;
  logprobs?: boolean;
  thinking?: { type: "enabled" | "disabled"; token_budget?: number };
  response_format?: JsonObject;
}
