import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { type NotificationKind, notify } from "../../lib/notifications/notifications";

const show = (kind: NotificationKind, message: string): void => act(() => notify[kind](message));

/** In small steps, since what a timer changes is drawn, and starts further timers, only at the end of a step. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(50, milliseconds - passed)));
  }
}

function stack(): CSSStyleDeclaration {
  const container = document.querySelector(".notifications");
  if (!container) throw new Error("no notifications show");
  return window.getComputedStyle(container);
}

describe("notifications", () => {
  beforeEach(async () => {
    await renderApp(<input type="text" aria-label="page" />);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["error", 5_000],
    ["warning", 10_000],
    ["success", 1_500],
    ["info", 3_000],
    ["notice", 20_000],
  ] as const)("%s leaves after %i ms", async (kind, duration) => {
    show(kind, `a ${kind}`);
    await pass(400);
    expect(screen.getByText(`a ${kind}`)).toBeInTheDocument();
    await pass(duration - 500);
    expect(screen.getByText(`a ${kind}`)).toBeInTheDocument();
    await pass(1000);
    expect(screen.queryByText(`a ${kind}`)).not.toBeInTheDocument();
  });

  it("keeps text that could not be copied until closed, and offers it as a file", async () => {
    show("copy", "sk-secret");
    await pass(120_000);
    expect(screen.getByText("sk-secret")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Download" })).toBeInTheDocument();
    act(() => screen.getByRole("button", { name: "Close" }).click());
    await pass(1000);
    expect(screen.queryByText("sk-secret")).not.toBeInTheDocument();
  });

  it("shows equal notifications once", async () => {
    show("error", "same");
    show("error", "same");
    await pass(400);
    expect(screen.getAllByText("same")).toHaveLength(1);
  });

  it("restarts the timer of a repeated notification", async () => {
    show("success", "saved");
    await pass(1_200);
    show("success", "saved");
    await pass(1_200);
    expect(screen.getAllByText("saved")).toHaveLength(1);
    await pass(1_000);
    expect(screen.queryByText("saved")).not.toBeInTheDocument();
  });

  it("shows a notification that repeats during its exit again after it", async () => {
    show("success", "saved");
    await pass(1_550);
    const first = screen.getByText("saved");
    expect(first.closest("[inert]")).not.toBeNull();
    show("success", "saved");
    await pass(50);
    expect(screen.getAllByText("saved")).toEqual([first]);
    await pass(250);
    expect(first).not.toBeInTheDocument();
    expect(screen.getByText("saved").closest("[inert]")).toBeNull();
    await pass(2_000);
    expect(screen.queryByText("saved")).not.toBeInTheDocument();
  });

  it("shows the button of the latest repetition", async () => {
    const done: string[] = [];
    const undo = (what: string) => ({ action: { label: "Undo", run: () => void done.push(what) } });
    act(() => notify.info("Deleted", undo("first")));
    act(() => notify.info("Deleted", undo("second")));
    await pass(400);
    act(() => screen.getByRole("button", { name: "Undo" }).click());
    expect(done).toEqual(["second"]);
    await pass(1_000);
    expect(screen.queryByText("Deleted")).not.toBeInTheDocument();
  });

  it("pauses on hover, and restarts its timer afterwards", async () => {
    show("success", "saved");
    await pass(1_000);
    fireEvent.pointerEnter(screen.getByText("saved"));
    await pass(60_000);
    expect(screen.getByText("saved")).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByText("saved"));
    await pass(1_400);
    expect(screen.getByText("saved")).toBeInTheDocument();
    await pass(500);
    expect(screen.queryByText("saved")).not.toBeInTheDocument();
  });

  it("pauses while one of its buttons has the focus; on close it restores the focus and time continues", async () => {
    const field = screen.getByRole("textbox");
    field.focus();
    show("copy", "sk-secret");
    show("info", "other");
    await pass(400);
    const close = screen.getAllByRole("button", { name: "Close" })[0];
    act(() => close?.focus());
    await pass(60_000);
    expect(screen.getByText("other")).toBeInTheDocument();
    act(() => close?.click());
    await pass(50);
    expect(field).toHaveFocus();
    await pass(2_000);
    expect(screen.queryByText("sk-secret")).not.toBeInTheDocument();
    expect(screen.getByText("other")).toBeInTheDocument();
    await pass(1_500);
    expect(screen.queryByText("other")).not.toBeInTheDocument();
  });

  it("is announced assertively on failure, politely otherwise, outside of what a dialog hides", async () => {
    show("error", "failed");
    show("success", "saved");
    await pass(400);
    expect(screen.getByRole("alert")).toHaveTextContent("failed");
    expect(screen.getByRole("status")).toHaveTextContent("saved");
    expect(screen.getByRole("alert").closest("body > *")).toHaveClass("notifications");
  });

  it("removes timed notifications before persistent ones", async () => {
    show("copy", "sk-secret");
    for (const message of ["one", "two", "three"]) show("warning", message);
    await pass(1_000);
    expect(screen.getByText("sk-secret")).toBeInTheDocument();
    expect(screen.queryByText("one")).not.toBeInTheDocument();
    expect(screen.getByText("three")).toBeInTheDocument();
  });

  it("finishes an entrance before it makes room", async () => {
    for (const message of ["one", "two", "three", "four"]) show("warning", message);
    await pass(200);
    expect(screen.getByText("one").closest("[inert]")).toBeNull();
    await pass(100);
    expect(screen.getByText("one").closest("[inert]")).not.toBeNull();
  });

  it("shows three at most; a fourth removes the oldest, and all are shown in turn", async () => {
    const messages = ["one", "two", "three", "four", "five"];
    const seen = new Set<string>();
    for (const message of messages) show("warning", message);
    let order: string[] = [];
    for (let step = 0; step < 40; step++) {
      await pass(50);
      const shown = messages.filter((message) => screen.queryByText(message));
      expect(shown.length).toBeLessThanOrEqual(3);
      for (const message of shown) {
        if (!seen.has(message)) order = [...order, message];
        seen.add(message);
      }
    }
    expect(order).toEqual(messages);
    expect(screen.queryByText("one")).not.toBeInTheDocument();
    expect(screen.getByText("five")).toBeInTheDocument();
  });
});

describe("notification before the page is mounted and on phones", () => {
  it("is shown once the host is mounted", async () => {
    notify.info("early");
    await renderApp(<p>page</p>);
    expect(await screen.findByText("early")).toBeInTheDocument();
  });

  it("is at the bottom left", async () => {
    await renderApp(<p>page</p>, { styled: true });
    act(() => notify.info("left"));
    await waitFor(() => screen.getByText("left"));
    expect(stack().left).toBe("20px");
  });

  it("is centred on phones", async () => {
    setViewport("phone");
    await renderApp(<p>page</p>, { styled: true });
    act(() => notify.info("center"));
    await waitFor(() => screen.getByText("center"));
    expect(stack().left).toBe("50%");
  });
});
