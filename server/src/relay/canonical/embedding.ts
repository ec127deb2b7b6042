import type { UsageCounts } from "@tollgate/contract/cost";

/** Turns texts, or texts given as token numbers, into vectors. */
export interface EmbeddingCall {
  model: string;
  inputs: (string | number[])[];
  dimensions?: number;
  /** How the caller wants the numbers: as a list, or as base64 of 32-bit floats, little-endian. */
  encoding: "float" | "base64";
  /** What the vectors are for, in the words of the upstreams that ask: `search_document`, `search_query`, `classification`, `clustering`. */
  purpose?: string;
  title?: string;
  endUser?: string;
}

export interface EmbeddingResult {
  model: string;
  /** In the order of the inputs; base64 as the upstream sent it, where it did. */
  vectors: (number[] | string)[];
  usage?: UsageCounts;
}
