/** The upstream's response violates its protocol: HTML, an empty body, a truncated object. */
export class UnreadableAnswer extends Error {
  override name = "UnreadableAnswer";
}
