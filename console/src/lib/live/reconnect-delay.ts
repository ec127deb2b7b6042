/** A server that was away for long is found again this soon. */
const longestMilliseconds = 15_000;

/**
 * Milliseconds until a stream is opened again: doubled with each failure, and spread, so that a server that was restarted is not met by
 * every browser at the same moment.
 * @param failures in a row without any event; 0: the stream worked until it ended
 * @param waitSeconds what the server asked for; 0: nothing
 */
export function reconnectDelay(failures: number, waitSeconds: number, random = Math.random): number {
  const doubled = Math.min(1000 * 2 ** failures, longestMilliseconds);
  return Math.max(doubled, waitSeconds * 1000) * (1 + random() / 2);
}
