import { act, render, screen } from "@testing-library/react";
import { Activity, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pageWidth, watchPageWidth } from "./page-width";
import { PlotBox } from "./plot-box";

let room = 0;
const resized = new Set<() => void>();
const draw = vi.fn((width: number): ReactNode => <p>{width} pixels</p>);

beforeEach(() => {
  room = 700;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => new DOMRect(0, 0, room, 200));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe(): void {
        resized.add(this.#callback);
      }
      disconnect(): void {
        resized.delete(this.#callback);
      }
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  draw.mockClear();
  pageWidth.set(undefined);
});

it("draws a plot in its box, and again when the box has another width", () => {
  room = 700.6;
  const { unmount } = render(<PlotBox height={200}>{draw}</PlotBox>);
  expect(screen.getByText("700 pixels")).toBeVisible();
  room = 500;
  act(() => resized.forEach((tell) => tell()));
  expect(screen.getByText("500 pixels")).toBeVisible();
  unmount();
  expect(resized.size).toBe(0);
});

it("draws a plot as wide as the page before its box is laid out, and a second time only if that was wrong", () => {
  pageWidth.set(702);
  const box = (
    <PlotBox height={200} wide>
      {draw}
    </PlotBox>
  );
  const { rerender } = render(<Activity mode="hidden">{box}</Activity>);
  expect(screen.getByText("700 pixels")).toBeInTheDocument();
  rerender(<Activity mode="visible">{box}</Activity>);
  expect(draw.mock.calls).toEqual([[700]]);
  pageWidth.set(900);
  render(
    <PlotBox height={200} wide>
      {draw}
    </PlotBox>,
  );
  expect(draw.mock.calls.slice(1)).toEqual([[898], [700]]);
});

it("draws a later plot after the rest, with the width that its box has then", async () => {
  const seen: boolean[] = [];
  const Rest = () => {
    seen.push(draw.mock.calls.length > 0);
    return null;
  };
  render(
    <>
      <PlotBox height={200} later>
        {draw}
      </PlotBox>
      <Rest />
    </>,
  );
  expect(await screen.findByText("700 pixels")).toBeVisible();
  expect(seen).toEqual([false]);
  expect(draw.mock.calls).toEqual([[700]]);
});

it("knows how wide the page is, until it is left", () => {
  const column = document.createElement("div");
  Object.defineProperty(column, "clientWidth", { value: 1160 });
  const leave = watchPageWidth(column);
  resized.forEach((tell) => tell());
  expect(pageWidth.get()).toBe(1160);
  leave?.();
  expect(resized.size).toBe(0);
});
