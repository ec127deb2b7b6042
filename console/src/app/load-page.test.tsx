import { render } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "../design-system/lazy-part/lazy-part";
import { i18n } from "../lib/i18n/i18n";
import { hostNotifications } from "../lib/notifications/notifications";
import { announceMissingParts, loadPart } from "./load-page";

const missing = new TypeError("Failed to fetch dynamically imported module: /assets/old.js");
const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  window.sessionStorage.clear();
  vi.stubGlobal("location", { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const serverIs = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));
/** The error that the caller gets; undefined while the page reloads. */
const failure = (error: Error) =>
  Promise.race([
    loadPart(() => Promise.reject(error)).catch((reason: unknown) => reason),
    new Promise((resolve) => setTimeout(resolve, 20)),
  ]);

describe("a part of the console that cannot be loaded", () => {
  it("reloads the page once, because an update may have replaced it", async () => {
    serverIs(() => Promise.resolve(new Response("")));
    expect(await failure(missing)).toBeUndefined();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await failure(missing)).toBe(missing);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["fails", () => Promise.resolve(new Response("", { status: 502 }))],
  ])("keeps the page and throws while the server %s", async (_state, answer) => {
    serverIs(answer);
    expect(await failure(missing)).toBe(missing);
    expect(reload).not.toHaveBeenCalled();
  });

  it("throws other errors without asking the server", async () => {
    serverIs(() => Promise.resolve(new Response("")));
    const error = new Error("boom");
    expect(await failure(error)).toBe(error);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("a part that was requested and cannot be loaded", () => {
  /** Renders a part that is missing once, and gives the notifications until then. */
  async function notificationsOf(parts: number, announced: number): Promise<string[]> {
    vi.spyOn(i18n, "t").mockImplementation(((key: string) => key) as never);
    const messages: string[] = [];
    const stopHosting = hostNotifications(({ message, action }) =>
      messages.push(`${message} ${action?.label}`),
    );
    const stop = announceMissingParts();
    const Parts = Array.from({ length: parts }, () => lazyPart(() => Promise.reject(missing)));
    const { unmount } = render(
      <Suspense fallback={null}>
        {Parts.map((Part, index) => (
          <Suspense key={index} fallback={null}>
            <Part />
          </Suspense>
        ))}
      </Suspense>,
    );
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await vi.waitFor(() => expect(messages).toHaveLength(announced));
    await new Promise((resolve) => setTimeout(resolve, 50));
    unmount();
    stop();
    stopHosting();
    return messages;
  }

  it("is announced once, with a button that reloads", async () => {
    serverIs(() => Promise.resolve(new Response("")));
    expect(await notificationsOf(3, 1)).toEqual(["shell:crash.chunk shell:crash.reload"]);
  });

  it("is not announced while the server cannot be reached, which is shown as such", async () => {
    serverIs(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await notificationsOf(1, 0)).toEqual([]);
  });
});
