import { getChecklist } from "@tollgate/contract/dashboard";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { getSelf } from "@tollgate/contract/profile";
import { listUsers } from "@tollgate/contract/users";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerDashboard } from "../../../../test/answer-dashboard";
import { answer } from "../../../../test/api-mock";
import { anAdmin, aPage, aSelf, aUser, aUserRow } from "../../../../test/builders";
import { renderWithRoutes, type RenderOptions } from "../../../../test/render-app";
import { setViewport } from "../../../../test/setup";
import { defineScreen, type MenuPlace, type Screen } from "../../../lib/define-screen";
import { createQueryClient } from "../../../lib/query-client";
import { routesOf } from "../../router";
import { screens } from "../../screens";

/** A menu entry with the texts of the 404 page. */
const anEntry = (title: string, path: string, menu: MenuPlace): Screen =>
  defineScreen({
    name: "not-found",
    path,
    title: `screens.${title}`,
    icon: "page",
    access: "user",
    menu,
    page: () => Promise.resolve(() => <h1>{title}</h1>),
    locales: () => Promise.resolve({ default: {} }),
  });

const more = [
  anEntry("analytics", "/panel/elsewhere", {
    group: "billing",
    order: 1,
    disabled: true,
    chip: "groups.usage",
  }),
  anEntry("channels", "/panel/outside", {
    group: "billing",
    order: 2,
    href: "https://example.org/models",
    newTab: true,
  }),
  anEntry("redemptions", "/panel/redemption", { group: "setting", collapse: "pay-settings", order: 40 }),
];

async function visit(options: RenderOptions) {
  const app = await renderWithRoutes((client) => routesOf([...screens, ...more], client), options);
  return { ...app, menu: within(await screen.findByRole("navigation", { name: "Screens" })) };
}

beforeEach(() => {
  answerDashboard();
  answer(getChecklist, {
    has_channel: true,
    has_price: true,
    has_token: true,
    has_request: true,
    unpriced_count: 0,
    unpriced_models: [],
  });
});

describe("an entry of the menu", () => {
  it("can be disabled, with a chip", async () => {
    const { menu } = await visit({ url: "/panel/404", user: aUser() });
    const entry = menu.getByRole("link", { name: /Analytics/ });
    expect(entry).toHaveAttribute("aria-disabled", "true");
    expect(within(entry).getByText("Usage")).toBeVisible();
  });

  it("can link to another site, in a new tab without opener or referrer", async () => {
    const { menu } = await visit({ url: "/panel/404", user: aUser() });
    const entry = menu.getByRole("link", { name: "Channels" });
    expect(entry).toHaveAttribute("href", "https://example.org/models");
    expect(entry).toHaveAttribute("target", "_blank");
    expect(entry).toHaveAttribute("rel", "noopener noreferrer");
  });

  it("opens the same page from the command palette", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const { person, location } = await visit({ url: "/panel/404", user: aUser() });
    await person.keyboard("{Control>}k{/Control}");
    await person.type(await screen.findByRole("combobox", { name: "Search or jump to" }), "channels{Enter}");
    expect(open).toHaveBeenCalledWith("https://example.org/models", "_blank", "noopener,noreferrer");
    expect(location()).toBe("/panel/404");
    open.mockRestore();
  });
});

