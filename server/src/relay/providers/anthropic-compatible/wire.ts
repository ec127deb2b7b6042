import type { JsonObject } from "../kit/read-json.ts";

/** The fields of a Messages request that Tollgate writes. */

export interface WireCacheControl {
  type: "ephemeral";
  ttl?: "5m" | "1h";
}

export type WireSource =
  | { type: "url"; url: string }
  | { type: "base64"; media_type: string; data: string }
  | { type: "text"; media_type: "text/plain"; data: string }
  | { type: "file"; file_id: string };

export type WireBlock = { cache_control?: WireCacheControl } & (
  | { type: "text"; text: string; citations?: unknown[] }
  | { type: "image"; source: WireSource }
  | {
      type: "document";
      source: WireSource;
      title?: string;
      context?: string;
      citations?: { enabled: boolean };
    }
  | {
      type: "tool_use";
      id: string;
      name: string;
      input: JsonObject;
      caller?: unknown;
      toolset_name?: unknown;
    }
  | { type: "tool_result"; tool_use_id: string; content: string | WireBlock[]; is_error?: boolean }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
);

export interface WireMessage {
  role: "user" | "assistant" | "system";
  content: WireBlock[];
}

/** A tool of the caller. Server tools are sent as their definition says. */
export interface WireTool {
  name: string;
  description?: string;
  input_schema: JsonObject;
  strict?: boolean;
  cache_control?: WireCacheControl;
}

export type WireToolChoice =
  | { type: "auto"; disable_parallel_tool_use?: boolean }
  | { type: "any"; disable_parallel_tool_use?: boolean }
  | { type: "tool"; name: string; disable_parallel_tool_use?: boolean }
  | { type: "none" };

export type WireThinking =
  | { type: "enabled"; budget_tokens: number }
  | { type: "adaptive"; display?: "summarized" }
  | { type: "disabled" };

export interface WireRequest {
  model: string;
  max_tokens: number;
  stream?: boolean;
  system?: string | WireBlock[];
  messages: WireMessage[];
  tools?: (WireTool | JsonObject)[];
  tool_choice?: WireToolChoice;
  thinking?: WireThinking;
  output_config?: { effort?: string; format?: { type: "json_schema"; schema: JsonObject } };
  temperature?: number;
  top_p?: number;
  top_k?: number;
  stop_sequences?: string[];
  metadata?: { user_id: string };
  service_tier?: "auto" | "standard_only";
}
