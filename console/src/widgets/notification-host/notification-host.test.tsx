import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { type NotificationKind, notify } from "../../lib/notifications/notifications";

const say = (kind: NotificationKind, message: string): void => act(() => notify[kind](message));

/** In small steps, since what a timer changes is drawn, and starts further timers, only at the end of a step. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(50, milliseconds - passed)));
  }
}

function stack(): CSSStyleDeclaration {
  const container = document.querySelector(".notistack-SnackbarContainer");
  if (!container) throw new Error("no notifications show");
  return window.getComputedStyle(container);
}

describe("notifications", () => {
  beforeEach(async () => {
    await renderApp(<p>page</p>);
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
    say(kind, `a ${kind}`);
    await pass(400);
    expect(screen.getByText(`a ${kind}`)).toBeInTheDocument();
    await pass(duration - 500);
    expect(screen.getByText(`a ${kind}`)).toBeInTheDocument();
    await pass(1000);
    expect(screen.queryByText(`a ${kind}`)).not.toBeInTheDocument();
  });

  it("keeps what could not be copied until it is closed, and offers it as a file", async () => {
    say("copy", "sk-secret");
    await pass(120_000);
    expect(screen.getByText("sk-secret")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Download" })).toBeInTheDocument();
    act(() => screen.getByRole("button", { name: "Close" }).click());
    await pass(1000);
    expect(screen.queryByText("sk-secret")).not.toBeInTheDocument();
  });

  it("says equal things once while they show", async () => {
    say("error", "same");
    say("error", "same");
    await pass(400);
    expect(screen.getAllByText("same")).toHaveLength(1);
  });

  it("shows three at most; a fourth sends the oldest away, and all are shown in turn", async () => {
    const messages = ["one", "two", "three", "four", "five"];
    const seen = new Set<string>();
    for (const message of messages) say("warning", message);
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

describe("notification before the page stands and on phones", () => {
  it("is shown once the host is there", async () => {
    notify.info("early");
    await renderApp(<p>page</p>);
    expect(await screen.findByText("early")).toBeInTheDocument();
  });

  it("stands at the bottom left", async () => {
    await renderApp(<p>page</p>);
    act(() => notify.info("left"));
    await waitFor(() => screen.getByText("left"));
    expect(stack().left).toBe("20px");
  });

  it("is centred on phones", async () => {
    setViewport("phone");
    await renderApp(<p>page</p>);
    act(() => notify.info("centre"));
    await waitFor(() => screen.getByText("centre"));
    expect(stack().left).toBe("50%");
  });
});
