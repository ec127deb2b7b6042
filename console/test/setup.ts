import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { session } from "../src/lib/session/session";
import { setThemeMode } from "../src/lib/theme-mode/theme-mode";
import { apiServer } from "./api-mock";

// A screen is loaded when it is first shown; on a busy machine that takes far longer than the library's second.
configure({ asyncUtilTimeout: 10_000 });

// In development React records a stack for each element it creates, up to this count in a second. No test reads them, and
// they take a fifth of the suite's time.
const reactInternals = (React as unknown as Record<string, object>)[
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
];
if (reactInternals !== undefined) {
  Object.defineProperty(reactInternals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set: () => {} });
}

const viewports = { wide: 1440, tablet: 1024, phone: 390 };

/** The window of a test: wide unless `setViewport` says otherwise. Media queries are answered from it. */
let viewportWidth = viewports.wide;

export function setViewport(kind: keyof typeof viewports): void {
  viewportWidth = viewports[kind];
}

window.matchMedia = (query) => {
  const maximum = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  const minimum = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  const matches =
    (maximum !== undefined || minimum !== undefined) &&
    (maximum === undefined || viewportWidth <= Number(maximum)) &&
    (minimum === undefined || viewportWidth >= Number(minimum));
  return {
    matches,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  };
};
// Newer browsers answer scrolling with a promise; code that hands it on to React would break there.
window.scrollTo = () => Promise.resolve() as unknown as void;
Element.prototype.scrollIntoView = () => {};
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

beforeAll(() => apiServer.listen({ onUnhandledFrame: "error" }));
beforeEach(() => {
  setViewport("wide");
  setThemeMode("light");
});
afterEach(() => {
  cleanup();
  apiServer.resetHandlers();
  session.end();
  window.localStorage.clear();
});
afterAll(() => apiServer.close());
