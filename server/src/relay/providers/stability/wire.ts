/** Answer of `/stable-image/generate/…` where JSON is asked for; servers between us may send the picture's bytes instead. */
export interface WirePicture {
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
