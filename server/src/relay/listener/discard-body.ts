import type { IncomingMessage } from "node:http";

const discardMilliseconds = 30_000;

/**
 * Reads and drops what a refused caller is still sending. A connection that is closed with unread bytes is reset, and the answer may be lost
 * with it. Resolves at the end of the body, after `bytes`, or after 30 seconds.
 */
export function discardBody(message: IncomingMessage, bytes: number): Promise<void> {
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
