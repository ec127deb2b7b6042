import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "../../../../test/builders";
import { renderApp } from "../../../../test/render-app";
import { defineScreen, type Screen } from "../../../lib/define-screen";
import { PrefetchScreens } from "./prefetch-screens";

const page = vi.fn(() => Promise.resolve(() => null));
const adminPage = vi.fn(() => Promise.resolve(() => null));

/** A menu entry with the texts of the 404 page. */
const anEntry = (part: Pick<Screen, "path" | "access" | "page">): Screen =>
  defineScreen({
    name: "not-found",
    title: "screens.logs",
    icon: "page",
    menu: { group: "usage", order: 1 },
    locales: () => Promise.resolve({ default: {} }),
    ...part,
  });

const entries = [
  anEntry({ path: "/panel/one", access: "user", page }),
  anEntry({ path: "/panel/two", access: "admin", page: adminPage }),
];

const show = () => renderApp(<PrefetchScreens screens={entries} />, { user: aUser() });

/** A second and more without a request. */
const readOn = () => act(() => new Promise((resolve) => setTimeout(resolve, 1200)));

beforeEach(() => {
  page.mockClear();
  adminPage.mockClear();
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run));
});
afterEach(() => vi.unstubAllGlobals());

describe("the screens of the menu", () => {
  it("are fetched while the first page is read, only those of the viewer's role", async () => {
    await show();
    expect(page).not.toHaveBeenCalled();
    await readOn();
    expect(page).toHaveBeenCalledOnce();
    expect(adminPage).not.toHaveBeenCalled();
  });

  it("are not fetched for a viewer who saves data", async () => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
    await show();
    await readOn();
    Reflect.deleteProperty(navigator, "connection");
    expect(page).not.toHaveBeenCalled();
  });
});
