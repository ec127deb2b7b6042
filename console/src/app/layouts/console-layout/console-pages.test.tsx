import { act, screen, waitFor, within } from "@testing-library/react";
import { useEffect, useState } from "react";
import { useHref, useLocation } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anAdmin } from "../../../../test/builders";
import { renderWithRoutes } from "../../../../test/render-app";
import { defineScreen, type Screen } from "../../../lib/define-screen";
import { routesOf } from "../../router";
import { screens } from "../../screens";
import { pageAhead } from "./page-ahead";

const effect = vi.fn();
const rendering = vi.fn();

/** Like a link, it is rendered again when the route's context changes. */
function Address() {
  useHref("/panel");
  rendering();
  return <p>at {useLocation().pathname}</p>;
}

function Counter() {
  const [count, setCount] = useState(0);
  useEffect(effect, []);
  return (
    <>
      <h1>Counter</h1>
      <Address />
      <button type="button" onClick={() => setCount(count + 1)}>
        counted {count}
      </button>
    </>
  );
}

/** The first entry of the menu, with the texts of the 404 page. */
const anEntry = (page: Screen["page"]): Screen =>
  defineScreen({
    name: "not-found",
    path: "/panel/ahead",
    title: "screens.redemptions",
    icon: "page",
    access: "user",
    menu: { group: "usage", order: 1 },
    page,
    locales: () => Promise.resolve({ default: {} }),
  });

async function visit(page: Screen["page"] = () => Promise.resolve(Counter)) {
  const others = screens.filter(({ name }) => name === "not-found");
  const app = await renderWithRoutes((client) => routesOf([...others, anEntry(page)], client), {
    url: "/panel/404",
    user: anAdmin(),
  });
  const menu = within(await screen.findByRole("navigation", { name: "Screens" }));
  return { ...app, entry: menu.getByRole("link", { name: "Redemption codes" }) };
}

/** The same with a page that throws until it is mended. */
async function visitBroken() {
  let broken = true;
  const Fragile = () => {
    if (broken) throw new Error("not yet");
    return <h1>Mended</h1>;
  };
  vi.spyOn(console, "error").mockImplementation(() => {});
  const mend = () => {
    broken = false;
  };
  return { ...(await visit(() => Promise.resolve(Fragile))), mend };
}

/** The heading of the page, hidden or not. */
const heading = (name: string) => screen.findByText(name, { selector: "h1" });

afterEach(() => {
  vi.restoreAllMocks();
  act(() => pageAhead.set(undefined));
  effect.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a page that is pointed at", () => {
  it("is rendered hidden, without its effects, and revealed by the click", async () => {
    const { person, entry } = await visit();
    await person.hover(entry);
    const hidden = await heading("Counter");
    expect(hidden).not.toBeVisible();
    expect(screen.getByText("at /panel/ahead")).not.toBeVisible();
    expect(effect).not.toHaveBeenCalled();
    rendering.mockClear();
    await person.click(entry);
    expect(await screen.findByRole("heading", { level: 1, name: "Counter" })).toBe(hidden);
    expect(effect).toHaveBeenCalledOnce();
    // React itself renders once what uses a context that changed further out.
    expect(rendering.mock.calls.length).toBeLessThan(2);
    expect(screen.getAllByRole("heading", { level: 1, hidden: true })).toEqual([hidden]);
  });

  it("starts over when it is opened again", async () => {
    const { person, entry, goBack } = await visit();
    await person.hover(entry);
    await heading("Counter");
    await person.click(entry);
    await person.click(await screen.findByRole("button", { name: "counted 0" }));
    expect(screen.getByRole("button", { name: "counted 1" })).toBeVisible();
    await act(goBack);
    await waitFor(() => expect(screen.queryByText("at /panel/ahead")).not.toBeInTheDocument());
    await person.click(entry);
    expect(await screen.findByRole("button", { name: "counted 0" })).toBeVisible();
  });

  it("is not kept when it is left after its own entry was pointed at", async () => {
    const { person, entry, goBack } = await visit();
    await person.click(entry);
    await person.click(await screen.findByRole("button", { name: "counted 0" }));
    await person.unhover(entry);
    await person.hover(entry);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(pageAhead.get()).toBeUndefined();
    await act(goBack);
    await screen.findByRole("heading", { level: 1, name: "Page not found" });
    expect(screen.queryByText("at /panel/ahead")).not.toBeInTheDocument();
  });

  it("is given up when it is not opened for half a minute", async () => {
    const { person, entry } = await visit();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    await person.hover(entry);
    await heading("Counter");
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(screen.queryByText("at /panel/ahead")).not.toBeInTheDocument();
  });

  it("is rendered again by the click if it threw", async () => {
    const { person, entry, mend } = await visitBroken();
    await person.hover(entry);
    expect(await screen.findByText("not yet")).not.toBeVisible();
    mend();
    await person.click(entry);
    expect(await screen.findByRole("heading", { level: 1, name: "Mended" })).toBeVisible();
  });

  it("shows its error, which can be retried, if it throws again", async () => {
    const { person, entry, mend } = await visitBroken();
    await person.click(entry);
    expect(await screen.findByText("not yet")).toBeInTheDocument();
    mend();
    await person.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Mended" })).toBeVisible();
  });

  it("neither reloads nor replaces the console while its code cannot be fetched", async () => {
    const ask = vi.fn(() => Promise.resolve(new Response()));
    vi.stubGlobal("fetch", ask);
    const page = vi.fn(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
    const { person, entry } = await visit(page);
    ask.mockClear();
    await person.hover(entry);
    await waitFor(() => expect(page.mock.calls.length).toBeGreaterThan(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    // Before a reload the server is called.
    expect(ask).not.toHaveBeenCalledWith("/", expect.anything());
    expect(pageAhead.get()).toBeUndefined();
  });
});
