/**
 * An address is not fetched, or its response is not accepted. The message may be shown to the person who entered the
 * address.
 */
export class FetchRejected extends Error {
  override name = "FetchRejected";
}
