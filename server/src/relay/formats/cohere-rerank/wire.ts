/** Response of `POST /v1/rerank` as sent to callers. */
export interface WireRerank {
  id?: string;
  model: string;
  usage?: { prompt_tokens: number; total_tokens: number };
  results: { index: number; document?: { text: string }; relevance_score: number }[];
}
