/**
 * An address is not fetched, or its response is not accepted. The message may be shown to the person who entered the
 * address.
 */
export class FetchRefused extends Error {
  override name = "FetchRefused";
}
