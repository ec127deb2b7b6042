import type { DrawnPictures } from "./image.ts";

/** What an answer says of itself that its price depends on: the vendor's own words, unchecked. */
export interface AnsweredBy {
  model?: string;
  /** Service tier or speed (`priority`, `fast`). */
  tier?: string;
  /** Region that the vendor charges for (`us`). */
  region?: string;
  /** Absent for every answer that is not one of pictures. */
  pictures?: DrawnPictures;
}
