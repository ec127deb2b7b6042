import type { RunningApp } from "./start-app.ts";

/** Resolves when the caller of the next request has disconnected, as the server sees it. */
export function nextDisconnect({ app }: RunningApp): Promise<void> {
  return new Promise((resolve) =>
    app.server.server.once("request", (_request, response) => response.once("close", resolve)),
  );
}
