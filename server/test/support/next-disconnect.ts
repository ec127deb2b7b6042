import { vi } from "vitest";
import { DirectResponse } from "../../src/http/direct/direct-response.ts";
import type { RunningApp } from "./start-app.ts";

/** Resolves when the caller of the next request has disconnected, as the server sees it. */
export function nextDisconnect({ app }: RunningApp): Promise<void> {
  return new Promise((resolve) => {
    app.server.server.once("request", (_request, response) => response.once("close", resolve));
    // oxlint-disable-next-line typescript/unbound-method -- called with the response below
    const over = DirectResponse.prototype.over;
    const spy = vi.spyOn(DirectResponse.prototype, "over").mockImplementation(function (
      this: DirectResponse,
    ) {
      over.call(this);
      if (this.writableFinished) return;
      spy.mockRestore();
      resolve();
    });
  });
}
