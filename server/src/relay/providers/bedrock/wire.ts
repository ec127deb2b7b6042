import type { JsonObject } from "../kit/read-json.ts";

/** The fields of a Converse request that Tollgate writes. Bytes are base64. */

export type WireToolResultContent = { text: string } | { image: WireImage } | { document: WireDocument };

export interface WireImage {
  format: string;
  source: { bytes: string };
}

export interface WireDocument {
  format: string;
  name: string;
  source: { bytes: string };
  context?: string;
}

export interface WireCachePoint {
  type: "default";
  ttl?: "5m" | "1h";
}

export type WireBlock =
  | { text: string }
  | { image: WireImage }
  | { document: WireDocument }
  | { toolUse: { toolUseId: string; name: string; input: JsonObject } }
  | { toolResult: { toolUseId: string; content: WireToolResultContent[]; status?: "success" | "error" } }
  | { cachePoint: WireCachePoint };

export interface WireMessage {
  role: "user" | "assistant";
  content: WireBlock[];
}

export interface WireTool {
  toolSpec: { name: string; description?: string; inputSchema: { json: JsonObject }; strict?: boolean };
}

export interface WireRequest {
  messages: WireMessage[];
  system?: ({ text: string } | { cachePoint: WireCachePoint })[];
  inferenceConfig?: { maxTokens?: number; temperature?: number; topP?: number; stopSequences?: string[] };
  toolConfig?: { tools: WireTool[]; toolChoice?: JsonObject };
  additionalModelRequestFields?: JsonObject;
  outputConfig?: JsonObject;
  serviceTier?: { type: string };
}
