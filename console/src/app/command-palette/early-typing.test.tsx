import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { EarlyTyping } from "./early-typing";

it("collects what is typed for the palette, keeps it from the page, and closes on Escape", () => {
  const typed = { current: "" };
  const onClose = vi.fn<() => void>();
  const { unmount } = render(
    <>
      <input aria-label="a field" />
      <EarlyTyping typed={typed} onClose={onClose} />
    </>,
  );
  const field = screen.getByLabelText("a field");
  for (const key of ["l", "o", "g", "Enter"]) expect(fireEvent.keyDown(field, { key }), key).toBe(false);
  expect(fireEvent.keyDown(field, { key: "Tab" })).toBe(true);
  expect(typed.current).toBe("log");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  unmount();
  expect(fireEvent.keyDown(document.body, { key: "s" })).toBe(true);
  expect(typed.current).toBe("log");
});
