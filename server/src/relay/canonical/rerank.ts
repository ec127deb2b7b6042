import type { UsageCounts } from "@tollgate/contract/cost";

/** Orders documents by how well they answer a query. */
export interface RerankCall {
  model: string;
  query: string;
  documents: string[];
  /** How many of the best to name; undefined: all. */
  top?: number;
  /** The caller wants the documents' text back. */
  returnDocuments: boolean;
}

export interface RerankResult {
  id?: string;
  model?: string;
  /** Best first; `index` counts the caller's documents from 0. */
  results: { index: number; score: number }[];
  usage?: UsageCounts;
}
