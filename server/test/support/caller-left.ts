import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

const channel = "http.server.request.start";

/** Resolves when a server of this process sees that the next caller of `path` has left, or got its whole response. */
export function callerLeft(path: string): Promise<void> {
  return new Promise((resolve) => {
    const watch = (message: unknown): void => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (request.url !== path) return;
      unsubscribe(channel, watch);
      response.once("close", resolve);
    };
    subscribe(channel, watch);
  });
}
