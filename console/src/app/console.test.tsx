import type { QueryClient } from "@tanstack/react-query";
import { logout } from "@tollgate/contract/auth";
import { getSiteOverview } from "@tollgate/contract/analytics";
import { getChecklist } from "@tollgate/contract/dashboard";
import { getUserGroupMap } from "@tollgate/contract/groups";
import { getSelf } from "@tollgate/contract/profile";
import { listAvailableModels } from "@tollgate/contract/models";
import { getHomePageContent, getStatus } from "@tollgate/contract/site-info";
import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { answerDashboard } from "../../test/answer-dashboard";
import { anOverview } from "../../test/a-usage";
import { answer, apiServer, hold, reject, unreachable } from "../../test/api-mock";
import { anAdmin, aSelf, aSiteInfo, aUser } from "../../test/builders";
import { renderWithRoutes, type RenderOptions } from "../../test/render-app";
import { setViewport } from "../../test/setup";
import type { Screen } from "../lib/define-screen";
import { session } from "../lib/session/session";
import { routesOf } from "./router";
import { screens } from "./screens";

const visit = (options: RenderOptions) => renderWithRoutes((client) => routesOf(screens, client), options);
const menu = () => screen.findByRole("navigation", { name: "Screens" });
/** The one of the top bar; the user card's avatar bears the same name. */
const accountButton = () => screen.findByRole("button", { name: "Account", expanded: false });

beforeEach(() => {
  answerDashboard();
  answer(getHomePageContent, "");
  answer(listAvailableModels, {});
  answer(getChecklist, {
    has_channel: true,
    has_price: true,
    has_token: true,
    has_request: true,
    unpriced_count: 0,
    unpriced_models: [],
  });
});

describe("navigation", () => {
  it("redirects visitors from a protected page to /login and back after sign-in", async () => {
    const { location } = await visit({ url: "/panel/dashboard?x=1" });
    await waitFor(() => expect(location()).toBe("/login"));
    act(() => session.begin(aUser()));
    await waitFor(() => expect(location()).toBe("/panel/dashboard?x=1"));
  });

  it("redirects /panel to the dashboard", async () => {
    const { location } = await visit({ url: "/panel", user: aUser() });
    await waitFor(() => expect(location()).toBe("/panel/dashboard"));
    expect(await screen.findByRole("heading", { name: "Dashboard", level: 1 })).toBeInTheDocument();
  });

  it("hides screens of higher roles as not found", async () => {
    const { location } = await visit({ url: "/panel/channel", user: aUser() });
    await waitFor(() => expect(location()).toBe("/panel/404"));
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeInTheDocument();
    expect(within(await menu()).queryByText("Channels")).not.toBeInTheDocument();
    expect(within(await menu()).getByText("Tokens")).toBeInTheDocument();
  });

  it("opens a screen of a role that the user has received since the last visit", async () => {
    answer(getSelf, aSelf({ role: 10 }));
    const { location } = await visit({ url: "/panel/user", user: aUser() });
    expect(await screen.findByRole("heading", { name: "Users", level: 1 })).toBeInTheDocument();
    expect(location()).toBe("/panel/user");
  });

  it("redirects unknown console addresses to /panel/404 and shows others as not found in place", async () => {
    const inside = await visit({ url: "/panel/no-such-thing", user: aUser() });
    await waitFor(() => expect(inside.location()).toBe("/panel/404"));
  });

  it("shows unknown public addresses as not found", async () => {
    const { location } = await visit({ url: "/no-such-thing" });
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeInTheDocument();
    expect(location()).toBe("/no-such-thing");
  });

  it("lets a user of an unknown role sign in as another user, without a redirect loop", async () => {
    const { location } = await visit({ url: "/panel", user: aUser({ role: 5 }) });
    await waitFor(() => expect(location()).toBe("/login"));
    expect(await screen.findByLabelText("Password")).toBeVisible();
    expect(location()).toBe("/login");
  });

  it("ends the session on a 401, shows a message, and redirects to /login", async () => {
    reject(getSelf, "auth.required");
    const { location } = await visit({ url: "/panel/dashboard", user: aUser() });
    await waitFor(() => expect(location()).toBe("/login"));
    expect(session.user()).toBeUndefined();
    expect(window.localStorage.getItem("user")).toBeNull();
    expect(await screen.findByText("Your session has ended. Sign in again.")).toBeInTheDocument();
  });
});

