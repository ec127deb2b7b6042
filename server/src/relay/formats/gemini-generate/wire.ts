/** generateContent responses as sent to callers. */

export interface WirePart {
  text?: string;
  thought?: true;
  thoughtSignature?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string; fileUri: string };
  functionCall?: { id: string; name: string; args: unknown };
}

/** A part that only Gemini supports passes whole. */
export type WireContentPart = WirePart | Record<string, unknown>;

export interface WireGrounding {
  groundingChunks: { web: { uri: string; title?: string } }[];
  groundingSupports?: WireSupport[];
}

/** Which text of the response is based on which sources; `startIndex` and `endIndex` count bytes of UTF-8. */
export interface WireSupport {
  segment: { startIndex: number; endIndex: number; text: string };
  groundingChunkIndices: number[];
}

export interface WireLogProbability {
  token: string;
  logProbability: number;
}

export interface WireLogProbabilities {
  chosenCandidates: WireLogProbability[];
  topCandidates?: { candidates: WireLogProbability[] }[];
}

export type WireFinishReason = "STOP" | "MAX_TOKENS" | "SAFETY";

export interface WireCandidate {
  content: { parts: WireContentPart[]; role: "model" };
  finishReason?: WireFinishReason;
  index: number;
  groundingMetadata?: WireGrounding;
  logprobsResult?: WireLogProbabilities;
}

export interface WireModality {
  modality: "TEXT" | "AUDIO" | "IMAGE";
  tokenCount: number;
}

export interface WireUsage {
  promptTokenCount: number;
  candidatesTokenCount: number;
  totalTokenCount: number;
  cachedContentTokenCount?: number;
  thoughtsTokenCount?: number;
  promptTokensDetails: WireModality[];
  candidatesTokensDetails?: WireModality[];
}

export interface WireAnswer {
  candidates: WireCandidate[];
  usageMetadata?: WireUsage;
  modelVersion: string;
  responseId: string;
}
