import type { UsageCounts } from "@tollgate/contract/cost";

/** A file that the caller uploaded. */
export interface UploadedFile {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** Creates images from text or from other images. */
export interface ImageCall {
  model: string;
  operation: "generate" | "edit" | "variation";
  /** Empty for variations. */
  prompt: string;
  /** Number of images. */
  count: number;
  /** `1024x1024`, `auto` …, as in the caller's request. */
  size?: string;
  quality?: string;
  style?: string;
  background?: string;
  /** `png`, `jpeg`, `webp`. */
  outputFormat?: string;
  outputCompression?: number;
  /** Encoding of the images in the response. */
  answer: "url" | "base64";
  images: UploadedFile[];
  mask?: UploadedFile;
  endUser?: string;
  /** Fields without a canonical name, for upstreams of the One API family that accept them. */
  extras: Record<string, unknown>;
}

/** Images that were returned, with size and quality if the response contains them. */
export interface DrawnPictures {
  count: number;
  size?: string | undefined;
  quality?: string | undefined;
}

export interface ImageResult {
  /** Epoch seconds, if the upstream sends them. */
  created?: number;
  images: { url?: string; base64?: string; mediaType?: string; revisedPrompt?: string }[];
  /** As in the response. */
  size?: string;
  quality?: string;
  usage?: UsageCounts;
}