describe("a page that cannot be shown", () => {
  const failing = (page: Screen["page"]) => (client: QueryClient) =>
    routesOf(
      screens.map((one) => (one.name === "dashboard" ? { ...one, page } : one)),
      client,
    );

  it("shows an error when its code cannot be fetched, and keeps the menu", async () => {
    // The automatic reload already happened.
    window.sessionStorage.setItem("reloadedAt", String(Date.now()));
    const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /a.js"));
    await renderWithRoutes(failing(gone), { url: "/panel/dashboard", user: aUser() });
    expect(await screen.findByText("This page could not be loaded")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Reload" })).toBeInTheDocument();
    expect(await menu()).toBeInTheDocument();
  });

  it("shows the error when it throws", async () => {
    const broken = () =>
      Promise.resolve(() => {
        throw new Error("undefined is not a channel");
      });
    await renderWithRoutes(failing(broken), { url: "/panel/dashboard", user: aUser() });
    expect(await screen.findByText("undefined is not a channel")).toBeInTheDocument();
    expect(await menu()).toBeInTheDocument();
  });
});

describe("shell", () => {
  it("shows a rate limit in place of the available models, and not as a notification too", async () => {
    for (const endpoint of [listAvailableModels, getUserGroupMap, getSelf])
      reject(endpoint, "request.rate_limited", { params: { seconds: 1 } });
    await visit({ url: "/panel/model_price", user: aUser() });
    expect(await screen.findAllByText("Too many requests. Try again in 1 second.")).toHaveLength(1);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByText("Error 429")).toBeNull();
  });

  it("signs out from the user menu", async () => {
    const calls = answer(logout, null);
    const { person, location } = await visit({ url: "/panel/dashboard", user: aUser() });
    await person.click(await accountButton());
    await person.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await waitFor(() => expect(location()).toBe("/"));
    expect(calls).toHaveLength(1);
    expect(session.user()).toBeUndefined();
    expect(await screen.findByRole("heading", { name: "Every model, one API" })).toBeInTheDocument();
    expect(location()).toBe("/");
  });

  it("requests nothing of the page it leaves when it signs out", async () => {
    answer(logout, null);
    const figures = [answer(getSelf, aSelf({ ...anAdmin() })), answer(getSiteOverview, anOverview())];
    const models = answer(listAvailableModels, {});
    const { person } = await visit({ url: "/panel/analytics", user: anAdmin() });
    await waitFor(() => expect(figures.map(({ length }) => length > 0)).toEqual([true, true]));
    const before = figures.map(({ length }) => length);
    await person.click(await accountButton());
    await person.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await screen.findByRole("heading", { name: "Every model, one API" });
    await waitFor(() => expect(models.length).toBeGreaterThan(0));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(figures.map(({ length }) => length)).toEqual(before);
  });

  it("requires sign-in again after signing out before it shows the console", async () => {
    answer(logout, null);
    const { person, location, goBack } = await visit({ url: "/panel/dashboard", user: aUser() });
    await person.click(await accountButton());
    await person.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await screen.findByRole("heading", { name: "Every model, one API" });
    await goBack();
    await waitFor(() => expect(location()).toBe("/login"));
  });

  it("stays signed in when the sign-out request fails", async () => {
    unreachable(logout);
    const { person, location } = await visit({ url: "/panel/dashboard", user: aUser() });
    await person.click(await accountButton());
    await person.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    expect(
      await screen.findByText("Unable to connect to the server. Check your connection and try again."),
    ).toBeInTheDocument();
    expect(location()).toBe("/panel/dashboard");
  });

  it("marks one entry, and opens its section", async () => {
    await visit({ url: "/panel/dashboard", user: anAdmin() });
    answer(getSelf, aSelf({ role: 10 }));
    const entries = await menu();
    expect(within(entries).getByRole("link", { current: "page" })).toHaveTextContent("Dashboard");
    const fold = await within(entries).findByRole("button", { name: "Operations" });
    expect(fold).toHaveAttribute("aria-expanded", "false");
    act(() => fold.click());
    expect(await within(entries).findByText("Model pricing")).toBeInTheDocument();
  });

  it("shows the current location, with a link to the start", async () => {
    await visit({ url: "/panel/404", user: aUser() });
    const crumbs = await screen.findByRole("navigation", { name: "Breadcrumbs" });
    expect(within(crumbs).getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/");
    expect(within(crumbs).getByText("Page not found")).toBeInTheDocument();
  });

  it("floats the menu on phones and closes it on a choice", async () => {
    setViewport("phone");
    const { person } = await visit({ url: "/panel/404", user: aUser() });
    expect(screen.queryByRole("navigation", { name: "Screens" })).not.toBeInTheDocument();
    await person.click(await screen.findByRole("button", { name: "Open menu" }));
    await person.click(within(await menu()).getByText("Dashboard", { selector: "a *" }));
    await waitFor(() =>
      expect(screen.queryByRole("navigation", { name: "Screens" })).not.toBeInTheDocument(),
    );
  });

  it("switches the language and remembers it", async () => {
    const { person } = await visit({ url: "/panel/404", user: aUser() });
    await person.click(await screen.findByRole("button", { name: "Language" }));
    await person.click(await screen.findByRole("menuitemradio", { name: "简体中文" }));
    expect(await screen.findByRole("heading", { name: "页面不存在" })).toBeInTheDocument();
    expect(window.localStorage.getItem("appLanguage")).toBe("zh_CN");
    expect(document.documentElement.lang).toBe("zh-CN");
  });

  it("switches the theme and remembers it", async () => {
    const { person } = await visit({ url: "/login" });
    await person.click(await screen.findByRole("button", { name: "Switch to dark theme" }));
    expect(window.localStorage.getItem("theme")).toBe("dark");
    expect(screen.getByRole("button", { name: "Switch to light theme" })).toBeInTheDocument();
  });

  it("navigates by keyboard", async () => {
    const { person, location } = await visit({ url: "/panel/404", user: aUser() });
    await screen.findByRole("heading", { name: "Page not found" });
    await person.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox", { name: "Search or jump to" });
    expect(field).toHaveFocus();
    await person.keyboard("dash");
    expect(screen.getByRole("option", { name: "Dashboard", selected: true })).toBeInTheDocument();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(location()).toBe("/panel/dashboard"));
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });

  it("offers to search lists from the palette, only those of the role", async () => {
    const { person } = await visit({ url: "/panel/404", user: aUser() });
    await screen.findByRole("heading", { name: "Page not found" });
    await person.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox");
    await person.keyboard("ci key");
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Search Tokens for “ci key”",
      "Search Available models for “ci key”",
    ]);
  });
});

