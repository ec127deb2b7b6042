/** Answers of `:embedContent` and `:batchEmbedContents` as we write them to callers. */
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
