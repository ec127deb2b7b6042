/** Answer of `POST /v1/rerank` as we write it to callers (relay contract A1). */
export interface WireRerank {
  id?: string;
  model: string;
  usage?: { prompt_tokens: number; total_tokens: number };
  results: { index: number; document?: { text: string }; relevance_score: number }[];
}
