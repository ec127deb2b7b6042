/** Answer of `/stable-image/generate/…` in JSON; proxies may send the image's bytes instead. */
export interface WireImage {
  /** base64 */
  image?: string;
  /** `SUCCESS`, `CONTENT_FILTERED`. */
  finish_reason?: string;
  seed?: number;
}

/** An error. */
export interface WireError {
  /** `bad_request`, `content_moderation`, `unauthorized` … */
  name?: string;
  errors?: string[];
}
