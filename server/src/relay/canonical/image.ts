import type { UsageCounts } from "@tollgate/contract/cost";

/** A file of the caller's upload. */
export interface UploadedFile {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** Draws pictures, from words or from other pictures. */
export interface ImageCall {
  model: string;
  operation: "generate" | "edit" | "variation";
  /** Empty for variations. */
  prompt: string;
  /** Number of pictures. */
  count: number;
  /** `1024x1024`, `auto` …, as the caller wrote it. */
  size?: string;
  quality?: string;
  style?: string;
  background?: string;
  /** `png`, `jpeg`, `webp`. */
  outputFormat?: string;
  outputCompression?: number;
  /** How the caller wants the pictures back. */
  answer: "url" | "base64";
  images: UploadedFile[];
  mask?: UploadedFile;
  endUser?: string;
  /** Fields beyond the vocabulary, for upstreams of the family that take them. */
  extras: Record<string, unknown>;
}

/** Pictures that came, with size and quality where the answer names them. */
export interface DrawnPictures {
  count: number;
  size?: string | undefined;
  quality?: string | undefined;
}

export interface ImageResult {
  /** Epoch seconds, if the upstream says so. */
  created?: number;
  images: { url?: string; base64?: string; mediaType?: string; revisedPrompt?: string }[];
  /** As the answer names them. */
  size?: string;
  quality?: string;
  usage?: UsageCounts;
}