describe("pointing at an entry of the menu", () => {
  it("fetches what the page asks for, which then does not ask again", async () => {
    answer(getSelf, aSelf({ role: 10 }));
    const calls = answer(listUsers, aPage([aUserRow({ username: "grace" })]));
    answer(listGroupSymbols, ["default"]);
    const { menu, person, queryClient } = await visit({ url: "/panel/404", user: anAdmin() });
    queryClient.setDefaultOptions(createQueryClient().getDefaultOptions());
    const entry = menu.getByRole("link", { name: "Users" });
    await person.hover(entry);
    await waitFor(() => expect(calls).toHaveLength(1));
    await person.click(entry);
    expect(await screen.findByText("grace")).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  async function visitWatched() {
    const prefetch = vi.fn(() => Promise.resolve());
    const passed = { ...anEntry("redemptions", "/panel/passed", { group: "usage", order: 1 }), prefetch };
    await renderWithRoutes((client) => routesOf([...screens, passed], client), {
      url: "/panel/404",
      user: anAdmin(),
    });
    const menu = within(await screen.findByRole("navigation", { name: "Screens" }));
    return { prefetch, entry: menu.getByRole("link", { name: "Redemption codes" }) };
  }

  afterEach(() => vi.useRealTimers());

  it("fetches nothing but code while the pointer only passes", async () => {
    const { prefetch, entry } = await visitWatched();
    // In one turn: on a busy machine a simulated pointer would stay too long.
    fireEvent.mouseEnter(entry);
    fireEvent.mouseLeave(entry);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(prefetch).not.toHaveBeenCalled();
    fireEvent.pointerDown(entry);
    expect(prefetch).toHaveBeenCalledOnce();
  });

  it("fetches once, when the pointer rests for 25 ms", async () => {
    const { prefetch, entry } = await visitWatched();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.mouseEnter(entry);
    vi.advanceTimersByTime(20);
    fireEvent.mouseMove(entry);
    vi.advanceTimersByTime(24);
    expect(prefetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(prefetch).toHaveBeenCalledOnce();
    fireEvent.mouseMove(entry);
    vi.advanceTimersByTime(100);
    expect(prefetch).toHaveBeenCalledOnce();
  });

  it("fetches when the pointer stays for 65 ms though it moves, or the focus does", async () => {
    const { prefetch, entry } = await visitWatched();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.mouseEnter(entry);
    for (const pause of [20, 20, 20]) {
      vi.advanceTimersByTime(pause);
      fireEvent.mouseMove(entry);
    }
    expect(prefetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5);
    expect(prefetch).toHaveBeenCalledOnce();
    fireEvent.mouseLeave(entry);
    fireEvent.focus(entry);
    vi.advanceTimersByTime(64);
    expect(prefetch).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1);
    expect(prefetch).toHaveBeenCalledTimes(2);
  });
});

describe("opening a page", () => {
  const prefetch = vi.fn(() => Promise.resolve());
  const prepared = { ...anEntry("redemptions", "/panel/prepared", { group: "usage", order: 1 }), prefetch };
  const open = (user: RenderOptions["user"]) =>
    renderWithRoutes((client) => routesOf([...screens, { ...prepared, access: "admin" }], client), {
      url: "/panel/prepared",
      ...(user && { user }),
    });

  beforeEach(() => prefetch.mockClear());

  it("fetches what it asks for first, beside its code", async () => {
    await open(anAdmin());
    expect(prefetch).toHaveBeenCalledOnce();
  });

  it("fetches nothing for those who may not see it", async () => {
    await open(aUser());
    await open(undefined);
    expect(prefetch).not.toHaveBeenCalled();
  });
});

describe("sections of the menu", () => {
  it("are open one at a time, starting with the current page's", async () => {
    answer(getSelf, aSelf({ role: 10 }));
    const { menu, person } = await visit({ url: "/panel/redemption", user: anAdmin() });
    const payment = menu.getByRole("button", { name: "Payment settings" });
    const operation = menu.getByRole("button", { name: "Operations" });
    expect(payment).toHaveAttribute("aria-expanded", "true");
    expect(menu.getByRole("link", { current: "page" })).toHaveTextContent("Redemption codes");
    await person.click(operation);
    expect(operation).toHaveAttribute("aria-expanded", "true");
    expect(payment).toHaveAttribute("aria-expanded", "false");
  });
});

describe("the user card", () => {
  it("greets by name, and its avatar opens the profile", async () => {
    const { person, location } = await visit({ url: "/panel/404", user: aUser({ username: "ada" }) });
    const card = within(screen.getByLabelText("Menu"));
    expect(card.getByText("ada")).toBeVisible();
    expect(card.getByText("Welcome")).toBeVisible();
    await person.click(card.getByRole("button", { name: "Profile" }));
    await waitFor(() => expect(location()).toBe("/panel/profile"));
  });
});

describe("on a window that is wide, but narrower than large", () => {
  it("keeps the menu open until an entry is chosen", async () => {
    setViewport("tablet");
    const app = await renderWithRoutes((client) => routesOf(screens, client), {
      url: "/panel/404",
      user: aUser(),
    });
    await app.person.click(await screen.findByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("navigation", { name: "Screens" }));
    await app.person.click(menu.getByText("Dashboard", { selector: "a *" }));
    expect(await screen.findByRole("button", { name: "Open menu" })).toBeVisible();
  });
});

describe("on a phone", () => {
  it("shows the breadcrumbs above the page, once", async () => {
    setViewport("phone");
    await renderWithRoutes((client) => routesOf(screens, client), { url: "/panel/404", user: aUser() });
    const crumbs = within(await screen.findByRole("navigation", { name: "Breadcrumbs" }));
    expect(crumbs.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/");
    expect(screen.getByRole("main")).toContainElement(crumbs.getByText("Page not found"));
  });
});