describe("site info", () => {
  it("titles the page after the site and hides the logo until it is loaded", async () => {
    const release = hold(getStatus, aSiteInfo({ system_name: "Acme AI", logo: "/acme.svg" }));
    await visit({ url: "/login" });
    await screen.findByRole("button", { name: "Sign in" });
    expect(screen.queryByRole("link", { name: /Tollgate|Acme/ })).not.toBeInTheDocument();
    release();
    expect(await screen.findByRole("link", { name: "Acme AI" })).toHaveAttribute("href", "/");
    expect(screen.getByRole("img", { name: "Acme AI" })).toHaveAttribute("src", "/acme.svg");
    await waitFor(() => expect(document.title).toBe("Sign in · Acme AI"));
    expect(window.localStorage.getItem("quota_per_unit")).toBe("500000");
    expect(window.localStorage.getItem("display_in_currency")).toBe("true");
  });

  it("announces a new version once, and not on a first visit", async () => {
    answer(getStatus, aSiteInfo({ version: "v2.0.0" }));
    await visit({ url: "/login" });
    await waitFor(() => expect(window.localStorage.getItem("seenVersion")).toBe("v2.0.0"));
    expect(screen.queryByText(/New version/)).not.toBeInTheDocument();
  });

  it("announces a new version when an older one was seen", async () => {
    window.localStorage.setItem("seenVersion", "v1.0.0");
    answer(getStatus, aSiteInfo({ version: "v2.0.0" }));
    await visit({ url: "/login" });
    expect(await screen.findByText(/^Version v2\.0\.0 is available/)).toBeInTheDocument();
  });

  it("shows that the server cannot be reached, and uses cached site info", async () => {
    window.localStorage.setItem("siteInfo", JSON.stringify(aSiteInfo({ system_name: "Known AI" })));
    unreachable(getStatus);
    await visit({ url: "/login" });
    expect(
      await screen.findByText("Unable to connect to the server. Check your connection and try again."),
    ).toBeInTheDocument();
    expect(await screen.findByText("Known AI")).toBeInTheDocument();
  });

  it("shows the same when a proxy answers for a server that is down", async () => {
    apiServer.use(http.get("*/api/status", () => new HttpResponse("Bad gateway", { status: 502 })));
    await visit({ url: "/login" });
    expect(
      await screen.findByText("Unable to connect to the server. Check your connection and try again."),
    ).toBeInTheDocument();
  });

  it("uses cached site info without a message when the server rejects the request", async () => {
    window.localStorage.setItem("siteInfo", JSON.stringify(aSiteInfo({ system_name: "Known AI" })));
    reject(getStatus, "server.unavailable");
    await visit({ url: "/login" });
    expect(await screen.findByText("Known AI")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("shows a demo banner on every page", async () => {
    answer(getStatus, aSiteInfo({ demo: true }));
    await visit({ url: "/login" });
    expect(await screen.findByText("Demo: sandbox data")).toBeInTheDocument();
  });
});
