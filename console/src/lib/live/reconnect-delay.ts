/** Maximum delay between attempts. */
const longestMilliseconds = 15_000;

/**
 * Milliseconds until a stream is reopened: doubled with each failure and jittered, so that a restarted server is not hit by
 * every browser at the same time.
 * @param failures in a row without any event; 0: the stream worked until it ended
 * @param waitSeconds the server's Retry-After; 0: none
 */
export function reconnectDelay(failures: number, waitSeconds: number, random = Math.random): number {
  const doubled = Math.min(1000 * 2 ** failures, longestMilliseconds);
  return Math.max(doubled, waitSeconds * 1000) * (1 + random() / 2);
}
