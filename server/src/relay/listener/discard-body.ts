import type { ReceivedRequest } from "./received.ts";

const discardMilliseconds = 30_000;

/**
 * Reads and drops the rest of a rejected caller's body. Closing a connection with unread bytes resets it, which may
 * lose the response. Resolves at the end of the body, after `bytes`, or after 30 seconds.
 */
export function discardBody(message: ReceivedRequest, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes;
    const timer = setTimeout(finish, discardMilliseconds).unref();
    function finish(): void {
      clearTimeout(timer);
      resolve();
    }
    message.removeAllListeners("data");
    message.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) finish();
    });
    message.once("end", finish);
    message.once("close", finish);
    message.once("error", finish);
    message.resume();
  });
}
