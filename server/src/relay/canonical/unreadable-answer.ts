/** The upstream answered something that its protocol does not allow: HTML, an empty body, a half object. */
export class UnreadableAnswer extends Error {
  override name = "UnreadableAnswer";
}
