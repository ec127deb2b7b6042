import type { DrawnPictures } from "./image.ts";

/** What a response states about itself that its price depends on, in the vendor's values and unchecked. */
export interface AnsweredBy {
  model?: string;
  /** Service tier or speed (`priority`, `fast`). */
  tier?: string;
  /** Region that the vendor charges for (`us`). */
  region?: string;
  /** Absent for every response without images. */
  pictures?: DrawnPictures;
}
