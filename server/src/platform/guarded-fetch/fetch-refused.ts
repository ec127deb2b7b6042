/** An address is not fetched, or what it gives is not taken. The message may be shown to whoever named the address. */
export class FetchRefused extends Error {
  override name = "FetchRefused";
}
