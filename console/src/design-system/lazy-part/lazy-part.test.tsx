import { act, render, screen } from "@testing-library/react";
import { Component, type ComponentType, type ReactNode, Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GiveUp } from "./give-up";
import { lazyPart, whenPartIsMissing } from "./lazy-part";

const unreachable = new TypeError("Failed to fetch dynamically imported module: /assets/bell.js");
const load = vi.fn<() => Promise<ComponentType>>();

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows the message of an error instead of its children, as a route does. */
class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

function renderPage(): void {
  const Part = lazyPart(load);
  render(
    <Boundary>
      <h1>the page</h1>
      <Suspense fallback={<p>please wait</p>}>
        <Part />
      </Suspense>
    </Boundary>,
  );
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("keeps the page and tries a part again that could not be fetched", async () => {
  load
    .mockRejectedValueOnce(unreachable)
    .mockRejectedValueOnce(unreachable)
    .mockResolvedValue(() => <p>the bell</p>);
  const onMissing = vi.fn<() => void>();
  const stop = whenPartIsMissing(onMissing);
  renderPage();
  await pass(1000);
  expect(onMissing).toHaveBeenCalledTimes(2);
  stop();
  expect(screen.getByText("the page")).toBeVisible();
  expect(screen.getByText("please wait")).toBeVisible();
  await pass(3000);
  expect(screen.getByText("the page")).toBeVisible();
  expect(screen.getByText("the bell")).toBeVisible();
});

it("throws an error of the part's own code where the part is rendered", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  load.mockRejectedValue(new Error("a mistake in the part"));
  renderPage();
  await pass(60_000);
  expect(screen.getByText("a mistake in the part")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it("gives up waiting for a part after five seconds, and not before", async () => {
  const onGiveUp = vi.fn<() => void>();
  render(<GiveUp onGiveUp={onGiveUp} />);
  await pass(4900);
  expect(onGiveUp).not.toHaveBeenCalled();
  await pass(200);
  expect(onGiveUp).toHaveBeenCalledTimes(1);
});
