import { act, screen, waitFor, within } from "@testing-library/react";
import { type Announcement, listAnnouncements } from "@tollgate/contract/announcements";
import { getChecklist } from "@tollgate/contract/dashboard";
import { listAvailableModels } from "@tollgate/contract/models";
import { register } from "@tollgate/contract/registration";
import { getAbout, getHomePageContent, getNotice, getStatus } from "@tollgate/contract/site-info";
import { beforeEach, describe, expect, it } from "vitest";
import { answerDashboard } from "../../test/answer-dashboard";
import { answer, hold } from "../../test/api-mock";
import { aMoment, anAdmin, aPage, aSiteInfo, aUser } from "../../test/builders";
import { type RenderOptions, renderWithRoutes } from "../../test/render-app";
import { setViewport } from "../../test/setup";
import { defineScreen, type Screen } from "../lib/define-screen";
import { closeNotice } from "./notice/notice-store";
import { routesOf } from "./router";
import { screens } from "./screens";

const visit = (options: RenderOptions, shown: readonly Screen[] = screens) =>
  renderWithRoutes((client) => routesOf(shown, client), options);
const links = async () => within(await screen.findByRole("navigation", { name: "Site" }));

beforeEach(() => {
  answer(getHomePageContent, "");
  answer(getAbout, "");
  answer(listAvailableModels, {});
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

describe("public bar", () => {
  it("links visitors to the public pages and sign-in, not to the playground", async () => {
    answer(
      getStatus,
      aSiteInfo({ developer_link: "/api/reference", download_link: "https://app.example.com/get" }),
    );
    const { person, location } = await visit({ url: "/" });
    const bar = await links();
    await waitFor(() =>
      expect(
        [...screen.getByRole("navigation", { name: "Site" }).children].map((child) => child.textContent),
      ).toEqual(["Home", "Developers", "Download", "About", "Prices"]),
    );
    expect(bar.getByRole("link", { name: "Home", current: "page" })).toBeInTheDocument();
    expect(bar.getByRole("link", { name: "Developers" })).toHaveAttribute("href", "/api/reference");
    await person.click(bar.getByRole("button", { name: "Download" }));
    const download = await screen.findByRole("menuitem", { name: "Desktop app" });
    expect(download).toHaveAttribute("href", "https://app.example.com/get");
    expect(download).toHaveAttribute("rel", "noopener noreferrer");
    await person.keyboard("{Escape}");
    await person.click(within(screen.getByRole("banner")).getByRole("link", { name: "Sign in" }));
    await waitFor(() => expect(location()).toBe("/login"));
  });

  it("shows on the sign-in page that a new account is ready, with its name filled in", async () => {
    answer(getStatus, aSiteInfo({ register_enabled: true }));
    answer(register, null);
    const { person, location } = await visit({ url: "/register" });
    await person.type(await screen.findByLabelText("Username"), "ada");
    await person.type(screen.getByLabelText("Password"), "a long password");
    await person.type(screen.getByLabelText("Confirm password"), "a long password");
    await person.click(screen.getByRole("button", { name: "Create account" }));
    expect(await screen.findByRole("note")).toHaveTextContent("Your account is ready. Sign in.");
    expect(location()).toBe("/login");
    expect(screen.getByLabelText("Username or email")).toHaveValue("ada");
    expect(screen.getByLabelText("Password")).toHaveFocus();
  });

  it("hides links that are not set, and those that would run a script", async () => {
    answer(getStatus, aSiteInfo({ developer_link: "", download_link: "javascript:alert(1)" }));
    await visit({ url: "/" });
    const bar = await links();
    expect(bar.queryByText("Developers")).not.toBeInTheDocument();
    expect(bar.queryByText("Download")).not.toBeInTheDocument();
  });

  it("offers the console, the playground and the user's menu to signed-in users", async () => {
    const { person, location } = await visit({ url: "/", user: aUser() });
    expect((await links()).getByRole("link", { name: "Playground" })).toHaveAttribute("href", "/playground");
    await person.click(await screen.findByRole("button", { name: "Account" }));
    expect(await screen.findByRole("menuitem", { name: "Sign out" })).toBeInTheDocument();
    await person.keyboard("{Escape}");
    await person.click(screen.getByRole("link", { name: "Console" }));
    await waitFor(() => expect(location()).toBe("/panel/dashboard"));
  });

  it("collapses its links into a list on small screens", async () => {
    setViewport("phone");
    const { person, location } = await visit({ url: "/" });
    // The style sheet decides which of the two is shown; e2e/public-site.spec.ts checks it.
    await person.click(await screen.findByRole("button", { name: "Site", hidden: true }));
    const entries = await screen.findAllByRole("menuitem");
    expect(entries.map((entry) => entry.textContent)).toEqual(["Home", "About", "Prices"]);
    await person.click(screen.getByRole("menuitem", { name: "About" }));
    await waitFor(() => expect(location()).toBe("/about"));
  });

  it("redirects the playground's public address into the console", async () => {
    const inside = defineScreen({
      name: "not-found",
      path: "/panel/playground",
      title: "screens.playground",
      icon: "playground",
      access: "user",
      page: () => Promise.resolve(() => <h1>Chat here</h1>),
      locales: () => Promise.resolve({ default: {} }),
    });
    const { location } = await visit({ url: "/playground", user: aUser() }, [
      inside,
      ...screens.filter(({ path }) => path !== inside.path),
    ]);
    await waitFor(() => expect(location()).toBe("/panel/playground"));
  });

  it("redirects visitors of the playground to sign-in", async () => {
    const { location } = await visit({ url: "/playground" });
    await waitFor(() => expect(location()).toBe("/login"));
  });
});

describe("footer", () => {
  it("names site and version", async () => {
    answer(getStatus, aSiteInfo({ system_name: "Acme AI", version: "v2.1.0" }));
    await visit({ url: "/" });
    expect(
      await within(await screen.findByRole("contentinfo")).findByText("Acme AI v2.1.0"),
    ).toBeInTheDocument();
  });

  it("shows the operator's sanitized footer where one is set", async () => {
    answer(getStatus, aSiteInfo({ footer_html: '<b>Acme Ltd</b><img src="x" onerror="alert(1)">' }));
    await visit({ url: "/" });
    const footer = await screen.findByRole("contentinfo");
    expect((await within(footer).findByText("Acme Ltd")).tagName).toBe("B");
    expect(footer.innerHTML).not.toContain("onerror");
  });
});

const closed: Announcement = {
  id: 2,
  hash: "first",
  text: "**Closed** on Monday<script data-planted>1</script>",
  published_time: aMoment,
  current: true,
};
const welcome: Announcement = { ...closed, id: 1, hash: "older", text: "Welcome", current: false };

describe("announcement", () => {
  beforeEach(() => {
    closeNotice();
    answer(getStatus, aSiteInfo({ notice_hash: "first" }));
    answer(getNotice, "**Closed** on Monday");
  });

  it("opens once per change, across visits", async () => {
    const { person } = await visit({ url: "/" });
    const dialog = await screen.findByRole("dialog", { name: "Announcement" });
    expect((await within(dialog).findByText("Closed")).tagName).toBe("STRONG");
    await person.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(window.localStorage.getItem("seenNotice")).toBe("first");
    await person.click(screen.getByRole("button", { name: "Announcement" }));
    expect(await screen.findByRole("dialog", { name: "Announcement" })).toBeInTheDocument();
    await person.keyboard("{Escape}");
  });

  it("does not open again once read, and not over a sign-in form", async () => {
    window.localStorage.setItem("seenNotice", "first");
    await visit({ url: "/" });
    await screen.findByRole("button", { name: "Announcement" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("opens in the console, too", async () => {
    await visit({ url: "/panel/404", user: anAdmin() });
    expect(await screen.findByRole("dialog", { name: "Announcement" })).toBeInTheDocument();
  });

  it("opens only after its text has loaded", async () => {
    const release = hold(getNotice, "**Closed** on Monday");
    await visit({ url: "/" });
    await screen.findByRole("button", { name: "Announcement" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    release();
    expect(await screen.findByRole("dialog", { name: "Announcement" })).toHaveTextContent("Closed on Monday");
  });

  it("does not cover the sign-in form, and opens there by its button", async () => {
    const { person } = await visit({ url: "/login" });
    const button = await screen.findByRole("button", { name: "Announcement" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await person.click(button);
    expect(await screen.findByText("Closed")).toBeInTheDocument();
  });

  it("is read again from the console's bell and from the command palette, with earlier ones", async () => {
    window.localStorage.setItem("seenNotice", "first");
    answer(listAnnouncements, aPage([closed, welcome]));
    const { person, queryClient } = await visit({ url: "/panel/404", user: anAdmin() });
    const bar = within(await screen.findByRole("banner"));
    await bar.findByRole("button", { name: "Announcements" });
    // Initial requests may render the bell again.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    bar.getByRole("button", { name: "Announcements" }).focus();
    await person.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Announcements" }));
    expect((await dialog.findByText("Closed")).tagName).toBe("STRONG");
    expect(await dialog.findByText("Welcome")).toBeInTheDocument();
    expect(document.querySelector("script[data-planted]")).toBeNull();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await person.keyboard("{Control>}k{/Control}");
    // The palette is fetched when it is first opened.
    await screen.findByRole("combobox", { name: "Search or jump to" });
    await person.keyboard("announce{Enter}");
    expect(await screen.findByText("Closed")).toBeInTheDocument();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("shows a later one as a notification and a dot at the bell, without a dialog", async () => {
    window.localStorage.setItem("seenNotice", "first");
    answer(
      listAnnouncements,
      aPage([{ ...closed, id: 9, hash: "second", text: "Open again" }, closed, welcome]),
    );
    const { person, queryClient } = await visit({ url: "/panel/404", user: anAdmin() });
    const bar = within(await screen.findByRole("banner"));
    await bar.findByRole("button", { name: "Announcements" });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    answer(getStatus, aSiteInfo({ notice_hash: "second" }));
    answer(getNotice, "Open again");
    // As the server's event does.
    await act(() => queryClient.invalidateQueries({ queryKey: ["site-info"] }));
    expect(await screen.findByText("New announcement")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await person.click(await bar.findByRole("button", { name: "Announcements (unread)" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Announcements" }));
    const entries = await dialog.findAllByRole("article");
    expect(entries.map((entry) => within(entry).queryByText("New") !== null)).toEqual([true, false, false]);
    await person.keyboard("{Escape}");
    expect(await bar.findByRole("button", { name: "Announcements" })).toBeInTheDocument();
    expect(window.localStorage.getItem("seenNotice")).toBe("second");
  });
});

describe("navigation to another page", () => {
  it("focuses the new page's heading", async () => {
    const { person } = await visit({ url: "/" });
    await screen.findByRole("heading", { name: "Every model, one API" });
    await person.click((await links()).getByRole("link", { name: "About" }));
    const heading = await screen.findByRole("heading", { level: 1, name: /^About/ });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it("leaves the focus in a form that has taken it", async () => {
    const { person } = await visit({ url: "/" });
    await screen.findByRole("heading", { name: "Every model, one API" });
    await person.click(within(screen.getByRole("banner")).getByRole("link", { name: "Sign in" }));
    await waitFor(() => expect(screen.getByLabelText("Username or email")).toHaveFocus());
  });
});
