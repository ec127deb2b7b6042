/** Response of `POST /v1/embeddings` as sent to callers. */
export interface WireEmbeddings {
  object: "list";
  data: { object: "embedding"; index: number; embedding: number[] | string }[];
  model: string;
  usage?: { prompt_tokens: number; total_tokens: number };
}
