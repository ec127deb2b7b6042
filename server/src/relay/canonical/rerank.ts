import type { UsageCounts } from "@tollgate/contract/cost";

/** Sorts documents by relevance to a query. */
export interface RerankCall {
  model: string;
  query: string;
  documents: string[];
  /** Number of results to return; undefined: all. */
  top?: number;
  /** Return the documents' text with the results. */
  returnDocuments: boolean;
}

export interface RerankResult {
  id?: string;
  model?: string;
  /** Best first; `index` counts the caller's documents from 0. */
  results: { index: number; score: number }[];
  usage?: UsageCounts;
}
