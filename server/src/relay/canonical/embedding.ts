import type { UsageCounts } from "@tollgate/contract/cost";

/** Turns texts, or texts given as token numbers, into vectors. */
export interface EmbeddingCall {
  model: string;
  inputs: (string | number[])[];
  dimensions?: number;
  /** Encoding of the vectors: a list of numbers, or base64 of 32-bit floats, little-endian. */
  encoding: "float" | "base64";
  /**
   * What the vectors are for: `search_document`, `search_query`, `classification`, `clustering`. Not every upstream has
   * such a field.
   */
  purpose?: string;
  title?: string;
  endUser?: string;
}

export interface EmbeddingResult {
  model: string;
  /** In the order of the inputs; base64 if the upstream sent base64. */
  vectors: (number[] | string)[];
  usage?: UsageCounts;
}
