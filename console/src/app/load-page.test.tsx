import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadPart } from "./load-page";

const missing = new TypeError("Failed to fetch dynamically imported module: /assets/old.js");
const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  window.sessionStorage.clear();
  vi.stubGlobal("location", { reload });
});
afterEach(() => vi.unstubAllGlobals());

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
