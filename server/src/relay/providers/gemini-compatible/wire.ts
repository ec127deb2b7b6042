import type { JsonObject } from "../kit/read-json.ts";

/** The fields of a generateContent request that Tollgate writes. */

export type WireMedia =
  | { inlineData: { mimeType: string; data: string } }
  | { fileData: { mimeType?: string; fileUri: string } };

export interface WireFunctionResponse {
  id: string;
  name: string;
  response: JsonObject;
  parts?: WireMedia[];
}

export interface WirePart {
  text?: string;
  thought?: true;
  thoughtSignature?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string; fileUri: string };
  functionCall?: { id: string; name: string; args: JsonObject };
  functionResponse?: WireFunctionResponse;
}

/** A part that only this dialect has is forwarded whole. */
export type WireContentPart = WirePart | JsonObject;

export interface WireContent {
  role: "user" | "model";
  parts: WireContentPart[];
}

export interface WireFunction {
  name: string;
  description?: string;
  /** JSON Schema. */
  parametersJsonSchema?: JsonObject;
  /** Google's subset of OpenAPI, for API versions without JSON Schema. */
  parameters?: JsonObject;
}

export interface WireThinking {
  thinkingBudget?: number;
  thinkingLevel?: "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
  includeThoughts?: true;
}

export interface WireRequest {
  contents: WireContent[];
  systemInstruction?: { parts: WirePart[] };
  tools?: JsonObject[];
  toolConfig?: JsonObject;
  generationConfig?: JsonObject;
  safetySettings?: { category: string; threshold: string }[];
  serviceTier?: string;
}
