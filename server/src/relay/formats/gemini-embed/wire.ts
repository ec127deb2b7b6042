/** Responses of `:embedContent` and `:batchEmbedContents` as sent to callers. */
export interface WireEmbedding {
  values: number[];
}

export interface WireUsage {
  promptTokenCount: number;
  totalTokenCount: number;
}

export interface WireEmbedContent {
  embedding: WireEmbedding;
  usageMetadata?: WireUsage;
}

export interface WireBatchEmbedContents {
  embeddings: WireEmbedding[];
  usageMetadata?: WireUsage;
}
