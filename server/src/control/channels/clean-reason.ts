const maxLength = 300;

/**
 * An upstream's sentence, fit to be stored and shown: without the channel's keys, without anything that looks like a
 * credential, on one line, and short.
 */
export function cleanReason(message: string, keys: readonly string[]): string {
  let text = message;
  for (const key of keys) {
    if (key.length >= 4) text = text.replaceAll(key, "…");
  }
  return (
    text
      .replace(/\b(?:sk|pk|rk|gsk|xai|AIza)[-_]?[A-Za-z0-9_*.-]{6,}/g, "…")
      .replace(/\b(Bearer|Basic)\s+\S+/gi, "$1 …")
      .replace(/(https?:\/\/)[^\s/@]+@/gi, "$1")
      .replace(/([?&](?:key|token|api[-_]?key|access[-_]?token)=)[^\s&]+/gi, "$1…")
      // oxlint-disable-next-line no-control-regex -- control characters are what is to be removed
      .replace(/[\u0000-\u001f\u007f]+/g, " ")
      .trim()
      .slice(0, maxLength)
  );
}
