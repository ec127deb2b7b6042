/** What an answer says about who served it: the vendor's own words, unchecked. */
export interface AnsweredBy {
  model?: string;
  /** Service tier or speed (`priority`, `fast`). */
  tier?: string;
  /** Region that the vendor charges for (`us`). */
  region?: string;
}
